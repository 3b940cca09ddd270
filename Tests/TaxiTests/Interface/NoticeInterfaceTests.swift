// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import CityGateway
@testable import TaxiService

/// What people are told beside answers: numbered, kept, and read from a number.
@Suite struct NoticeInterfaceTests {
    private func city() throws -> InterfaceCity {
        let city = try InterfaceCity()
        try city.enroll(.passenger, 1, 2)
        try city.enroll(.driver, 1)
        return city
    }

    /// What a passenger was told, as text without the numbers of persons and places.
    private func words(_ read: NewsRead<any Sendable>) -> [String] {
        read.news.map { told in
            switch told.news as? PassengerNotice {
            case .call(.stored): "stored"
            case .call(.accepted): "accepted"
            case .call(.aboard): "aboard"
            case .call(.rideEnded): "rideEnded"
            case .call(.aborted): "aborted"
            case .reservation(.stored): "reserved"
            case .reservation(.ended): "reservation ended"
            default: "\(told.news)"
            }
        }
    }

    @Test(
        "A passenger is told of the whole ride, numbered from 1 on; each device reads all of it, also one that comes late"
    )
    func wholeRide() throws {
        let city = try city()
        try city.story { client in
            let driver = try await client.driverInService(1)
            let phone = try await client.passenger(1)
            let request = try await client.placeCall(phone, at: meeting, travelers: 1)
            let offer = try await client.nextOffer(driver)
            try await client.answer(driver, offer.id, accept: true)
            let tablet = try await client.passenger(1)
            try await client.updateLocation(driver, latitude: 45.4605, longitude: 9.1901)
            try await client.passengerAboard(driver, request, travelers: 1)
            try await client.rideEnded(driver, request)
            for device in [phone, tablet] {
                let read = try await client.notices(device, after: 0)
                #expect(words(read) == ["stored", "accepted", "aboard", "rideEnded"])
                #expect(read.news.map(\.number) == [1, 2, 3, 4] && read.last == 4 && !read.hasGap)
                #expect(words(try await client.notices(device, after: 2)) == ["aboard", "rideEnded"])
            }
            let form = ReservationForm(
                origin: EnteredPlace(place: meeting.place),
                destination: EnteredPlace(place: Place(metresEast: 1500, north: 500)),
                pickUp: CivilTime(.seconds(3 * 3600)), travelers: 1, isShared: false)
            let reservation = try await client.reserve(phone, form)
            try await client.cancel(phone, reservation)
            // A question is no news: only its device gets the answer.
            _ = try await client.reservations(phone)
            #expect(words(try await client.notices(tablet, after: 4)) == ["reserved", "reservation ended"])
        }
    }

    @Test("A phone that hung up takes nothing: the next notice comes to who is there, and to the phone when it is back")
    func hungUp() throws {
        let city = try city()
        let heard = Mailbox<[Int64]>()
        try city.story { client in
            _ = try await client.driverInService(1)
            let token = try await client.passenger(1)
            let phone = client.loop.start("phone") {
                await #expect(throws: AccessError.cancelled) { _ = try await client.notices(token, after: 0) }
            }
            client.loop.start("tablet") { heard.put(try await client.notices(token, after: 0).news.map(\.number)) }
            try await client.loop.sleep(for: .seconds(1))
            #expect(await client.waitingForNews(token) == 2)
            phone.cancel()
            try await client.loop.sleep(for: .seconds(1))
            #expect(await client.waitingForNews(token) == 1)
            _ = try await client.placeCall(token, at: meeting, travelers: 1)
            try await client.loop.sleep(for: .seconds(1))
            #expect(heard.value == [1])
            #expect(try await client.notices(token, after: 0).news.map(\.number) == [1])
        }
    }

    @Test(
        "Whoever waits for an offer or for a call to be settled and is cancelled leaves nothing behind, and takes nothing"
    )
    func cancelledWaits() throws {
        let city = try city()
        try city.story { client in
            let driver = try await client.driverInService(1)
            let token = try await client.passenger(1)
            let driving = client.loop.start("driver's phone") {
                await #expect(throws: AccessError.cancelled) { _ = try await client.nextOffer(driver) }
            }
            try await client.loop.sleep(for: .seconds(1))
            driving.cancel()
            let request = try await client.placeCall(token, at: meeting, travelers: 1)
            let waiting = client.loop.start("passenger's phone") {
                await #expect(throws: CallError.access(.cancelled)) { _ = try await client.settled(token, request) }
            }
            try await client.loop.sleep(for: .seconds(1))
            waiting.cancel()
            try await client.loop.sleep(for: .seconds(1))
            #expect(await client.waitingForOffers(DriverID(1)) == 0)
            #expect(await client.waitingForTaxi(PassengerID(1)) == 0)
            let offer = try await client.nextOffer(driver)
            try await client.answer(driver, offer.id, accept: true)
            #expect(try await client.settled(token, request).taxi == DriverID(1))
        }
    }

    @Test("A message of a cancelled task is not sent; one that waits for the person's other message leaves the line")
    func cancelledMessages() throws {
        let city = try InterfaceCity(service: .seconds(1))
        try city.enroll(.passenger, 1)
        try city.story { client in
            let token = try await client.passenger(1)
            let first = client.loop.start("first") { _ = try await client.profile(token) }
            let second = client.loop.start("second") {
                await #expect(throws: AccessError.cancelled) { _ = try await client.profile(token) }
            }
            let began = client.loop.now
            try await client.loop.sleep(for: .milliseconds(1))
            second.cancel()
            // The one behind it waits for the first one only.
            _ = try await client.profile(token)
            #expect(client.loop.now - began == .seconds(2))
            #expect(!first.isCancelled)
        }
    }

    @Test("The newest 100 are kept: who asks for older ones, or for a number nobody gave, is told that there is a gap")
    func gap() throws {
        var box = NewsBox<Int>(most: 100)
        #expect(box.read(after: 0) == nil)
        for number in 1...150 { box.put(number, at: .seconds(Double(number))) }
        let all = try #require(box.read(after: 0))
        #expect(all.hasGap && all.news.map(\.news) == Array(51...150) && all.last == 150)
        let rest = try #require(box.read(after: 50))
        #expect(!rest.hasGap && rest.news.count == 100 && rest.news[0].time == .seconds(51))
        #expect(try #require(box.read(after: 149)).news.map(\.number) == [150])
        #expect(box.read(after: 150) == nil)
        for number in [151, -1] as [Int64] {
            let read = try #require(box.read(after: number))
            #expect(read.hasGap && read.news.count == 100 && read.last == 150)
        }
        // Who was away sees that something was said meanwhile.
        box.close()
        box.put(151, at: .seconds(151))
        box.open()
        let back = try #require(box.read(after: 150))
        #expect(back.hasGap && back.news.isEmpty && back.last == 151)
        box.put(152, at: .seconds(152))
        #expect(try #require(box.read(after: 151)).news.map(\.number) == [152])
    }

    @Test("Who logs out on one device is told so there; the other device waits on, and numbers go on after a new login")
    func logout() throws {
        let city = try city()
        let other = Mailbox<[Int64]>()
        try city.story { client in
            _ = try await client.driverInService(1)
            let phone = try await client.passenger(1)
            let tablet = try await client.passenger(1)
            client.loop.start("phone") {
                await #expect(throws: AccessError.notLoggedIn) { _ = try await client.notices(phone, after: 0) }
            }
            client.loop.start("tablet") { other.put(try await client.notices(tablet, after: 0).news.map(\.number)) }
            try await client.loop.sleep(for: .seconds(1))
            try await client.logout(phone)
            try await client.loop.sleep(for: .seconds(1))
            let request = try await client.placeCall(tablet, at: meeting, travelers: 1)
            try await client.loop.sleep(for: .seconds(1))
            #expect(other.value == [1])
            try await client.logout(tablet)
            let again = try await client.passenger(1)
            // What was kept went with the last session; what is told now has the next number.
            try await client.abandon(again, request)
            _ = try await client.placeCall(again, at: meeting, travelers: 1)
            let read = try await client.notices(again, after: 0)
            #expect(read.hasGap && (read.news.first?.number ?? 0) >= 2)
        }
    }
}

extension CityClient {
    /// How many wait for the notices of a person.
    fileprivate func waitingForNews(_ token: Token) -> Int {
        sessions[token].map { boxes.waiting(for: $0.connection.key) } ?? 0
    }

    /// How many wait for a driver's offers.
    fileprivate func waitingForOffers(_ driver: DriverID) -> Int? { taxiPart.drivers[driver]?.bell.count }

    /// How many wait until a passenger's call is settled.
    fileprivate func waitingForTaxi(_ passenger: PassengerID) -> Int? { taxiPart.passengers[passenger]?.bell.count }
}
