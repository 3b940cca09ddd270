// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Arranges one day (TRIP-FLEX, DEC-TRIP-FLEX; issue 33, decisions 3 to 5).
///
/// A function of what stands in the day, of what has begun, and of now; never of the order in which things came. What every part
/// of it keeps to:
/// - nothing flexible overlaps anything else that counts in its step, starts before its window or now, or ends after its window;
/// - the way to a located occurrence begins at the last place, when the occurrence before it ends, located or not. It must fit,
///   unless none of the three is flexible: what is entered with fixed times is judged, not moved.
///
/// "Before" is what has ended by the start; so of fixed occurrences that overlap, neither is before the other.
struct DayArranger {
    /// One occurrence; fixed ones have their times, others their window until they are placed.
    struct Item {
        let id: AppointmentID
        let calendar: TripCalendarID
        let place: Place?
        let isFlexible: Bool
        /// Where it may be: its times when it is fixed.
        let opens: CityTime
        let closes: CityTime
        let duration: TimeSpan

        init(_ fixed: FixedItem) {
            (id, calendar, place, isFlexible) = (fixed.id, fixed.calendar, fixed.place, false)
            (opens, closes, duration) = (fixed.start, fixed.end, fixed.end - fixed.start)
        }

        init(_ flexible: FlexibleItem) {
            (id, calendar, place, isFlexible) = (flexible.id, flexible.calendar, flexible.place, true)
            (opens, closes, duration) = (flexible.opens, flexible.closes, flexible.duration)
        }

        /// When one arrives there, as far as its travel time depends on it: the middle of a window (issue 33, decision 3).
        var arrival: CityTime { isFlexible ? opens + (closes - opens) / 2 : opens }
    }

    /// The fixed ones by start, end and number; then the flexible ones by end of window and number; then lunch.
    let items: [Item]
    let fixed: Range<Int>
    let flexible: Range<Int>
    let hasLunch: Bool
    let now: CityTime
    let mostSearched: Int
    var travel: TravelMemo

    init(_ problem: DayProblem, travel: any DayTravel) {
        let still = problem.fixed.sorted { ($0.start, $0.end, $0.id) < ($1.start, $1.end, $1.id) }
        let moving = problem.flexible.sorted { ($0.closes, $0.id) < ($1.closes, $1.id) }
        items = still.map { Item($0) } + moving.map { Item($0) } + (problem.lunch.map { [Item($0)] } ?? [])
        fixed = 0..<still.count
        flexible = still.count..<still.count + moving.count
        hasLunch = problem.lunch != nil
        (now, mostSearched) = (problem.now, min(problem.mostSearched, 12))
        self.travel = TravelMemo(count: items.count, travel)
    }

    /// The arrangement, or nil when no step has one.
    mutating func arranged() -> DayArrangement? {
        guard let (step, starts) = firstStep() else { return nil }
        var timeline = timeline(of: fixed)
        for index in flexible { insert(index, at: starts[index - flexible.lowerBound], into: &timeline) }
        let lunch = hasLunch ? earliestStart(of: items.count - 1, in: timeline, withTravel: true) : nil
        return DayArrangement(
            step: step,
            placed: zip(flexible, starts).map { DayArrangement.Placed(id: items[$0].id, start: $1) },
            lunch: lunch, late: step == .withTravel ? [] : late(in: timeline))
    }

    /// The starts of the flexible ones by the first of the three steps that has some.
    private mutating func firstStep() -> (ArrangementStep, [CityTime])? {
        let (still, moving) = (Array(fixed), Array(flexible))
        if let starts = starts(of: moving, among: still, withTravel: true) { return (.withTravel, starts) }
        if let starts = starts(of: moving, among: still, withTravel: false) { return (.withoutTravel, starts) }
        var starts = Array(repeating: CityTime.never, count: flexible.count)
        for calendar in Set(moving.map { items[$0].calendar }).sorted() {
            let own = moving.filter { items[$0].calendar == calendar }
            let among = still.filter { items[$0].calendar == calendar }
            guard let found = self.starts(of: own, among: among, withTravel: false) else { return nil }
            for (index, start) in zip(own, found) { starts[index - flexible.lowerBound] = start }
        }
        return (.ownCalendar, starts)
    }

    /// The quick rule, then the exact search.
    private mutating func starts(of moving: [Int], among still: [Int], withTravel: Bool) -> [CityTime]? {
        if let starts = quickStarts(of: moving, among: still, withTravel: withTravel) { return starts }
        guard moving.count <= mostSearched else { return nil }
        var search = ExactSearch(
            of: moving, among: DayLayout(items, still), items, now: now, withTravel: withTravel)
        return search.starts(&travel)
    }
}
