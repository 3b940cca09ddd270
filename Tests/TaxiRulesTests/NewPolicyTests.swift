// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// Whoever came last is asked first: a policy as somebody new to the house would write it.
private struct LastInQueue: DispatchPolicy {
    func choose(from candidates: Candidates, at now: CityTime) -> Int? {
        candidates.queue.indices.last { candidates.contains($0) }
    }
}

struct NewPolicyTests {
    @Test("The rules ask whom it chooses, round by round, and every invariant of queues holds")
    func rules() {
        var city = RuleCity(seats: [4, 4, 4], policy: LastInQueue())
        city.at(
            0, .goesInService(.a, at: .kilometres(3)), .goesInService(.b, at: .kilometres(4)),
            .goesInService(.c, at: .kilometres(5)))
        city.at(10, .calls(.p))
        city.at(20, .refuses(.c))
        city.at(30, .accepts(.b))
        city.run(until: 30)
        #expect(city.offers == "10 C:R1, 20 B:R1")
    }
}
