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
        /// The shared vehicle that is held or used.
        var vehicle: Int32?
    }

    /// Who holds or uses a shared vehicle.
    private var holders: [Int32: PersonID] = [:]

    func subscribe(to feed: EventFeed) {
        feed.on(TravellingEvent.self) { [self] records in
            for index in records.indices {
                take(records[index].event, records[index].number, at: records[index].time)
            }
        }
    }

    func take(_ event: TravellingEvent, _ number: Int64, at now: CityTime) {
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
            people[person] = State(place: from, means: means, waitsSince: isWait ? now : nil, vehicle: state.vehicle)
            if means.isShared, !isWait, state.vehicle == nil {
                note("oneVehicle", person, "uses a shared vehicle that was not booked")
            }
        case .legEnded(let person, let place, _):
            let state = people[person]
            people[person] = State(place: place, vehicle: state?.vehicle)
            if state?.means?.isShared == true { isFree(person) }
        case .vehicleBooked(let person, let vehicle, _):
            if let other = holders[vehicle] {
                note("oneVehicle", person, "books vehicle \(vehicle), which person \(other) has")
            }
            if let other = people[person]?.vehicle {
                note("oneVehicle", person, "books vehicle \(vehicle) and has vehicle \(other)")
            }
            holders[vehicle] = person
            people[person, default: State()].vehicle = vehicle
        case .vehicleGivenUp(let person, _, _): isFree(person)
        case .replanned(let person, _):
            people[person]?.means = nil
            people[person]?.waitsSince = nil
        case .arrived(let person, _, _):
            // Also of who turns back while waiting.
            people[person]?.means = nil
            people[person]?.waitsSince = nil
        case .activityPlanned, .walksAll, .taxiCalled, .activityEnded, .activityMissed, .errandPlanned,
            .engaged, .engagementMoved, .waitsForService, .taxiReserved, .taxiGivenUp, .phoneChanged, .noticeKept,
            .usesPlanner:
            break
        }
    }

    /// The vehicle of somebody is free again.
    private func isFree(_ person: PersonID) {
        guard let vehicle = people[person]?.vehicle else { return }
        people[person]?.vehicle = nil
        holders[vehicle] = nil
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
