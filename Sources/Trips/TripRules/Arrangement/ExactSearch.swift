// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The exact search: depth first in time, the next item by end of window and number, its gap rising, and the first success.
///
/// Only items at their earliest start after those before them need looking at, as within one gap and order an earlier start is
/// never worse. What follows depends only on the set of items placed, the gap of the last, the last place, and the last end;
/// what failed fails again with an equal or later end. So at most 2^n (g + 1) (n + 1) states of n items and g gaps are looked
/// into, and the answer is the one that a search without that memory would give.
struct ExactSearch {
    private let layout: DayLayout
    private let items: [DayArranger.Item]
    /// The items to place, by end of window and number; here they are numbered from 0 on.
    private let moving: [Int]
    private let now: CityTime
    private let withTravel: Bool
    /// The earliest end with which each state has failed.
    private var failed: [CityTime]
    private var starts: [CityTime]

    /// Where a search stands. `last` is the flexible item that the last place is of, or the count of them when it is a fixed
    /// item's, or nobody's.
    private struct State {
        var placed = 0
        var gap = 0
        var last: Int
        var end = CityTime(nanoseconds: .min)
    }

    init(of moving: [Int], among layout: DayLayout, _ items: [DayArranger.Item], now: CityTime, withTravel: Bool) {
        (self.layout, self.items, self.moving) = (layout, items, moving)
        (self.now, self.withTravel) = (now, withTravel)
        starts = Array(repeating: .never, count: moving.count)
        failed = Array(repeating: .never, count: (layout.gaps.count << moving.count) * (moving.count + 1))
    }

    /// The starts of the items to place, or nil when they do not fit.
    mutating func starts(_ travel: inout TravelMemo) -> [CityTime]? {
        search(State(last: moving.count), &travel) ? starts : nil
    }

    private mutating func search(_ state: State, _ travel: inout TravelMemo) -> Bool {
        let number = (state.placed * layout.gaps.count + state.gap) * (moving.count + 1) + state.last
        guard state.end < failed[number] else { return false }
        let reach = withTravel ? reach(of: state, &travel) : layout.gaps.count - 1
        if state.placed == 1 << moving.count - 1 { return reach == layout.gaps.count - 1 }
        for next in moving.indices where state.placed & 1 << next == 0 {
            let item = items[moving[next]]
            for gap in state.gap...reach {
                if layout.gaps[gap].start >= item.closes { break }
                let start = start(of: next, in: gap, after: state, &travel)
                let end = start + item.duration
                guard end <= min(layout.gaps[gap].end, item.closes) else { continue }
                let after = State(
                    placed: state.placed | 1 << next, gap: gap,
                    last: withTravel && item.place != nil ? next : last(of: state, in: gap), end: end)
                if search(after, &travel) {
                    starts[next] = start
                    return true
                }
            }
        }
        failed[number] = state.end
        return false
    }

    /// The last gap that can be entered: every located fixed item on the way there is reached.
    private func reach(of state: State, _ travel: inout TravelMemo) -> Int {
        guard state.placed != 0 else { return layout.gaps.count - 1 }
        for gap in state.gap..<layout.gaps.count {
            for stop in layout.stops[gap] {
                // A fixed item that lies beyond the state's gap comes after all that has been placed.
                let isOwn = stop.lastGap < state.gap && state.last < moving.count
                guard let last = isOwn ? moving[state.last] : stop.last, isOwn || state.end > stop.fixedEnd else {
                    continue
                }
                let leaves = max(state.end, stop.fixedEnd)
                if leaves + travel.time(from: last, to: stop.item, items) > stop.start { return gap }
            }
        }
        return layout.gaps.count - 1
    }

    /// The flexible item that the last place is of in a gap at or after the state's, before anything more is placed.
    private func last(of state: State, in gap: Int) -> Int {
        layout.gaps[gap].locatedBefore == layout.gaps[state.gap].locatedBefore ? state.last : moving.count
    }

    /// The earliest start of an item in a gap at or after the state's.
    private func start(of next: Int, in gap: Int, after state: State, _ travel: inout TravelMemo) -> CityTime {
        let item = items[moving[next]]
        let before = max(layout.gaps[gap].start, state.end)
        let start = max(before, item.opens, now)
        guard withTravel, item.place != nil else { return start }
        let last = last(of: state, in: gap)
        guard let place = last < moving.count ? moving[last] : layout.gaps[gap].last else { return start }
        return max(start, before + travel.time(from: place, to: moving[next], items))
    }
}
