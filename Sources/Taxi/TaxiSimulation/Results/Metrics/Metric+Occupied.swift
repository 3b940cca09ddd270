// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

/// What the metrics of the occupied share are read from.
struct OccupiedFacts {
    let all: OccupiedFold.Sum
    /// Of all drivers, in seconds.
    let service, riding: Double
    let hours: [HourOccupied]

    /// Reads the fold at its end; nil where the scenario is none of recorded trips.
    init?(_ facts: TaxiFacts) {
        guard let occupied = facts.fold.occupied else { return nil }
        all = occupied.all
        (service, riding) = (facts.service * 1e-9, facts.times[3] * 1e-9)
        hours = (0..<occupied.hours.count).compactMap { facts.fold.occupied(ofHour: $0) }
    }

    var share: Double? { service > 0 ? riding / service : nil }
    var line: Double? { service > 0 ? Double(all.rides) * (all.mean ?? 0) / service : nil }
    /// How far the shares of the hours are from their lines, as a share of them, with rides as weights; nil without a ride.
    var byHour: Double? {
        var (sum, weight) = (0.0, 0.0)
        for hour in hours {
            guard let share = hour.share, let line = hour.line, line > 0 else { continue }
            sum += abs(share - line) / line * Double(hour.rides)
            weight += Double(hour.rides)
        }
        return weight > 0 ? sum / weight : nil
    }
}

/// The metrics of the occupied share. A run has them when calls come from a table and taxis by a curve, as an import writes them.
extension Metric where Source == OccupiedFacts {
    static let all = metrics.map(\.tidied)

    @MetricList private static var metrics: [Metric] {
        number("occupied.share", .share, over: { $0.service / 3600 }, \.share)
        number("occupied.ride", .minutes, over: { Double($0.all.rides) }, \.all.mean)
        number("occupied.line", .share, over: { $0.service / 3600 }, \.line)
        number("occupied.byHour", .share, \.byHour)
    }
}
