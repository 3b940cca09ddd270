// SPDX-License-Identifier: GPL-3.0-or-later

/// What an import read, and in numbers what it left out.
package struct FeedSummary: Hashable, Sendable {
    package internal(set) var stops = 0
    package internal(set) var lines = 0
    /// Rows of the tables of trips.
    package internal(set) var trips = 0
    package internal(set) var stopTimes = 0
    /// Stop times without a clock time, which lie evenly between their neighbours.
    package internal(set) var timesBetween = 0
    /// Trips left out since they have fewer than two stop times.
    package internal(set) var shortTrips = 0
    /// Rows of tables of frequencies.
    package internal(set) var frequencies = 0
    /// Trips that they stand for.
    package internal(set) var repeatedTrips = 0
    /// Lines of types that are no means here, which run as buses.
    package internal(set) var otherTypes = 0
    /// Services that no trip has.
    package internal(set) var idleServices = 0
    /// Changes between stops for which the feed says what they take.
    package internal(set) var changes = 0
    /// Transfers left out since they are for some lines or trips only.
    package internal(set) var boundTransfers = 0
    /// Transfers left out since one stays in the vehicle.
    package internal(set) var seatTransfers = 0
    package internal(set) var shapes = 0
    /// Trips whose shape is not in the feed.
    package internal(set) var missingShapes = 0

    /// The summary in sentences, a line each.
    package func lines(_ timetable: Timetable) -> [String] {
        var lines = [
            "read: \(stops) stops, \(self.lines) lines, \(trips) trips, \(stopTimes) stop times, \(shapes) shapes"
        ]
        if timesBetween > 0 {
            lines.append("stop times without a clock time: \(timesBetween), evenly between their neighbours")
        }
        if frequencies > 0 { lines.append("frequencies: \(frequencies), which are \(repeatedTrips) trips") }
        if changes > 0 { lines.append("changes with a time of their own: \(changes)") }
        let left = [
            (shortTrips, "trips with fewer than two stops"), (idleServices, "services without trips"),
            (boundTransfers, "transfers of some lines or trips only"), (seatTransfers, "transfers within a vehicle"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        if !left.isEmpty { lines.append("left out: " + left.joined(separator: ", ")) }
        if otherTypes > 0 { lines.append("lines of other types, which run as buses: \(otherTypes)") }
        if missingShapes > 0 { lines.append("trips whose shape is not in the feed: \(missingShapes)") }
        let means = LineMeans.allCases.compactMap { means in
            let count = (0..<timetable.lineCount).count { timetable.means(of: $0) == means }
            return count > 0 ? "\(count) of \(means.name)" : nil
        }
        lines.append("lines: " + means.joined(separator: ", "))
        lines.append(
            "timetable: \(timetable.tripCount) trips of \(timetable.sequenceCount) sequences of stops, from "
                + "\(timetable.firstDay) to \(timetable.lastDay)")
        return lines
    }
}
