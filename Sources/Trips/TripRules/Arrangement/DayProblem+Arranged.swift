// SPDX-License-Identifier: GPL-3.0-or-later

extension DayProblem {
    /// The arrangement of the day, or nil when there is none by any step: then what was entered last is refused, and the old
    /// arrangement stays (TRIP-FLEX). Travel times are asked for when they are needed, each pair once.
    public func arranged(travel: some DayTravel) -> DayArrangement? {
        var arranger = DayArranger(self, travel: travel)
        return arranger.arranged()
    }
}
