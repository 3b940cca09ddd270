// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Judges recorded times and distances of trips by where their zones lie: a column in another unit than the one that it is read in
/// gives trips that cannot be.
///
/// A row is doubtful when its trip would be faster than 200 km/h, slower than a walk over more than 1 km, or shorter than the straight
/// line. When that is so of more than half of the rows that can be judged, the unit is wrong, and that is an error.
package struct PlausibleTrips {
    /// What stands in a row: of one trip, or the mean of all trips between two zones.
    package enum Kind: Sendable { case trip, mean }

    /// A person's pace, in kilometres an hour: slower trips are no drives.
    static let walk = 4.0
    /// Nearer zones say nothing of a trip's pace, in metres.
    static let far = 1000.0

    private struct Tally {
        var judged = 0, doubtful = 0
        /// For the doubtful ones the factor by which the value would be larger in an ordinary trip.
        var factors: [Double] = []
        var examples: [String] = []
        var first: InputLocation?

        mutating func note(_ factor: Double, _ example: String, at location: InputLocation) {
            doubtful += 1
            factors.append(factor)
            if examples.count < 3 { examples.append(example) }
            if first == nil { first = location }
        }

        /// The factor of the row in the middle.
        var factor: Double { factors.sorted()[factors.count / 2] }
    }

    private let distances: ZoneDistances
    private let kind: Kind
    private var times = Tally(), lengths = Tally()

    package init(_ distances: ZoneDistances, of kind: Kind) {
        self.distances = distances
        self.kind = kind
    }

    /// Judges a row; `seconds` and `metres` are nil when they are not recorded.
    package mutating func judge(
        from: ZoneID, to: ZoneID, seconds: Double?, metres: Double?, at location: InputLocation
    ) {
        let mean = distances.mean(from, to)
        let least = kind == .mean ? mean : distances.least(from, to)
        let trip = "zone \(from) to zone \(to)"
        if let seconds, mean > 0 {
            times.judged += 1
            let usual = mean / 1000 / 30 * 3600
            // Zones that touch may be near; no trip between them is as fast as an aeroplane in the mean.
            let isFast =
                least / seconds * 3.6 > PlausibleDrive.fastest
                || (mean > Self.far && mean / seconds * 3.6 > 5 * PlausibleDrive.fastest)
            let isSlow = mean > Self.far && mean / seconds * 3.6 < Self.walk
            if isFast || isSlow {
                times.note(
                    usual / seconds, "\(numberText(seconds)) s from \(trip), \(Self.kilometres(mean)) away",
                    at: location)
            }
        }
        if let metres, mean > 0 {
            lengths.judged += 1
            // A twentieth and 100 m less are left to rounding, and to the map.
            if metres < 0.95 * least - 100 || (mean > Self.far && metres < mean / 50) {
                lengths.note(
                    mean / metres, "\(numberText(metres)) m from \(trip), \(Self.kilometres(mean)) away", at: location)
            }
        }
    }

    /// What is doubtful about the rows, at most one problem for the times and one for the distances.
    package func problems(time: String, distance: String) -> [InputProblem] {
        var problems: [InputProblem] = []
        if let first = times.first {
            let factor = times.factor
            let unit = factor > 1000 ? "hours" : factor > 10 ? "minutes" : factor < 0.1 ? "milliseconds" : nil
            problems.append(problem(times, "times", time, "seconds", unit, at: first))
        }
        if let first = lengths.first {
            problems.append(
                problem(
                    lengths, "distances", distance, "metres", lengths.factor > 300 ? "kilometres or miles" : nil,
                    at: first))
        }
        return problems
    }

    private func problem(
        _ tally: Tally, _ what: String, _ column: String, _ unit: String, _ probable: String?,
        at location: InputLocation
    ) -> InputProblem {
        let isMost = tally.doubtful * 2 > tally.judged && probable != nil
        let reason =
            what == "times"
            ? "faster than \(numberText(PlausibleDrive.fastest)) km/h or slower than a walk"
            : "shorter than the straight line"
        return InputProblem(
            isMost ? .error : .warning, at: location,
            "\(tally.doubtful) of \(tally.judged) \(what) between zones \(tally.doubtful == 1 ? "is" : "are") \(reason): "
                + tally.examples.joined(separator: "; ") + (tally.doubtful > tally.examples.count ? "; ..." : "")
                + "; `\(column)` is in \(unit)"
                + (probable.map { isMost ? ": is the column in \($0)?" : ": are these in \($0)?" } ?? ""))
    }

    private static func kilometres(_ metres: Double) -> String { "\(numberText((metres / 100).rounded() / 10)) km" }
}
