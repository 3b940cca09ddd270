// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TripRules

/// Travel along a line: as many seconds for a metre as it is told, and a route only between places that have one.
struct LineTravel: DayTravel {
    var secondsPerMetre = 1
    /// Nobody gets there.
    var island: Place?

    func time(from start: Place, to end: Place, of id: AppointmentID, arriving: CityTime) -> TimeSpan? {
        start == island || end == island
            ? nil : .seconds(Int(abs(Int64(start.east) - Int64(end.east))) / 1000 * secondsPerMetre)
    }
}

/// A place on the line.
func spot(_ metres: Int) -> Place { Place(east: Int32(metres * 1000), north: 0) }

/// A day with fixed and flexible occurrences of up to three calendars. All times are multiples of a grid, so that a search over
/// the grid is exact.
struct RandomDay {
    var problem: DayProblem
    var travel = LineTravel(secondsPerMetre: 60, island: spot(99))
    let grid: TimeSpan

    init(seed: Int, fixed: ClosedRange<Int>, flexible: ClosedRange<Int>, slots: Int = 96, grid: TimeSpan = .minutes(5))
    {
        var draw = SplitMix64(seed: seed)
        self.grid = grid
        let calendars = draw.number(1...3)
        func time(_ slot: Int) -> CityTime { .epoch + grid * slot }
        func calendar() -> TripCalendarID { TripCalendarID(Int32(draw.number(1...calendars))) }
        func place() -> Place? {
            if draw.once(in: 40) { return spot(99) }
            return draw.once(in: 3) ? nil : spot(5 * draw.number(0...6))
        }
        var number: Int32 = 0
        func next() -> AppointmentID {
            number += 1
            return AppointmentID(number)
        }
        let still = (0..<draw.number(fixed)).map { _ in
            let start = draw.number(0...slots - 2)
            let end = min(slots, start + draw.number(1...max(2, slots / 8)))
            return FixedItem(id: next(), calendar: calendar(), start: time(start), end: time(end), place: place())
        }
        let moving = (0..<draw.number(flexible)).map { _ in
            let length = draw.number(1...max(2, slots / 10))
            let opens = draw.number(0...slots - length)
            let closes = min(slots, opens + length + draw.number(0...slots / 3))
            return FlexibleItem(
                id: next(), calendar: calendar(), opens: time(opens), closes: time(closes), duration: grid * length,
                place: place())
        }
        let lunch =
            draw.once(in: 2)
            ? FlexibleItem(
                id: .lunch, calendar: TripCalendarID(1 as Int32), opens: time(slots / 3), closes: time(slots / 3 + 12),
                duration: grid * 4, place: nil) : nil
        problem = DayProblem(
            fixed: still, flexible: moving, lunch: lunch, now: time(draw.once(in: 2) ? 0 : draw.number(0...slots / 2)))
    }
}
