// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The free time between fixed items, and what lies in the way from one gap to the next.
struct DayLayout {
    /// A time in which nothing is fixed.
    struct Gap {
        /// When the last fixed item before it ends; the beginning of time in the first gap.
        let start: CityTime
        /// When the next fixed item begins.
        let end: CityTime
        /// The last place among fixed items before it.
        let last: Int?
        /// How many located fixed items lie before it.
        let locatedBefore: Int
    }

    /// A located fixed item, which must be reached when something flexible is before it.
    struct Stop {
        let item: Int
        let start: CityTime
        /// When the last fixed item that is before it ends.
        let fixedEnd: CityTime
        /// The last place among fixed items before it, with the gap that lies next before that.
        let last: Int?
        let lastGap: Int
    }

    private(set) var gaps: [Gap] = []
    /// The stops between each gap and the next, and after the last one: by start.
    private(set) var stops: [[Stop]] = []

    /// Takes the numbers of fixed items, by start, end and number.
    init(_ items: [DayArranger.Item], _ still: [Int]) {
        var gapOf = Array(repeating: 0, count: items.count)
        var end = CityTime(nanoseconds: .min)
        var located = 0
        for (index, item) in still.enumerated() {
            if end < items[item].opens {
                add(items, from: end, to: items[item].opens, still[..<index], located)
            }
            end = max(end, items[item].closes)
            gapOf[item] = gaps.count - 1
            guard items[item].place != nil else { continue }
            located += 1
            let before = still[..<index].filter { items[$0].closes <= items[item].opens }
            let last = Self.last(items, before)
            stops[gaps.count - 1].append(
                Stop(
                    item: item, start: items[item].opens,
                    fixedEnd: before.map { items[$0].closes }.max() ?? CityTime(nanoseconds: .min), last: last,
                    lastGap: last.map { gapOf[$0] } ?? -1))
        }
        add(items, from: end, to: .never, still[...], located)
    }

    private mutating func add(
        _ items: [DayArranger.Item], from start: CityTime, to end: CityTime, _ before: ArraySlice<Int>, _ located: Int
    ) {
        gaps.append(Gap(start: start, end: end, last: Self.last(items, before), locatedBefore: located))
        stops.append([])
    }

    /// The located one that ends last; of equal ones the one that starts last, then the one of the highest number.
    private static func last(_ items: [DayArranger.Item], _ before: some Sequence<Int>) -> Int? {
        before.filter { items[$0].place != nil }.max {
            (items[$0].closes, items[$0].opens, items[$0].id) < (items[$1].closes, items[$1].opens, items[$1].id)
        }
    }
}
