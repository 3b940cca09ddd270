// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import RaceSimulation
import Reporting
import RuleTestKit
import StoreSimulation
import Testing

@testable import TripSimulation

/// Counts in which outcomes each activity is.
private final class OutcomeNotes: EventObserver {
    private(set) var planned: Set<Int32> = []
    private(set) var begun: [Int32: Int] = [:]
    private(set) var ended: [Int32: Int] = [:]
    private(set) var missed: [Int32: Int] = [:]
    private(set) var engaged = 0

    func subscribe(to feed: EventFeed) {
        feed.on(TravellingEvent.self) { [self] records in
            for index in records.indices {
                switch records[index].event {
                case .activityPlanned(let number, _, _, _, _, _): planned.insert(number)
                case .arrived(_, let number, _): if number > 0 { begun[number, default: 0] += 1 }
                case .activityEnded(let number, _): ended[number, default: 0] += 1
                case .activityMissed(let number, _): missed[number, default: 0] += 1
                case .engaged: engaged += 1
                default: break
                }
            }
        }
    }
}

/// Small cities full of trouble: every law is checked after every event, and every activity has one outcome.
@Suite("Random cities of people whose day is a plan")
struct RandomCityTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Scenarios/city").path()

    /// A city of one seed.
    private static func text(_ seed: Int) -> String {
        var random = SplitMix64(seed: seed)
        func share(_ most: Int = 100) -> String { "\(random.number(0...most))%" }
        func clock(_ hours: ClosedRange<Int>) -> String {
            let minutes = random.pick(["00", "15", "30", "45"])
            return "\"\(random.number(hours)):\(minutes)\"".replacing("\"8:", with: "\"08:").replacing(
                "\"9:", with: "\"09:"
            )
            .replacing("\"6:", with: "\"06:").replacing("\"7:", with: "\"07:")
        }
        func place() -> String { random.pick(["work", "near", "home", "equal", "{\(random.number(1...9)): 1}"]) }
        func activity(_ number: Int) -> String {
            let name = "a\(number)"
            switch random.below(4) {
            case 0:
                let opens = random.number(9...15)
                return
                    "{name: \(name), at: stores, share: \(share()), window: {from: \"\(opens < 10 ? "0" : "")\(opens):00\", until: \"\(opens + random.number(1...4)):30\"}}"
            case 1:
                let opens = random.number(9...14)
                return
                    "{name: \(name), place: \(place()), window: {from: \"\(opens < 10 ? "0" : "")\(opens):00\", until: \"\(opens + 3):00\"}, length: \(random.number(10...90)) min}"
            default:
                return
                    "{name: \(name), place: \(place()), start: \(clock(8...19)), length: {uniform: {from: 5 min, to: \(random.number(10...200)) min}}}"
            }
        }
        func deadPhones() -> String {
            guard random.below(3) == 0 else { return "" }
            let (hours, minutes) = (random.number(1...10), random.number(1...120))
            return "\n    dead-phones: {after: {exponential: \(hours) h}, length: {exponential: \(minutes) min}}"
        }
        // Every fifth city is the shipped one, with its lines, most of them late, and at times on strike.
        let hasLines = seed % 5 == 0
        let city =
            hasLines
            ? """
            city: {zones: \(folder)/zones.geojson, number: zone_id, name: name}
            travel: {timetable: {file: \(folder)/lines.timetable, late: [{delay: {exponential: \(random.number(0...600)) s}}]}}
            """ : "city: {grid: {rows: 3, columns: 3, cell: \(random.number(500...3000)) m}}"
        let track =
            hasLines
            ? "[{longitude: 9.1865, latitude: 45.4640}, {longitude: 9.1925, latitude: 45.4640}]"
            : "[{longitude: 0.002, latitude: 0.002}, {longitude: 0.011, latitude: 0.002}]"
        let strike = hasLines ? ", {from: \(clock(8...12)), until: \"16:30\", strike: [bus, tram]}" : ""
        // Every third has a server, which is slow, loses messages and fails.
        let server =
            seed % 3 == 0
            ? """
            server:
              workers: \(random.number(1...3))
              service: {law: {exponential: \(random.number(1...400)) ms}}
              failures: {mtbf: \(random.number(2...12)) h, mttr: \(random.number(1...40)) min}
            network: {delay: {exponential: \(random.number(10...900)) ms}, loss: \(random.number(0...20))%}

            """ : ""
        let group = { (name: String) in
            """
              - name: \(name)
                count: \(random.number(1...12))
                home: equal
                work: equal
                bicycle: \(share())
                car: \(share())
                taxi: \(share())
                shared-bicycle: \(share())
                shared-car: \(share())
                walk: \(random.number(0...4000)) m
                early: {uniform: {from: 0 s, to: \(random.number(1...20)) min}}
                low-emission: \(share())
                planner: \(share())
                reserves: \(share())
                lunch: {share: \(share()), length: \(random.number(10...90)) min}\(deadPhones())
                reaction: {exponential: \(random.number(1...15)) min}
                uses: [{service: stores, share: \(share()), like: guests}, {service: races, share: \(share()), like: fast}]
                days: [{activities: [\((0..<random.number(1...6)).map(activity).joined(separator: ", "))]}]

            """
        }
        let limit = random.number(1...3)
        let rain = clock(8...12)
        return """
            cabrank: 1
            name: random
            start: 2026-03-04 06:00
            length: \(random.number(14...30)) h
            \(city)
            modules: [reservations]
            drivers: [{name: cabs, count: \(random.number(1...6)), answer: {reaction: 10 s, accept: \(random.number(10...100))%, refuse: 0%}}]
            passengers: [{name: callers, arrivals: {per-day: \(random.number(0...60))}, patience: \(random.number(1...20)) min}]
            changes: [{from: \(rain), until: "18:00", rain: {speed: \(random.pick(["0.5", "0.8", "0.95"]))}}\(strike)]
            people:
            \(group("one"))\(group("two"))trips:
              planner: \(random.pick(["true", "true", "false"]))
              margin: \(random.number(0...20)) min
              engagements: \(random.pick(["true", "false"]))
              vehicles:
                - {provider: bikes, kind: bicycle, count: \(random.number(0...4)), zones: equal}
                - {provider: cars, kind: car, count: \(random.number(0...2)), zones: equal}
            stores:
              groups:
                - {name: shop, count: \(random.number(1...3)), limit: \(2 * limit), quotas: {normal: \(limit), priority: 0, booking: \(limit)}, hours: "08:00-20:00", slots: {every: 15 min, size: 1}, holding: \(random.number(10...90)) min}
              shoppers:
                - name: guests
                  arrivals: {per-day: \(random.number(0...80))}
                  books: \(share())
                  totem: \(share(50))
                  without-phone: \(share(50))
                  no-shows: \(share(30))
                  lost-codes: \(share(30))
                  longest-line: {exponential: \(random.number(5...60)) min}
                  patience: {exponential: \(random.number(5...60)) min}
                  radius: 10 km
                  visit: {exponential: \(random.number(5...50)) min}
                  booking: {own-time: \(share()), cancels: \(share()), accepts: \(share(60)), declines: \(share(40))}
              notices: {lost: \(share(40))}
            races:
              events:
                - name: run
                  start: "\(random.number(10...18)):00"
                  end: "21:00"
                  maximum: \(random.number(1...10))
                  track: \(track)
              runners:
                - {name: fast, people: \(random.number(0...4)), no-shows: \(share(30)), withdraws: \(share(30)), looks-after: {exponential: 1 h}}
            \(server)
            """
    }

    @Test(
        "SIM-10, SIM-12: in 1,000 cities with too few taxis, places, slots and vehicles, late lines, strikes, dead phones and servers that fail all laws hold after every event, and each activity has one outcome",
        arguments: 0..<20)
    func trouble(_ batch: Int) throws {
        var engaged = 0
        for seed in batch * 50..<batch * 50 + 50 {
            let notes = OutcomeNotes()
            let result = try SliceRuns(TripsSlice(), StoresSlice(), RacesSlice(), head: "").run(
                Self.text(seed), seed: UInt64(seed), notes)
            #expect(result.violations.isEmpty, "city \(seed): \(result.violations.prefix(3))")
            let twice = [notes.begun, notes.ended, notes.missed].contains { $0.values.contains { $0 > 1 } }
            #expect(!twice, "city \(seed)")
            let both = Set(notes.begun.keys).intersection(notes.missed.keys)
            #expect(both.isEmpty, "city \(seed): begun and missed \(both.sorted())")
            #expect(Set(notes.ended.keys).isSubset(of: notes.begun.keys), "city \(seed)")
            #expect(Set(notes.begun.keys).union(notes.missed.keys).isSubset(of: notes.planned), "city \(seed)")
            engaged += notes.engaged
        }
        #expect(engaged > 50)
    }
}
