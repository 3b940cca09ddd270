// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import Foundation
import HealthRules
import HealthService
import Testing

/// The actor of the data side: nothing but the rules decides.
struct DataBrokerTests {
    private static let party = ThirdPartyID(1)

    /// A request, a yes, a subscription, batches, a read; and a group subscription.
    private static func script(_ city: LiveBroker) {
        city.register(3)
        city.send(1, .person(party, number: "ssn 2", .request))
        city.send(2, .consent(WearerID(2), .answer(party, isYes: true)))
        city.send(3, .person(party, number: "SSN2", .subscribe))
        city.send(
            4, .group(party, .subscribe(GroupQuery(GroupCriteria(), ParameterSet(.heartRate), interval: .minutes(1)))))
        city.send(4, .group(party, .ask(GroupQuery(GroupCriteria(), ParameterSet(.heartRate), interval: .minutes(1)))))
    }

    private static func batches(_ city: LiveBroker) {
        for step in 0..<30 {
            for person in 1...3 { city.batch(person, Double(10 + 5 * step), Int32(7000 + person * 100)) }
        }
    }

    @Test(
        "HEALTH-R7, HEALTH-R27: a number finds its person however it is written, and what was sent is stored and can be read"
    )
    func story() throws {
        let city = LiveBroker()
        Self.script(city)
        Self.batches(city)
        city.send(200, .person(Self.party, number: "SSN2", .read(from: .epoch, to: .never)))
        city.send(201, .person(Self.party, number: "SSN9", .request))
        try city.run(until: 300)
        #expect(city.listener.asked == [.asked(Self.party), .stored(Self.party, .accepted)])
        #expect(city.count("dataDelivered") == 30 && city.stored == 90 && city.store.count == 90)
        let read = city.listener.notices.compactMap { if case .batches(_, let list) = $0 { list } else { nil } }
        #expect(read.map(\.count) == [30])
        #expect(city.listener.notices.last == .requestRefused(.unknownNumber) || city.count("requestRefused") == 1)
        #expect(city.violations.isEmpty)
    }

    @Test(
        "HEALTH-R11: what is delivered is as old as the way from the phone; an aggregate comes at the end of its interval"
    )
    func delay() throws {
        let city = LiveBroker()
        Self.script(city)
        Self.batches(city)
        try city.run(until: 300)
        // The start is a whole minute: intervals from 60 s on, until 300 s.
        #expect(city.count("groupDelivered") == 4)
        let minute = CityTime.seconds(8 * 3600 + 60)
        let first = DataEvent.groupDelivered(
            group: GroupID(1), from: minute, to: minute + .seconds(60), members: 0, values: 1)
        #expect(city.events.contains(first))
    }

    @Test(
        "A replay of the messages with the people and batches of the monitor gives the same facts, without any number")
    func replay() throws {
        let first = LiveBroker()
        Self.script(first)
        Self.batches(first)
        first.send(200, .person(Self.party, number: "SSN2", .read(from: .epoch, to: .never)))
        try first.run(until: 300)
        let second = LiveBroker(isReplay: true)
        second.at(0) { broker in
            for person in 1...3 {
                broker.registered(
                    WearerID(person), PersonalData(number: "", birth: CivilDate(1980, 1, 1), residence: .origin))
            }
        }
        let broker = second.broker
        for record in first.inputs.records {
            second.loop.schedule(at: record.time, as: .arrival) {
                broker.onLoop { broker in (record.message as? HeardMessage).map { broker.take($0) } }
            }
        }
        Self.batches(second)
        try second.run(until: 300)
        #expect(first.events.count > 40 && first.events == second.events)
        let text = String(decoding: try JSONEncoder().encode(first.inputs.records), as: UTF8.self)
        #expect(!text.lowercased().contains("ssn") && text.contains("health-data"))
    }

    @Test("SEC-09: a planted social security number is in no event, input or stored file")
    func planted() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("batches-\(getpid())-planted").path
        let store = try BatchFile(path: path)
        defer { try? store.remove() }
        let city = LiveBroker(store)
        let number = "RSSMRA80A01F205X"
        city.at(0) {
            for person in 1...3 {
                $0.registered(
                    WearerID(person),
                    PersonalData(
                        number: person == 2 ? number : "SSN\(person)", birth: CivilDate(1980, 1, 1), residence: .origin)
                )
            }
        }
        city.send(1, .person(Self.party, number: number, .request))
        city.send(2, .person(Self.party, number: number, .subscribe))
        Self.batches(city)
        try city.run(until: 300)
        let inputs = String(decoding: try JSONEncoder().encode(city.inputs.records), as: UTF8.self)
        let events = city.events.map { "\($0)" }.joined(separator: "\n")
        let file = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        #expect(city.count("requestForwarded") == 1)
        #expect(!(inputs + events + file).contains(number))
    }

    @Test(
        "HEALTH-R29: after a withdrawal at 100 s a batch that the phone had kept is not delivered; a deletion erases the store"
    )
    func withdrawal() throws {
        let city = LiveBroker()
        Self.script(city)
        city.batch(2, 50)
        city.send(100, .consent(WearerID(2), .withdraw(Self.party)))
        city.at(101) { $0.take(LiveBroker.batch(2, 99.9)) }
        city.batch(2, 103.1)
        city.at(200) { $0.left(WearerID(2)) }
        city.send(201, .person(Self.party, number: "SSN2", .request))
        try city.run(until: 300)
        #expect(city.count("dataDelivered") == 1 && city.store.count == 0 && city.stored == 3)
        #expect(city.listener.notices.last == .requestRefused(.unknownNumber) && city.violations.isEmpty)
    }

    @Test("A changed number is found, the old one is not; the first of two people keeps a number")
    func numbers() throws {
        let city = LiveBroker()
        city.register(2)
        city.at(1) {
            $0.changed(
                WearerID(1), PersonalData(number: "NEW1", birth: CivilDate(1980, 1, 1), residence: .origin))
            $0.changed(
                WearerID(2), PersonalData(number: "NEW1", birth: CivilDate(1980, 1, 1), residence: .origin))
        }
        city.send(2, .person(Self.party, number: "SSN1", .request))
        city.send(3, .person(Self.party, number: "NEW1", .request))
        try city.run(until: 10)
        #expect(city.count("requestRefused") == 1)
        #expect(city.events.contains(.requestForwarded(party: Self.party, wearer: WearerID(1))))
    }

    @Test("A store that fails is known to the operator, and the service goes on")
    func failure() throws {
        let city = LiveBroker(BrokenStore())
        Self.script(city)
        Self.batches(city)
        city.send(200, .person(Self.party, number: "SSN2", .read(from: .epoch, to: .never)))
        try city.run(until: 300)
        #expect(city.count("dataDelivered") == 30 && city.count("groupDelivered") == 4)
        #expect(city.broker.onLoop { $0.storeFailure is BrokenStore.Failure })
        #expect(city.broker.storeProblem is BrokenStore.Failure)
    }

    @Test("After the end nothing is served")
    func ended() throws {
        let city = LiveBroker()
        Self.script(city)
        city.at(5) { $0.end() }
        Self.batches(city)
        city.send(200, .person(Self.party, number: "SSN1", .request))
        try city.run(until: 300)
        #expect(city.stored == 0 && city.count("requestForwarded") == 1 && city.count("groupDelivered") == 0)
    }
}

/// A disk that is gone.
private final class BrokenStore: BatchStore {
    struct Failure: Error {}

    let count = 0
    func count(of wearer: WearerID) -> Int { 0 }
    func append(_ batch: HealthBatch) throws { throw Failure() }
    func batches(of wearer: WearerID, from start: CityTime, to end: CityTime) throws -> [HealthBatch] {
        throw Failure()
    }
    func erase(_ wearer: WearerID) throws { throw Failure() }
}
