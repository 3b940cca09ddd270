// SPDX-License-Identifier: GPL-3.0-or-later

/// How long rides take by their straight-line distance: a fixed part and a time for each kilometre, by hour of a kind of day, times a factor
/// as recorded.
///
/// Fitted with weights of one over the square of the expected time (quasi-likelihood with a constant coefficient of variation; McCullagh and
/// Nelder 1989, chapter 9): then the factors, recorded over expected time, have a mean of exactly 1 where no bound is met.
struct RideLaw {
    /// The law of an hour.
    struct Line: Hashable {
        /// Seconds of every ride, whatever its distance.
        var fixed: Double
        /// Seconds for a metre of the straight line.
        var slope: Double
        /// How many rides it was fitted to.
        var rides: Int
        /// Whether it is that of all hours of its kind of day, for want of rides.
        var isBorrowed = false

        func seconds(_ metres: Double) -> Double { fixed + slope * metres }
    }

    /// By `group * 24 + hour`.
    private(set) var lines: [Line]
    /// Twenty factors, each the mean of a twentieth of the rides, rising: of all rides, with a mean of 1.
    private(set) var factors: [Double]
    /// The same by `group * 24 + hour`, where there are rides enough; else those of all.
    private(set) var hourFactors: [[Double]]
    /// Driven metres for each of the straight line, in the middle; nil where the record has no distances.
    private(set) var detour: Double?

    /// With fewer rides an hour has the law of all hours.
    private static let fewest = 50
    private static let rounds = 6
    /// A drive is no faster than 200 km/h of the straight line, and no slower than 2: else a line through few rides may be anything.
    private static let slopes = 3.6 / 200...3.6 / 2
    static let bins = 20

    init(_ trips: [RecordedTrip], _ days: RecordedDays) {
        let count = days.groups.count * 24
        var points: [(cell: Int, metres: Double, seconds: Double)] = []
        points.reserveCapacity(trips.count)
        var detours: [Float] = []
        for trip in trips where trip.isInside {
            guard let cell = days.cell(ofWall: trip.wall) else { continue }
            points.append((days.groupCell(cell), Double(trip.straight), Double(trip.ride)))
            if trip.driven > 0, trip.straight > 1000 { detours.append(trip.driven / trip.straight) }
        }
        let all = Self.fit(points.lazy.map { (0, $0.metres, $0.seconds) }, 1)[0] ?? Line(fixed: 0, slope: 0.3, rides: 0)
        let ofGroup = Self.fit(points.lazy.map { ($0.cell / 24, $0.metres, $0.seconds) }, days.groups.count)
        let ofHour = Self.fit(points.lazy.map { ($0.cell, $0.metres, $0.seconds) }, count)
        lines = (0..<count).map { cell in
            if let line = ofHour[cell], line.rides >= Self.fewest { return line }
            var line = ofGroup[cell / 24].flatMap { $0.rides >= Self.fewest ? $0 : nil } ?? all
            line.rides = ofHour[cell]?.rides ?? 0
            line.isBorrowed = true
            return line
        }
        var ratios = points.map { [lines] point in
            (cell: point.cell, ratio: point.seconds / max(1, lines[point.cell].seconds(point.metres)))
        }
        ratios.sort { ($0.cell, $0.ratio) < ($1.cell, $1.ratio) }
        let pooled = Self.binned(ratios.map(\.ratio).sorted()) ?? [Double](repeating: 1, count: Self.bins)
        var own = [[Double]](repeating: pooled, count: count)
        var start = 0
        while start < ratios.count {
            var end = start
            while end < ratios.count, ratios[end].cell == ratios[start].cell { end += 1 }
            if end - start >= Self.bins * 5, let bins = Self.binned(ratios[start..<end].map(\.ratio)) {
                own[ratios[start].cell] = bins
            }
            start = end
        }
        factors = pooled
        hourFactors = own
        detours.sort()
        detour = detours.isEmpty ? nil : Double(detours[detours.count / 2])
    }

    /// Weighted sums of points.
    private struct Sums {
        var one = 0.0
        var x = 0.0
        var xx = 0.0
        var y = 0.0
        var xy = 0.0
    }

    /// Lines for points of cells; nil for one without points.
    private static func fit(_ points: some Sequence<(Int, Double, Double)>, _ count: Int) -> [Line?] {
        var lines = [Line?](repeating: nil, count: count)
        for _ in 0..<rounds {
            var sums = [Sums](repeating: Sums(), count: count)
            var rides = [Int](repeating: 0, count: count)
            for (cell, metres, seconds) in points {
                let expected = max(30, lines[cell]?.seconds(metres) ?? 300 + 0.2 * metres)
                let weight = 1 / (expected * expected)
                sums[cell].one += weight
                sums[cell].x += weight * metres
                sums[cell].xx += weight * metres * metres
                sums[cell].y += weight * seconds
                sums[cell].xy += weight * metres * seconds
                rides[cell] += 1
            }
            for cell in 0..<count where rides[cell] > 0 {
                let sum = sums[cell]
                let turn = sum.one * sum.xx - sum.x * sum.x
                var slope =
                    turn > 1e-9 * sum.one * sum.xx
                    ? (sum.one * sum.xy - sum.x * sum.y) / turn : sum.y / max(sum.x, 1e-12)
                slope = min(max(slope, slopes.lowerBound), slopes.upperBound)
                var fixed = (sum.y - slope * sum.x) / sum.one
                if fixed < 0 {
                    fixed = 0
                    slope = sum.x > 0 ? min(max(sum.y / sum.x, slopes.lowerBound), slopes.upperBound) : slope
                }
                lines[cell] = Line(fixed: fixed, slope: slope, rides: rides[cell])
            }
        }
        return lines
    }

    /// The means of twentieths of sorted factors, made to have a mean of 1; nil for fewer than twenty.
    private static func binned(_ sorted: [Double]) -> [Double]? {
        guard sorted.count >= bins else { return nil }
        let means = (0..<bins).map { bin in
            let part = sorted[bin * sorted.count / bins..<(bin + 1) * sorted.count / bins]
            return part.reduce(0, +) / Double(part.count)
        }
        let mean = means.reduce(0, +) / Double(bins)
        return means.map { $0 / mean }
    }
}
