// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import TaxiReservations

/// Many random stories. The rules check themselves after every call; the audit reads the facts.
@Suite struct RandomBookTests {
    @Test("500 random books: each reservation ends once, none too early, none too near another, nothing is left over")
    func randomBooks() {
        for seed in 0..<500 {
            var story = RandomBook(seed: seed, withRestarts: false)
            story.live()
            #expect(story.audit() == [], "seed \(seed)")
            #expect(story.port.isBlank, "seed \(seed)")
        }
    }

    @Test("300 random books with restarts of the service: each reservation ends once, and nothing is left over")
    func restarts() {
        for seed in 1000..<1300 {
            var story = RandomBook(seed: seed, withRestarts: true)
            story.live()
            #expect(story.audit() == [], "seed \(seed)")
            #expect(story.port.isBlank, "seed \(seed)")
        }
    }

    @Test("Equal seeds give equal facts")
    func repeatable() {
        for seed in 0..<20 {
            var first = RandomBook(seed: seed, withRestarts: true)
            var second = RandomBook(seed: seed, withRestarts: true)
            first.live()
            second.live()
            #expect(first.port.notes.map(\.event) == second.port.notes.map(\.event))
            #expect(first.port.notes.map(\.time) == second.port.notes.map(\.time))
        }
    }

    @Test("The random books are worth it: everything that can happen happens often")
    func coverage() {
        var counts: [String: Int] = [:]
        for seed in 0..<200 {
            var story = RandomBook(seed: seed, withRestarts: false)
            story.live()
            for (_, event) in story.port.notes {
                let word =
                    switch event {
                    case .reservationEnded(_, let outcome): "ended \(outcome)"
                    case .reservationRejected(_, let reason): "rejected \(reason)"
                    case .cancelRefused(_, _, let reason): "refused \(reason)"
                    default: event.name
                    }
                counts[word, default: 0] += 1
            }
            for left in story.port.takenOff { counts["taken off \(left.reason)", default: 0] += 1 }
            counts["detached", default: 0] += story.port.detached.count
        }
        let outcomes = ReservationOutcome.allCases.map { "ended \($0)" }
        let wanted =
            outcomes + [
                "rejected badTravelerCount", "rejected addressOutsideCity", "rejected gpsTooCoarse",
                "rejected leadTime", "rejected onePerHour", "refused tooLate", "refused unknown", "reservationHeld",
                "reservationWaiting", "reservationsViewed", "taken off busy", "taken off cancelled", "detached",
            ]
        for word in wanted { #expect(counts[word, default: 0] >= 10, "\(word): \(counts[word, default: 0])") }
    }
}
