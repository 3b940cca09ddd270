// SPDX-License-Identifier: GPL-3.0-or-later
package import TripRecords

/// What one line of arithmetic says of another day, without any simulation: Little's law (Little 1961, Operations Research 9).
///
/// The occupied share is rides x mean length of a ride / taxis at work. Vacant times are those of the days that are known, times the
/// free time for each ride, which is (taxis at work - rides x mean length) / rides, over that of the known days. What a simulation is
/// worth shows beside it.
package enum LittleLine {
    /// The figures of a kind of day with other rides and taxis.
    ///
    /// - Parameters:
    ///   - known: the figures that are known.
    ///   - days: their kind of day; the answer has it too.
    ///   - rides: rides in an hour of the day.
    ///   - atWork: taxis at work in an hour of the day.
    ///   - heard: taxis of which something is heard then; as it is known where nil.
    package static func figures(
        _ known: ObservedFigures, _ days: String, rides: (ObservedHour) -> Double, atWork: (ObservedHour) -> Double?,
        heard: ((ObservedHour) -> Double?)? = nil
    ) -> ObservedFigures {
        var hours: [ObservedHour] = []
        var (before, after) = ((free: 0.0, rides: 0.0), (free: 0.0, rides: 0.0))
        for hour in known.hours where hour.days == days {
            var line = hour
            line.trips = rides(hour)
            line.atWork = atWork(hour)
            if let heard { line.heard = heard(hour) }
            line.occupied = nil
            if let ride = hour.rideMean, let work = line.atWork, let workBefore = hour.atWork, work > 0 {
                let busy = line.trips * ride / 3600
                line.occupied = busy / work
                let (free, freeBefore) = (max(0, work - busy), max(0, workBefore - hour.trips * ride / 3600))
                before = (before.free + freeBefore, before.rides + hour.trips)
                after = (after.free + free, after.rides + line.trips)
                if line.trips > 0, freeBefore > 0, hour.trips > 0 {
                    let factor = (free / line.trips) / (freeBefore / hour.trips)
                    line.vacant = hour.vacant.map { $0.map { $0 * factor } }
                }
            }
            hours.append(line)
        }
        var laws: [VacantLaw] = []
        if var law = known.law(days) {
            if before.free > 0, before.rides > 0, after.rides > 0 {
                let factor = (after.free / after.rides) / (before.free / before.rides)
                law.values = law.values.map { $0 * factor }
            }
            laws.append(law)
        }
        return ObservedFigures(hours: hours, laws: laws)
    }
}
