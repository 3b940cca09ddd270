// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// Many small random cities. Each rule value checks itself after every call; the audit replays the facts.
struct RandomCityTests {
    @Test("1,000 random cities settle and break no rule", arguments: 0..<10)
    func randomCities(_ hundred: Int) {
        for seed in (hundred * 100)..<(hundred * 100 + 100) {
            var story = RandomStory(seed: seed)
            let settles = story.live()
            #expect(settles, "seed \(seed)")
            #expect(story.city.audit.violations.isEmpty, "seed \(seed)")
            #expect(story.city.calls.liveCount == 0, "seed \(seed)")
        }
    }

    @Test("Equal seeds give equal facts")
    func repeatable() {
        for seed in 0..<20 {
            var first = RandomStory(seed: seed)
            var second = RandomStory(seed: seed)
            _ = first.live()
            _ = second.live()
            #expect(first.city.notes == second.city.notes)
        }
    }

    @Test("TAXI-QUEUE-15: over 300 runs only the four changes appear, and busy to off shift")
    func statusPairs() {
        var pairs: [String] = []
        for seed in 0..<300 {
            var story = RandomStory(seed: seed)
            _ = story.live()
            for note in story.city.notes {
                guard case .statusChanged(_, let old, let new, _) = note.event else { continue }
                let pair = "\(old) to \(new)"
                if !pairs.contains(pair) { pairs.append(pair) }
            }
        }
        #expect(
            pairs.sorted() == [
                "available to busy", "available to offShift", "busy to available", "busy to offShift",
                "offShift to available",
            ])
    }

    @Test("The random cities are worth it: every way to end an offer, a request and a ride happens often")
    func coverage() {
        var counts: [String: Int] = [:]
        for seed in 0..<300 {
            var story = RandomStory(seed: seed)
            _ = story.live()
            for note in story.city.notes {
                let word: String? =
                    switch note.event {
                    case .offerAccepted: "accepted"
                    case .offerRefused: "refused"
                    case .offerTimedOut: "timed out"
                    case .offerWithdrawn(_, _, _, let reason): "withdrawn \(reason)"
                    case .lateAnswerIgnored: "late"
                    case .requestAborted(_, _, let reason): "aborted \(reason)"
                    case .requestWaiting: "waiting"
                    case .rideReleased: "released"
                    case .rideEndedOutsideZones: "outside"
                    case .rideEnded: "ride ended"
                    case .shiftLimitReached: "limit"
                    case .noticeDelivered: "delivered"
                    case .badCustomerReported: "reported"
                    case .requestRefused(_, let reason): "message \(reason)"
                    case .driverEnqueued(_, _, _, let reason): "joins \(reason)"
                    default: nil
                    }
                if let word { counts[word, default: 0] += 1 }
            }
        }
        let wanted = [
            "accepted", "refused", "timed out", "withdrawn zoneLeft", "withdrawn offShift", "withdrawn requestEnded",
            "late", "aborted noDriver", "aborted allRefused", "aborted noTaxiLargeEnough", "aborted abandoned",
            "waiting", "released", "outside", "ride ended", "limit", "delivered", "reported", "message notYourOffer",
            "message tooEarly", "joins zoneChange", "joins released", "joins rideEnded",
        ]
        for word in wanted { #expect(counts[word, default: 0] >= 10, "\(word)") }
    }
}
