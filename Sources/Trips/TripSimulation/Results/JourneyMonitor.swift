// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Reporting

/// Watches after every event that journeys hold together, and that nobody waits for what does not come (issue 33, decision 9).
final class JourneyMonitor: ServiceMonitor {
    private(set) var violations: [Violation] = []
    private var people: [PersonID: State] = [:]
    /// Whoever waits longer for one vehicle waits for one that does not come.
    private static let longestWait = TimeSpan.hours(3)
    private static let most = 1000

    private struct State {
        var place: Place?
        var means: TravelMeans?
        var waitsSince: CityTime?
    }

    func subscribe(to feed: EventFeed) {
        feed.on(TravellingEvent.self) { [self] records in
            for index in records.indices {
                take(records[index].event, records[index].number, at: records[index].time)
            }
        }
    }

    private func take(_ event: TravellingEvent, _ number: Int64, at now: CityTime) {
        func note(_ rule: String, _ person: PersonID, _ message: String) {
            guard violations.count < Self.most else { return }
            violations.append(
                Violation(id: rule, time: now, number: number, actors: ["person \(person)"], message: message))
        }
        switch event {
        case .setOut(let person, _, let from): people[person, default: State()].place = from
        case .legBegun(let person, let means, let from, let isWait):
            let state = people[person] ?? State()
            if let place = state.place, place != from {
                note("twoPlaces", person, "a leg begins elsewhere than the last one ended")
            }
            if let other = state.means, other != means || state.waitsSince == nil {
                note("oneLeg", person, "a leg begins before the last one ended")
            }
            if let since = state.waitsSince, now - since > Self.longestWait {
                note("waitsForever", person, "waited since \(since)")
            }
            people[person] = State(place: from, means: means, waitsSince: isWait ? now : nil)
        case .legEnded(let person, let place, _): people[person] = State(place: place)
        case .replanned(let person, _):
            people[person]?.means = nil
            people[person]?.waitsSince = nil
        case .arrived(let person, _, _):
            // Also of who turns back while waiting.
            people[person]?.means = nil
            people[person]?.waitsSince = nil
        case .activityPlanned, .walksAll, .taxiCalled, .activityEnded, .activityMissed, .errandPlanned,
            .engaged, .engagementMoved, .waitsForService, .taxiReserved, .taxiGivenUp, .usesPlanner:
            break
        }
    }

    /// Nobody still waits for something that should have come.
    func finish(at end: CityTime) {
        for (person, state) in people.sorted(by: { $0.key.key < $1.key.key }) {
            guard let since = state.waitsSince, end - since > Self.longestWait, violations.count < Self.most else {
                continue
            }
            violations.append(
                Violation(
                    id: "waitsForever", time: end, number: 0, actors: ["person \(person)"],
                    message: "has waited since \(since)"))
        }
    }
}
