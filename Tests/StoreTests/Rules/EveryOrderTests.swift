// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules
import Testing

/// All orders of what three people can do at a store with one normal and one booking place: at each point each of them may
/// take the next step, leave, or time may pass.
struct EveryOrderTests {
    @Test("Every order of scans, exits, cancellations and lapses keeps all invariants, and each outcome is reached")
    func everyOrder() {
        var city = StoreCity(
            .of(1, 0, 1) {
                $0.holding = .minutes(1)
                $0.slots = SlotGrid(every: .minutes(1), size: 2)
                $0.grace = .minutes(6)
                $0.admissionWindow = .minutes(6)
            })
        city.checks = false
        city.join(1)
        city.join(2)
        city.book(3, clock(8, 4))
        var outcomes: Set<String> = []
        var stories = 0
        explore(city, depth: 0, &outcomes, &stories)
        #expect(stories > 1_500)
        let endings = ["out", "left", "removed", "cancelled", "lapsed"]
        for outcome in ["out out out", "removed removed lapsed", "left left cancelled", "removed out out"] {
            #expect(outcomes.contains(outcome), "\(outcome)")
        }
        #expect(outcomes.allSatisfy { $0.split(separator: " ").allSatisfy { endings.contains(String($0)) } })
    }

    private func explore(_ city: StoreCity, depth: Int, _ outcomes: inout Set<String>, _ stories: inout Int) {
        let open = city.rules.floors[0].openPasses
        guard !open.isEmpty, depth < 8 else {
            var end = city
            end.run(until: end.now + .hours(1))
            for pass in end.rules.floors[0].openPasses { end.exit(pass) }
            end.run(until: end.now + .hours(1))
            for pass in end.rules.floors[0].openPasses { end.exit(pass) }
            end.rules.checkInvariants()
            stories += 1
            if !end.violations.isEmpty { Issue.record("\(end.story()) breaks \(end.violations)") }
            let ends = (1...3).map { number in
                end.story().compactMap { line -> String? in
                    let words = line.split(separator: " ").map(String.init)
                    guard words.count > 2, words[2] == "\(number)",
                        ["out", "left", "removed", "cancelled", "lapsed"].contains(words[1])
                    else { return nil }
                    return words[1]
                }
            }
            // Each pass ends exactly once.
            if ends.contains(where: { $0.count != 1 }) { Issue.record("\(end.story())") }
            outcomes.insert(ends.compactMap(\.first).joined(separator: " "))
            return
        }
        for pass in open {
            guard let record = city.rules.floors[0].record(of: pass) else { continue }
            if record.phase == .inside {
                branch(city, depth, &outcomes, &stories) { $0.exit(pass) }
            } else {
                if record.scan == nil { branch(city, depth, &outcomes, &stories) { $0.scan(pass) } }
                branch(city, depth, &outcomes, &stories) {
                    $0.shopper(
                        pass.index,
                        record.queue == nil ? .cancelBooking(isConfirmed: true) : .leaveQueue(isConfirmed: true))
                }
            }
        }
        branch(city, depth, &outcomes, &stories) { $0.run(until: $0.now + .minutes(4)) }
    }

    private func branch(
        _ city: StoreCity, _ depth: Int, _ outcomes: inout Set<String>, _ stories: inout Int,
        _ act: (inout StoreCity) -> Void
    ) {
        var copy = city
        let before = copy.notes.count
        act(&copy)
        // A refused wish changes nothing: what follows is explored without it.
        guard !copy.notes[before...].contains(where: { $0.event.words?.hasPrefix("no") ?? false }) else { return }
        explore(copy, depth: depth + 1, &outcomes, &stories)
    }
}
