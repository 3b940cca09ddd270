// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// A way on foot from one stop to another.
package struct StopPath: Hashable, Sendable {
    package let from: Int
    package let to: Int
    package let seconds: Int32
    /// Its length as walked.
    package let metres: Int32

    package init(from: Int, to: Int, seconds: Int32, metres: Int32 = 0) {
        (self.from, self.to, self.seconds, self.metres) = (from, to, seconds, metres)
    }
}

/// What walks between stops take where no network of streets is at hand: the straight line, longer by a share, at a speed.
package struct WalkRule: Hashable, Sendable {
    /// Metres of the straight line, at most.
    package var limit = 400.0
    /// The way for a metre of the straight line.
    package var detour = 1.3
    /// Metres a second.
    package var speed = 1.2
    /// Seconds for getting from a platform to another.
    package var change: Int32 = 60

    package init() {}

    func path(from: Int, to: Int, _ line: Double) -> StopPath {
        let metres = min(line * detour, 1e9)
        return StopPath(
            from: from, to: to, seconds: Int32(min(metres / speed, 86_000).rounded(.up)) + change,
            metres: Int32(metres.rounded(.up)))
    }

    /// The ways between all stops that lie within the limit of each other.
    package func paths(_ timetable: Timetable) -> [StopPath] {
        let placed = (0..<timetable.stopCount).filter {
            timetable.longitudes[$0] != 0 || timetable.latitudes[$0] != 0
        }
        guard limit > 0, let north = placed.map({ timetable.latitudes[$0].magnitude }).max() else { return [] }
        // Cells of a grid as wide as the limit where degrees are shortest: no two stops within it are further than neighbouring cells.
        let least = Globe.metresPerDegree(at: min(Double(north) / Globe.parts, 85))
        func cell(_ degrees: Int32, _ metresPerDegree: Double) -> Int32 {
            Int32((Double(degrees) / Globe.parts * metresPerDegree * 0.98 / limit).rounded(.down))
        }
        struct Cell: Hashable {
            let x: Int32
            let y: Int32
        }
        var cells: [Cell: [Int]] = [:]
        func cell(of stop: Int) -> Cell {
            Cell(
                x: cell(timetable.longitudes[stop], least.east), y: cell(timetable.latitudes[stop], 110_500))
        }
        for stop in placed { cells[cell(of: stop), default: []].append(stop) }
        var paths: [StopPath] = []
        for stop in placed {
            let middle = cell(of: stop)
            var found: [StopPath] = []
            for x in (middle.x - 1)...(middle.x + 1) {
                for y in (middle.y - 1)...(middle.y + 1) {
                    for other in cells[Cell(x: x, y: y)] ?? [] where other != stop {
                        let metres = timetable.metres(stop, other)
                        guard metres <= limit else { continue }
                        found.append(path(from: stop, to: other, metres))
                    }
                }
            }
            paths += found.sorted { $0.to < $1.to }
        }
        return paths
    }
}

extension Timetable {
    /// Metres of the straight line between two stops.
    func metres(_ a: Int, _ b: Int) -> Double {
        Globe.metres((longitudes[a], latitudes[a]), (longitudes[b], latitudes[b]))
    }
}

/// What changes take: at each stop, and on foot from stop to stop.
package struct StopChanges: Hashable, Sendable {
    /// In `waits`: one may not change there.
    static let never = Int32.max

    /// Seconds at least between vehicles at one stop.
    let waits: [Int32]
    /// Where the walks from each stop begin; one more for the end.
    let first: [UInt32]
    let stops: [UInt32]
    let seconds: [Int32]
    let metres: [Int32]

    /// Changes at the same stop alone, which take no time.
    package init(sameStop timetable: Timetable) {
        waits = [Int32](repeating: 0, count: timetable.stopCount)
        first = [UInt32](repeating: 0, count: timetable.stopCount + 1)
        (stops, seconds, metres) = ([], [], [])
    }

    /// Changes on foot, and what the feeds say of them.
    ///
    /// A feed's time holds where it is more than that of the walk, and forbids what it forbids. A pair that it names and that is not
    /// among the walks is walked in a straight line.
    package init(_ timetable: Timetable, paths: [StopPath], beyond rule: WalkRule = WalkRule()) {
        var waits = [Int32](repeating: 0, count: timetable.stopCount)
        var all = paths.filter { $0.from != $0.to }.sorted {
            ($0.from, $0.to, $0.seconds) < ($1.from, $1.to, $1.seconds)
        }
        var said: [StopPath] = []
        for index in timetable.changeFrom.indices {
            let (from, to) = (Int(timetable.changeFrom[index]), Int(timetable.changeTo[index]))
            let isNever = timetable.changeSeconds[index] == Timetable.never
            let seconds = isNever ? Self.never : Int32(timetable.changeSeconds[index])
            if from == to { waits[from] = seconds } else { said.append(StopPath(from: from, to: to, seconds: seconds)) }
        }
        // Both lists are sorted by pair.
        var merged: [StopPath] = []
        merged.reserveCapacity(all.count + said.count)
        var next = 0
        func isBefore(_ a: StopPath, _ b: StopPath) -> Bool { (a.from, a.to) < (b.from, b.to) }
        func add(_ path: StopPath) {
            // Of several walks between two stops the shortest is taken.
            if let last = merged.last, (last.from, last.to) == (path.from, path.to) { return }
            merged.append(path)
        }
        for word in said {
            while next < all.count, isBefore(all[next], word) {
                add(all[next])
                next += 1
            }
            let hasWalk = next < all.count && !isBefore(word, all[next])
            let walk =
                hasWalk
                ? all[next] : rule.path(from: word.from, to: word.to, timetable.metres(word.from, word.to))
            while next < all.count, !isBefore(word, all[next]) { next += 1 }
            if word.seconds != Self.never {
                add(
                    StopPath(
                        from: word.from, to: word.to, seconds: max(walk.seconds, word.seconds), metres: walk.metres))
            }
        }
        for path in all[next...] { add(path) }
        all = merged
        self.waits = waits
        (first, stops, seconds, metres) = Self.table(all, timetable.stopCount)
    }

    private typealias Table = (first: [UInt32], stops: [UInt32], seconds: [Int32], metres: [Int32])

    private init(waits: [Int32], _ table: Table) {
        self.waits = waits
        (first, stops, seconds, metres) = table
    }

    private static func table(_ paths: [StopPath], _ count: Int) -> Table {
        var first = [UInt32](repeating: 0, count: count + 1)
        for path in paths { first[path.from + 1] += 1 }
        for stop in 0..<count { first[stop + 1] += first[stop] }
        return (first, paths.map { UInt32($0.to) }, paths.map(\.seconds), paths.map(\.metres))
    }

    /// The same walks the other way round.
    var reversed: StopChanges {
        var paths: [StopPath] = []
        for stop in 0..<(first.count - 1) {
            for index in walks(from: stop) {
                paths.append(
                    StopPath(from: Int(stops[index]), to: stop, seconds: seconds[index], metres: metres[index]))
            }
        }
        paths.sort { ($0.from, $0.to) < ($1.from, $1.to) }
        return StopChanges(waits: waits, Self.table(paths, first.count - 1))
    }

    func walks(from stop: Int) -> Range<Int> { Int(first[stop])..<Int(first[stop + 1]) }

    /// What the walk from a stop to another takes; nil where there is none.
    package func walk(from: Int, to: Int) -> Int32? {
        walks(from: from).first { stops[$0] == to }.map { seconds[$0] }
    }

    /// The length of that walk; 0 where there is none.
    package func metres(from: Int, to: Int) -> Int32 {
        walks(from: from).first { stops[$0] == to }.map { metres[$0] } ?? 0
    }

    /// The stop itself and those that one walks to from it, with seconds: where a journey from it may begin.
    package func accesses(from stop: Int) -> [StopOffset] {
        [StopOffset(stop: stop, seconds: 0)]
            + walks(from: stop).map { StopOffset(stop: Int(stops[$0]), seconds: seconds[$0]) }
    }
}

/// A stop with the seconds between it and the place where a journey begins or ends.
package struct StopOffset: Hashable, Sendable {
    package let stop: Int
    package let seconds: Int32

    package init(stop: Int, seconds: Int32) {
        (self.stop, self.seconds) = (stop, seconds)
    }
}
