// SPDX-License-Identifier: GPL-3.0-or-later

/// What a journey by timetable is asked for: from many stops to many, so that whatever leads to a stop may be part of it.
package struct TransitQuery: Sendable {
    /// Stops where it may begin, with the seconds from its start to each.
    package var accesses: [StopOffset]
    /// Stops where it may end, with the seconds from each to its end.
    package var egresses: [StopOffset]
    /// What the way takes without any vehicle; nil where there is none.
    package var walk: Int32?
    /// Changes of vehicle at most.
    package var mostChanges = 11
    /// For each line whether it does not run; empty when all do.
    package var closedLines: [Bool] = []
    /// Metres on foot between two vehicles at most.
    package var longestWalk = Int32.max
    /// The seconds of the day in which one may be in vehicles, both ends included; nil for all day.
    package var window: ClosedRange<Int32>?

    package init(accesses: [StopOffset], egresses: [StopOffset], walk: Int32? = nil) {
        (self.accesses, self.egresses, self.walk) = (accesses, egresses, walk)
    }

    /// A journey between two stops: with all walks that the changes know, at both its ends and without a vehicle.
    package init(from: Int, to: Int, changes: StopChanges, reversed: StopChanges) {
        accesses = changes.accesses(from: from)
        egresses = reversed.accesses(from: to)
        walk = from == to ? 0 : changes.walk(from: from, to: to)
    }
}

/// A part of a journey in one vehicle.
package struct TransitLeg: Hashable, Sendable {
    package let line: Int
    /// The trip in the timetable, and whether it is one of the day before.
    package let trip: Int
    package let isOfDayBefore: Bool
    package let boards: Int
    package let alights: Int
    /// Seconds from midnight of the day that was asked about; those past 24:00 of the day before are early in the day.
    package let departs: Int32
    package let arrives: Int32
    /// Seconds on foot before it: from the start, or from where the vehicle before was left.
    package let walked: Int32
}

/// A journey by timetable. Without legs it is one on foot alone.
package struct TransitJourney: Hashable, Sendable {
    /// When one sets out: as late as its first vehicle allows.
    package let departs: Int32
    package let arrives: Int32
    package let legs: [TransitLeg]
    /// Seconds on foot behind the last vehicle, or of the whole way.
    package let walked: Int32

    /// How often the vehicle is changed.
    package var changes: Int { max(0, legs.count - 1) }
}
