// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// All orders of the answers of 3 drivers to 2 requests: at each point each pending offer may be accepted or refused,
/// or the next one lapses.
struct EveryOrderTests {
    @Test("Every order of accepts, refusals and lapses ends well, and each outcome is reached", arguments: [0.0, 5])
    func everyOrder(gap: Double) {
        var city = RuleCity()
        city.queueUp(.a, .b, .c)
        city.at(0, .calls(.p))
        city.at(gap, .calls(.q))
        city.run(until: gap)
        var outcomes: [String: Int] = [:]
        explore(city, &outcomes)
        // Nobody but A, B and C is there, and each request is asked of at least one of them.
        #expect(
            outcomes.keys.sorted() == [
                "accepted accepted", "accepted allRefused", "allRefused accepted", "allRefused allRefused",
            ])
        #expect(outcomes.values.reduce(0, +) > 500)
    }

    private func explore(_ city: RuleCity, _ outcomes: inout [String: Int]) {
        let pondering = city.zone(.z1).queue.filter { $0.pending != nil }.map(\.driver)
        guard !pondering.isEmpty else {
            var end = city
            end.run()
            #expect(end.audit.violations.isEmpty)
            #expect(end.zone(.z1).requests.isEmpty)
            outcomes["\(outcome(of: .r1, in: end)) \(outcome(of: .r2, in: end))", default: 0] += 1
            return
        }
        for driver in pondering {
            for step in [Step.accepts(driver), .refuses(driver)] {
                var branch = city
                let time = city.now.inSeconds + 1
                branch.at(time, step)
                branch.run(until: time)
                explore(branch, &outcomes)
            }
        }
        var lapse = city
        let before = lapse.notes.count
        while lapse.notes.count == before, lapse.takeTurn() {}
        explore(lapse, &outcomes)
    }

    private func outcome(of request: RequestID, in city: RuleCity) -> String {
        for note in city.notes {
            switch note.event {
            case .offerAccepted(_, request, _): return "accepted"
            case .requestAborted(request, _, let reason): return reason.word
            default: continue
            }
        }
        return "open"
    }
}
