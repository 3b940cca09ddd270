// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RandomStreams

/// Times that a publisher rounded, as Chicago does to quarters of an hour so that nobody is found in them.
enum Rounding {
    /// The steps that are looked for, in seconds, the longest first.
    static let steps: [Int64] = [3600, 1800, 900, 600, 300]
    /// So many of all times are whole steps where they are rounded; by chance one in three hundred is.
    private static let share = 0.99
    /// Of fewer times nothing is said.
    private static let fewest = 100

    /// The step that times are rounded to; nil for none.
    static func step(_ multiples: [Int], of count: Int) -> Int64? {
        guard count >= fewest else { return nil }
        return zip(steps, multiples).first { Double($0.1) >= share * Double(count) }?.0
    }

    /// Spreads starts evenly over the step around each, so that no burst of rides begins at each quarter. One stream for each row: other rows
    /// change nothing. A ride stays on its day.
    static func spread(_ trips: inout [RecordedTrip], by step: Int64, seed: UInt64) {
        let key = StreamKey(seed: seed)
        for index in trips.indices {
            var stream = RandomStream(key, for: .spreading, of: UInt64(trips[index].row))
            let move = Int64(((stream.uniform() - 0.5) * Double(step)).rounded(.down))
            let wall = trips[index].wall
            let isSameDay = (wall + move) / 86_400 == wall / 86_400
            trips[index].start += isSameDay ? move : -move - 1
        }
    }
}

extension Purpose {
    /// Where in a rounded step a recorded ride began (owner: a row).
    static var spreading: Purpose { Purpose(180) }
}
