// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import Foundation
import Synchronization
import Testing
import TripRules
import TripService

/// The planner as an actor on the city's loop.
struct PlannerServiceTests {
    private static let me = TripUserID(1)

    /// A user's phone: it answers at once where it is, and keeps what it was told.
    private final class Phone: TripClients {
        let heard = Mutex<[TripNotice]>([])
        private let service: PlannerService

        init(_ service: PlannerService) { self.service = service }

        func notify(_ user: TripUserID, _ notice: TripNotice) {
            heard.withLock { $0.append(notice) }
            let answer: DeviceMessage
            switch notice {
            case .permissionWanted: answer = .permits(true)
            case .positionWanted: answer = .position(spot(0))
            default: return
            }
            service.onLoop { $0.take(.device(user, TripDeviceID(1), answer)) }
        }
    }

    /// Keeps the facts.
    private final class Facts: EventObserver {
        private(set) var records: [Record<TripEvent>] = []

        func subscribe(to feed: EventFeed) {
            feed.on(TripEvent.self) { [self] batch in
                for index in batch.indices { records.append(batch[index]) }
            }
        }
    }

    /// A running city.
    private struct City {
        let loop = CityLoop(start: clock(8))
        let log: EventLog
        let inputs = InputLog()
        let facts = Facts()
        let hold = TimerHold()
        let service: PlannerService

        init() {
            log = EventLog(loop)
            log.add(facts)
            service = PlannerService(
                loop: loop, log: log, journeys: StatedJourneys((.walk, 20), slower: [(clock(9), 10)]), inputs: inputs,
                hold: hold)
        }

        func send(_ message: TripMessage, at time: CityTime) throws {
            try loop.run(until: time)
            loop.runTurn(at: time) { service.onLoop { $0.take(message) } }
        }

        func end(at time: CityTime = clock(12)) throws {
            try loop.run(until: time)
            service.end()
            log.finish(at: loop.now)
        }
    }

    private func device(_ message: DeviceMessage) -> TripMessage { .device(Self.me, TripDeviceID(1), message) }

    private func lived() throws -> (city: City, phone: Phone) {
        let city = City()
        let phone = Phone(city.service)
        city.loop.runTurn(at: clock(8)) { city.service.onLoop { $0.connect(phone) } }
        try city.send(device(.open), at: clock(8))
        let form = AppointmentForm("secret", .standard(from: clock(10), until: clock(11)), at: spot(9))
        try city.send(device(.change(serial: 1, .add(form))), at: clock(8, 1))
        return (city, phone)
    }

    @Test(
        "TRIP-R29: a phone that answers at once is told in the cycle; one timer is enough for the position and the notice"
    )
    func live() throws {
        let (city, phone) = try lived()
        try city.end(at: clock(14))
        let left = city.facts.records.compactMap { if case .timeToLeave = $0.event { $0.time } else { nil } }
        #expect(left == [clock(9, 20)] && city.loop.strayCount == 0)
        let refreshed = city.facts.records.compactMap { if case .positionRefreshed = $0.event { $0.time } else { nil } }
        #expect(refreshed == [clock(8), clock(10), clock(12), clock(14)])
        let told = phone.heard.withLock { $0 }
        #expect(told.contains { if case .timeToLeave = $0 { true } else { false } })
    }

    @Test("TRIP-POSITION: who answers within a notice is asked again 2 h later, though nothing else happens")
    func answered() throws {
        let city = City()
        let phone = Phone(city.service)
        city.loop.runTurn(at: clock(8)) { city.service.onLoop { $0.connect(phone) } }
        try city.send(device(.open), at: clock(8))
        try withExtendedLifetime(phone) { try city.end(at: clock(11)) }
        let refreshed = city.facts.records.compactMap { if case .positionRefreshed = $0.event { $0.time } else { nil } }
        #expect(refreshed == [clock(8), clock(10)])
    }

    @Test(
        "SIM-06: a replay of the recorded messages, read back from their text, gives the same events without the people"
    )
    func replay() throws {
        let (city, phone) = try lived()
        try withExtendedLifetime(phone) { try city.end() }
        let again = City()
        for record in city.inputs.records {
            let text = try JSONEncoder().encode(record)
            let read = try JSONDecoder().decode(ReadRecord.self, from: text).record
            #expect(read == record)
            guard let message = read.message as? TripMessage else { continue }
            // What was noted before it comes before it.
            while again.log.replayedCount < read.after { #expect(try again.loop.runOneTurn(until: read.time)) }
            try again.loop.run(until: read.time - TimeSpan(nanoseconds: 1))
            again.loop.runTurn(at: read.time) { again.service.onLoop { $0.take(message) } }
        }
        try again.end()
        #expect(again.facts.records.map(\.event) == city.facts.records.map(\.event))
        #expect(again.facts.records.map(\.time) == city.facts.records.map(\.time))
        #expect(city.inputs.records.count > 4 && city.facts.records.count > 8)
    }

    @Test("AVAIL-02: a notice that falls due in an outage goes out when the messages that waited are answered, once")
    func outage() throws {
        let (city, _) = try lived()
        try city.send(.outage(.begins), at: clock(9, 10))
        try city.send(.outage(.ends), at: clock(9, 31))
        try city.send(.outage(.settled), at: clock(9, 32))
        try city.end()
        let left = city.facts.records.compactMap { if case .timeToLeave = $0.event { $0.time } else { nil } }
        #expect(left == [clock(9, 32)])
    }

    @Test("Events are plain bytes, with numbers from 500 to 559; nothing that a user writes is among them")
    func events() {
        #expect(_isPOD(Record<TripEvent>.self))
        #expect(TripEvent.kinds.allSatisfy { (500...559).contains($0.code) })
        #expect(Set(TripEvent.kinds.map(\.code)).count == TripEvent.kinds.count)
        for kind in TripEvent.kinds { #expect(!kind.parts.contains { $0.form == .text }) }
        for event in TripEvent.examples { #expect(TripEvent.kinds.contains { $0.code == event.code }) }
    }

    @Test("Messages of devices need the session of their user; the world's and the server's are nobody's")
    func admission() {
        #expect(device(.open).admission == .role(.tripUser(Self.me)) && device(.open).kind == .tripReport)
        #expect(TripMessage.forecast(.rain).admission == .nobody && TripMessage.outage(.begins).admission == .nobody)
        #expect(device(.view(.calendars)).kind == .tripView && device(.book(vehicle: 1)).kind == .tripMeans)
    }
}

/// A record of the planner's messages.
private struct ReadRecord: Decodable {
    let record: InputRecord

    init(from decoder: any Decoder) throws { record = try InputRecord(from: decoder, types: [TripMessage.self]) }
}
