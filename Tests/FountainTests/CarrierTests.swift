// SPDX-License-Identifier: GPL-3.0-or-later

import CityHost
import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Reporting
import ScenarioLanguage
import Synchronization
import TaxiRules
import Testing

extension ServiceID {
    fileprivate static let errands = ServiceID("errands")
}

/// What the errand service is told, with the time.
private final class ErrandNotes: Sendable {
    struct Entry: Hashable {
        let person: Int
        let seconds: Int
        let word: String
    }

    private let list = Mutex<[Entry]>([])

    func add(_ person: PersonID, _ time: CityTime, _ word: String) {
        list.withLock {
            $0.append(Entry(person: Int(person.key & 0xff), seconds: Int(time.sinceMidnight.inSeconds), word: word))
        }
    }

    func words(of person: Int) -> [String] { list.withLock { $0.filter { $0.person == person }.map(\.word) } }
    func entries(of person: Int) -> [Entry] { list.withLock { $0.filter { $0.person == person } } }
}

/// A service without messages of its own, whose people order taxis.
private final class Errands: RoleSource {
    /// What each of the people does.
    enum Errand: Sendable { case calls, callsAndCancels, reserves, reservesTooLate, reservesAndCancels, callsTwice }

    private let errands: [Errand]
    private let loop: CityLoop
    private let notes: ErrandNotes
    private let people = Mutex<[Person]>([])

    init(_ errands: [Errand], loop: CityLoop, notes: ErrandNotes) {
        (self.errands, self.loop, self.notes) = (errands, loop, notes)
    }

    func begin(among people: People) {
        for (index, errand) in errands.enumerated() {
            let id = PersonID(part: 3, group: 5 << 20, member: index)
            let start = Place(metresEast: 400, north: 400 + 150 * Double(index))
            let person = Person(id, as: .passenger, at: start, among: people)
            self.people.withLock { $0.append(person) }
            people.join(person)
            loop.schedule(at: loop.now + .minutes(10), as: .arrival) { [self, weak people] in
                guard let carrier = people?.carrier else { return notes.add(id, loop.now, "no carrier") }
                order(errand, Int64(index + 1), person, start, carrier)
            }
        }
    }

    private func order(_ errand: Errand, _ number: Int64, _ person: Person, _ start: Place, _ carrier: any Carrier) {
        let end = Place(metresEast: 1500, north: 1500)
        @Sendable func news(_ news: CarrierNews) {
            let holder = person.onLoop { $0.holder }
            switch news {
            case .accepted: notes.add(person.id, loop.now, "accepted")
            case .arrived(let place):
                let isThere = person.onLoop { $0.place } == place && place == end
                notes.add(person.id, loop.now, "arrived \(isThere) free \(holder == nil)")
            case .aboard: notes.add(person.id, loop.now, "aboard held \(holder?.name ?? "nobody")")
            case .refused, .failed, .cancelled: notes.add(person.id, loop.now, "\(news)")
            }
        }
        var order = CarrierOrder(number, from: start, to: end, habits: "residents")
        switch errand {
        case .calls: carrier.order(order, for: person, news: news)
        case .callsTwice:
            carrier.order(order, for: person, news: news)
            order.reference += 100
            carrier.order(order, for: person, news: news)
        case .callsAndCancels:
            carrier.order(order, for: person, news: news)
            loop.schedule(at: loop.now + .seconds(1), as: .arrival) { carrier.cancel(number, of: person.id) }
        case .reserves, .reservesAndCancels:
            order.pickUp = loop.now + .hours(3)
            carrier.order(order, for: person, news: news)
            if errand == .reservesAndCancels {
                loop.schedule(at: loop.now + .minutes(30), as: .arrival) { carrier.cancel(number, of: person.id) }
            }
        case .reservesTooLate:
            order.pickUp = loop.now + .minutes(20)
            carrier.order(order, for: person, news: news)
        }
    }

    func end() { people.withLock { $0 = [] } }
}

private struct ErrandParameters: Sendable {
    static let section = Section("errands", "Errands.", blank: ErrandParameters(), [Field<ErrandParameters>]())
}

private struct ErrandSlice: ServiceSlice {
    let key = ServiceKey(.errands, ErrandParameters.section)
    let errands: [Errands.Errand]
    let notes: ErrandNotes

    func open(in city: SliceCity) -> OpenSlice {
        OpenSlice(service: nil, role: Errands(errands, loop: city.host.loop, notes: notes))
    }
}

@Suite("People of another service are carried by taxi")
struct CarrierTests {
    private static let text = """
        cabrank: 1
        name: errands
        start: 2026-03-04 06:00
        length: 6 h
        city: {grid: {rows: 2, columns: 2, cell: 1 km}}
        modules: [reservations]
        drivers: [{name: cabs, count: 12, answer: {reaction: {uniform: {from: 2 s, to: 9 s}}, accept: 100%}}]
        passengers: [{name: residents, arrivals: {per-day: 0}}]

        """

    private func notes(_ errands: [Errands.Errand], _ text: String = text) throws -> ErrandNotes {
        let notes = ErrandNotes()
        _ = try SliceRuns(ErrandSlice(errands: errands, notes: notes), head: text).run("errands: {}\n")
        return notes
    }

    @Test(
        "API-11: an order is a call through the passenger's own messages: accepted, aboard in the taxi's hands, arrived and free"
    )
    func called() throws {
        let notes = try notes([.calls, .callsAndCancels, .callsTwice])
        #expect(notes.words(of: 0) == ["accepted", "aboard held taxi", "arrived true free true"])
        #expect(notes.words(of: 1) == ["cancelled"])
        #expect(
            notes.words(of: 2).sorted()
                == ["accepted", "aboard held taxi", "arrived true free true", "refused"].sorted())
    }

    @Test("an order for an agreed time is a reservation; one too soon is refused, and one cancelled in time is gone")
    func reserved() throws {
        let notes = try notes([.reserves, .reservesTooLate, .reservesAndCancels])
        #expect(notes.words(of: 0).suffix(2) == ["aboard held taxi", "arrived true free true"])
        let aboard = try #require(notes.entries(of: 0).first { $0.word.hasPrefix("aboard") })
        #expect(aboard.seconds >= 9 * 3600 + 600 && aboard.seconds < 9 * 3600 + 1500)
        #expect(notes.words(of: 1) == ["refused"])
        #expect(notes.words(of: 2) == ["cancelled"])
    }

    @Test("when no driver accepts, the order fails, and whoever ordered is told")
    func noTaxis() throws {
        let none = Self.text.replacing("accept: 100%", with: "accept: 0%")
            .replacing("arrivals: {per-day: 0}", with: "arrivals: {per-day: 0}, call-again: 0%")
        #expect(try notes([.calls], none).words(of: 0) == ["failed"])
    }
}
