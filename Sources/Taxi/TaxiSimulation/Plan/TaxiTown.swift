// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices

/// The taxis of a city as an estimate sees them: means instead of chances.
struct TaxiTown {
    let plan: PlannedCity
    /// Days that the run lasts.
    let days: Double
    /// Seconds from the acceptance to the boarding, and aboard, in the mean.
    let approach: Double
    let ride: Double
    /// Drivers of all groups in service, by the day's mean.
    let inService: Double

    var scenario: Scenario { plan.scenario }

    init(_ plan: PlannedCity) {
        self.plan = plan
        let scenario = plan.scenario
        let days = max(0, scenario.length.inSeconds) / 86_400
        self.days = days
        let zones = plan.peopleLayout.zones
        let area = zones.reduce(0) { $0 + max(0, $1.area) }
        // Two random points of a square of side 1 are 0.5214 apart in the mean (Ghosh, Bulletin of the Calcutta
        // Mathematical Society 43, 1951).
        let travel = scenario.travel
        func drive(over area: Double) -> Double {
            0.5214 * max(0, area).squareRoot() * travel.circuity / max(0.1, travel.freeSpeed)
        }
        approach = travel.approach?.mean ?? drive(over: area / Double(max(1, zones.count)))
        let fixed = travel.rides.fixed.map { curve in
            curve.rows.reduce(0.0) { $0 + $1.reduce(0, +) / Double($1.count) } / Double(curve.rows.count)
        }
        ride = travel.ride?.mean ?? drive(over: area) + (fixed ?? 0)
        inService = scenario.drivers.reduce(0) { $0 + Double($1.count) * Self.share(of: $1, days: days) }
    }

    /// The share of the run that a driver of a group is in service, breaks included.
    static func share(of group: DriverGroup, days: Double) -> Double {
        if let curve = group.onDuty {
            let means = curve.rows.map { $0.reduce(0, +) / Double($0.count) }
            return min(1, means.reduce(0, +) / Double(means.count) / Double(max(1, group.count)))
        }
        guard let shift = group.shift else { return 1 }
        // A run of less than a day may lie in the shift as a whole.
        return min(1, max(0, shift.length.mean) / 86_400 / min(1, max(days, 1.0 / 24)))
    }

    /// The rides that the drivers can give in a run, at most.
    var mostRides: Double {
        guard !scenario.drivers.isEmpty else { return 0 }
        return inService * days * 86_400 / max(1, approach + ride)
    }

    /// The mean number of calls of a group in a run, without those that are made again.
    func calls(of group: PassengerGroup) -> Double {
        switch group.demand {
        case .trace(let rows):
            let midnight = scenario.start.midnight
            return Double(
                rows.count {
                    let time = midnight + ($0.pickUp ?? $0.time)
                    return time >= scenario.start && time < scenario.end
                })
        case .table(let table):
            let (calls, conditions) = (CallTable(table), Conditions(scenario.changes))
            return hours(from: scenario.start, to: scenario.end).reduce(0) { sum, hour in
                calls.origins(at: hour.start).reduce(sum) {
                    $0 + $1.weight * conditions.demand(in: $1.zone, at: hour.start) * hour.hours
                }
            }
        case .arrivals(let perDay, let hourly, _): return calls(perDay: perDay, hourly: hourly, group.origin)
        case .population(let people, let thinking):
            let seconds = days * 86_400
            // A person calls again 1 ms later at the earliest. Who is not served thinks again at once.
            let pause = max(0.001, thinking.mean + group.client.confirming.mean + group.client.typing.mean)
            let all = Double(people)
            let served = all / (pause + approach + ride)
            let turnedAway = max(0, all - inService) / pause
            let isScarce = served * seconds > mostRides
            return max(served, isScarce ? turnedAway : 0) * seconds
        }
    }

    /// The mean number of calls of a stream: the rate of each hour by the changes that hold at its begin.
    private func calls(perDay: Double, hourly: DayProfile, _ origin: ZoneWeights) -> Double {
        guard hourly.most > 0, perDay > 0 else { return 0 }
        func sum(_ time: CityTime) -> Double { hourly.values(on: time).reduce(0, +) }
        // Without changes every day is as the others.
        guard !scenario.changes.isEmpty else {
            guard days < 1.5 else { return perDay * days }
            return hours(from: scenario.start, to: scenario.end).reduce(0) {
                $0 + perDay * hourly[$1.start] / sum($1.start) * $1.hours
            }
        }
        var instants = scenario.changes.flatMap { [$0.from, $0.until] }.filter {
            $0 > scenario.start && $0 < scenario.end
        }
        instants = [scenario.start] + instants.sorted() + [scenario.end]
        return zip(instants, instants.dropFirst()).reduce(0) { total, span in
            let factor = self.factor(at: span.0, origin)
            let length = (span.1 - span.0).inSeconds / 3600
            guard length <= 48 else { return total + perDay * length / 24 * factor }
            return hours(from: span.0, to: span.1).reduce(total) {
                $0 + perDay * hourly[$1.start] / sum($1.start) * $1.hours * factor
            }
        }
    }

    /// A stretch of time cut at the full hours.
    private func hours(from: CityTime, to: CityTime) -> [(start: CityTime, hours: Double)] {
        var found: [(CityTime, Double)] = []
        var next = from
        while next < to {
            let hour = next.midnight + .hours(next.hourOfDay + 1)
            let end = min(to, max(hour, next + .seconds(1)))
            found.append((next, (end - next).inSeconds / 3600))
            next = end
        }
        return found
    }

    /// The factor of the demand at an instant; a surge of some zones counts by their share of the weights.
    private func factor(at time: CityTime, _ origin: ZoneWeights) -> Double {
        scenario.changes.reduce(1) { factor, change in
            guard change.from <= time, time < change.until else { return factor }
            switch change.kind {
            case .rain(_, let demand, _): return factor * demand
            case .surge(let zones, let surge):
                let share = zones.isEmpty ? 1 : self.share(of: zones, origin)
                return factor * (1 + share * (surge - 1))
            case .closure, .strike: return factor
            }
        }
    }

    private func share(of zones: [ZoneID], _ origin: ZoneWeights) -> Double {
        func weight(_ zone: ZoneRecord) -> Double {
            switch origin {
            case .equal: 1
            case .area: zone.area
            case .listed(let table): table[zone.id] ?? 0
            }
        }
        let all = plan.peopleLayout.zones
        let sum = all.reduce(0) { $0 + weight($1) }
        let some = all.reduce(0) { $0 + (zones.contains($1.id) ? weight($1) : 0) }
        return sum > 0 ? some / sum : 1
    }
}
