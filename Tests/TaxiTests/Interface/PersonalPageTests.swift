// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import CityGateway
@testable import TaxiService

/// What a person's session opens: calls in the own name, the personal page, the history and the home page.
@Suite struct PersonalPageTests {
    private func city(start: CityTime = .epoch) throws -> InterfaceCity {
        let city = try InterfaceCity(start: start)
        try city.enroll(.passenger, 1, 2)
        try city.enroll(.driver, 1)
        return city
    }

    @Test("ACCOUNT-LOGIN-07: a call with the token of a login is its person's; with an unknown token it is refused")
    func attribution() throws {
        let city = try city()
        let gateway = city.gateway
        try city.story { client in
            _ = try await client.driverInService(1)
            _ = try await client.passenger(1)
            let token = try await client.passenger(2)
            let form = CallForm(
                client: .mobile, source: .address, radius: .zero, place: meeting.place, travelers: 1)
            // Past the client, which would not send it: the server itself has to know its tokens.
            let unknown = Token(high: token.high, low: token.low &+ 1)
            for claimed in [unknown, nil] {
                gateway.arrive(
                    Envelope(
                        TaxiMessage.passenger(PassengerID(2), .call(form: form)), from: .passenger(PassengerID(2)),
                        token: claimed,
                        client: .mobile, source: 1))
            }
            try await client.loop.sleep(until: .seconds(30))
            _ = try await client.placeCall(token, at: meeting, travelers: 1)
        }
        let callers = city.taxi.compactMap { fact -> PassengerID? in
            if case .requestStored(_, let passenger, _, _, _, _) = fact.event { passenger } else { nil }
        }
        #expect(callers == [PassengerID(2)])
        let refusals = city.server.compactMap { event -> ServerRefusal? in
            if case .messageRefused(_, .call, _, _, _, _, _, let reason) = event { reason } else { nil }
        }
        #expect(refusals == [.notLoggedIn, .notLoggedIn])
        let answered = city.server.contains {
            if case .messageAnswered(_, .call, _, _, AccountID(2), _, _, _) = $0 { true } else { false }
        }
        #expect(answered)
    }

    @Test("ACCOUNT-PROFILE-08: after two reports of bad use the passenger's page says 2, another passenger's 0")
    func badReports() throws {
        let city = try city()
        try city.story { client in
            let driver = try await client.driverInService(1)
            let token = try await client.passenger(1)
            #expect(try await client.profile(token).badReports == 0)
            for _ in 0..<2 { try await client.ride(token, driver, badCustomer: true) }
            try await client.ride(token, driver)
            #expect(try await client.profile(token).badReports == 2)
            #expect(try await client.profile(try await client.passenger(2)).badReports == 0)
        }
        let views = city.accounts.compactMap { event -> Int32? in
            if case .profileViewed(_, let count) = event { count } else { nil }
        }
        #expect(views == [0, 2, 0])
    }

    @Test("ACCOUNT-PROFILE-09: of 7 rides in March and 2 in April the history of March has the 7")
    func history() throws {
        let start = try #require(CivilDate(2016, 3, 1).midnight)
        let city = try city(start: start)
        let april = try #require(CivilDate(2016, 4, 1).midnight)
        let may = try #require(CivilDate(2016, 5, 1).midnight)
        // Both ends of March: its first instant, and rides that end in its last and in April's first seconds.
        let times =
            [start] + (1...5).map { start + .hours($0 * 100) } + [april - .seconds(5), april, april + .hours(500)]
        try city.story(until: may) { client in
            let driver = try await client.driverInService(1)
            let token = try await client.passenger(1)
            for time in times {
                try await client.loop.sleep(until: max(time, client.loop.now))
                try await client.ride(token, driver)
            }
            let march = try await client.history(token, from: start, to: april)
            #expect(march.count == 7 && march.allSatisfy { $0.time < april && $0.isFulfilled })
            #expect(try await client.history(token, from: april, to: may).count == 2)
            #expect(try await client.history(token).count == 9)
        }
        let views = city.accounts.compactMap { event -> Int32? in
            if case .historyViewed(_, let count) = event { count } else { nil }
        }
        #expect(views == [7, 2, 9])
    }

    @Test("UI-03: the home page shows no taxi before the first ride, then that ride, also after a call that failed")
    func homePage() throws {
        let city = try city()
        let last = Mailbox<RequestID>()
        try city.story { client in
            let driver = try await client.driverInService(1)
            let token = try await client.passenger(1)
            #expect(try await client.dashboard(token) == nil)
            last.put(try await client.ride(token, driver))
            #expect(try await client.dashboard(token) == last.value)
            try await client.setStatus(driver, inService: false)
            await #expect(throws: CallError.aborted(.noDriver)) { try await client.call(token, at: meeting) }
            #expect(try await client.dashboard(token) == last.value)
            #expect(try await client.history(token).count == 2)
        }
        let pages = city.taxiAccounts.compactMap { event -> RequestID?? in
            if case .dashboardOpened(AccountID(1), let taxi) = event { .some(taxi) } else { nil }
        }
        #expect(pages == [nil, last.value, last.value])
    }
}

extension CityClient {
    /// One whole ride, from the call to its end, in no time. Returns its request.
    @discardableResult
    fileprivate func ride(
        _ passenger: Token, _ driver: Token, badCustomer: Bool = false
    ) async throws -> RequestID {
        try await updateLocation(driver, latitude: 45.46, longitude: 9.19)
        let request = try await placeCall(passenger, at: meeting, travelers: 1)
        let offer = try await nextOffer(driver)
        try await answer(driver, offer.id, accept: true)
        try await updateLocation(driver, latitude: 45.4605, longitude: 9.1901)
        try await passengerAboard(driver, request, travelers: 1)
        try await rideEnded(driver, request, badCustomer: badCustomer)
        return request
    }
}
