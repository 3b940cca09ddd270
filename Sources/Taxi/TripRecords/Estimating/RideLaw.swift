// SPDX-License-Identifier: GPL-3.0-or-later
import Reporting

/// How long rides take by their straight-line distance: a fixed part and a time for each kilometre, by hour of a kind of day, times a factor
/// as recorded.
///
/// Fitted with weights of one over the square of the expected time (quasi-likelihood with a constant coefficient of variation; McCullagh and
/// Nelder 1989, chapter 9), then scaled so that the rides of an hour take as long in the mean as was recorded. The distance of a ride is the
/// mean one of its zones (`ZoneDistances`), since a scenario draws its ends there: so its rides are as long as those recorded.
struct RideLaw {
    /// The law of an hour.
    struct Line: Hashable {
        /// Seconds of every ride, whatever its distance.
        var fixed: Double
        /// Seconds for a metre of the straight line.
        var slope: Double
        /// How many rides it was fitted to.
        var rides: Int
        /// Whether it is that of all hours of its kind of day, for want of rides, scaled to what rides it has.
        var isBorrowed = false

        func seconds(_ metres: Double) -> Double { fixed + slope * metres }
    }

    /// By `group * 24 + hour`.
    private(set) var lines: [Line]
    /// Twenty factors by `group * 24 + hour`, each the mean of a twentieth of the rides, rising, with a mean of 1; those of all rides where an
    /// hour has few.
    private(set) var hourFactors: [[Double]]
    /// Driven metres for each of the straight line, in the middle; nil where the record has no distances.
    private(set) var detour: Double?
    /// Of how many rides that is the middle.
    private var detours = 0
    /// Recorded over expected times of all rides, in the mean: 1 but where bounds are met.
    private(set) var fit = 1.0

    /// With fewer rides an hour has the law of all hours.
    private static let fewest = 50
    private static let rounds = 6
    /// How many rides of the borrowed line count beside those of an hour with few.
    private static let prior = 5.0
    /// A drive is no faster than 200 km/h of the straight line, and no slower than 2: else a line through few rides may be anything.
    private static let slopes = 3.6 / 200...3.6 / 2
    /// Metres a second of the driven way, and seconds of the fixed part: a scenario has no more (`free-speed`, `fixed-ride`).
    private static let (fastest, longest) = (100.0, 7200.0)
    static let bins = 20

    init(_ trips: [RecordedTrip], _ days: RecordedDays, _ distances: inout ZoneDistances, hasPoints: Bool) {
        let count = days.groups.count * 24
        var points: [(cell: Int, metres: Double, seconds: Double)] = []
        points.reserveCapacity(trips.count)
        var detours: [Float] = []
        for trip in trips where trip.isInside {
            guard let cell = days.cell(ofWall: trip.wall) else { continue }
            let metres = distances.metres(from: trip.from, to: trip.to)
            points.append((days.groupCell(cell), metres, Double(trip.ride)))
            let straight = hasPoints ? trip.straight : Float(metres)
            if trip.driven > 0, straight > 1000 { detours.append(trip.driven / straight) }
        }
        detours.sort()
        self.detours = detours.count
        detour = detours.isEmpty ? nil : Double(detours[detours.count / 2])
        let slopes = max(Self.slopes.lowerBound, Self.circuity(detour) / Self.fastest)...Self.slopes.upperBound
        let all =
            Self.fit(points.lazy.map { (0, $0.metres, $0.seconds) }, 1, slopes)[0]
            ?? Line(fixed: 0, slope: 0.3, rides: 0)
        let ofGroup = Self.fit(points.lazy.map { ($0.cell / 24, $0.metres, $0.seconds) }, days.groups.count, slopes)
        let ofHour = Self.fit(points.lazy.map { ($0.cell, $0.metres, $0.seconds) }, count, slopes)
        let found = (0..<count).map { cell -> Line in
            if let line = ofHour[cell], line.rides >= Self.fewest { return line }
            var line = ofGroup[cell / 24].flatMap { $0.rides >= Self.fewest ? $0 : nil } ?? all
            line.rides = ofHour[cell]?.rides ?? 0
            line.isBorrowed = true
            return line
        }
        lines = Self.paced(found, points, slopes)
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
        hourFactors = own
        fit = ratios.isEmpty ? 1 : ratios.reduce(0) { $0 + $1.ratio } / Double(ratios.count)
    }

    /// Hours with a borrowed line have their own pace: streets are empty at night. Few rides tell it badly, so so many rides as long as the
    /// line says count beside them (a ratio estimator that shrinks towards 1).
    private static func paced(
        _ found: [Line], _ points: [(cell: Int, metres: Double, seconds: Double)], _ slopes: ClosedRange<Double>
    ) -> [Line] {
        var lines = found
        var times = [(recorded: Double, expected: Double)](repeating: (0, 0), count: lines.count)
        for point in points where lines[point.cell].isBorrowed {
            times[point.cell].recorded += point.seconds
            times[point.cell].expected += lines[point.cell].seconds(point.metres)
        }
        for cell in lines.indices where lines[cell].rides > 0 && times[cell].expected > 0 {
            let added = times[cell].expected / Double(lines[cell].rides) * prior
            let scale = (times[cell].recorded + added) / (times[cell].expected + added)
            lines[cell].fixed = min(lines[cell].fixed * scale, longest)
            lines[cell].slope = min(max(lines[cell].slope * scale, slopes.lowerBound), slopes.upperBound)
        }
        return lines
    }

    /// Why the distances cannot be in the unit given, in metres; nil when they can: nobody drives less than the straight line. Between zones that
    /// line is a mean one, and rides between large zones are shorter than it, so there only what is far from it is refused.
    func unitFault(_ given: Double, hasPoints: Bool) -> String? {
        let allowed = (hasPoints ? Self.plain : Self.least)...3
        guard let detour, detours >= 20, !allowed.contains(detour) else { return nil }
        let likely = TripOptions.units.first { (1...2).contains(detour * $0.metres / given) }
        return
            "the distances are \(Text.short(detour, detour < 0.1 ? 4 : 2)) times the straight line in the middle ride; allowed: \(allowed.lowerBound) to 3 times; "
            + (likely.map {
                "with --distance-unit \($0.name) they would be \(Text.short(detour * $0.metres / given, 2)) times it"
            } ?? "is --distance-unit that of the record?")
    }

    /// What to ask where the distances may be in the unit given and may not.
    var unitDoubt: String? {
        guard let detour, detours >= 20, detour < Self.plain else { return nil }
        return
            "the distances are \(Text.short(detour, 2)) times the straight line between places of their zones in the middle ride: the zones are large, or --distance-unit is not that of the record; in the scenario ways are as long as the straight line"
    }

    /// Less than this part of the straight line is driven by nobody, and between zones by nobody whose zones are not very large.
    private static let (plain, least) = (0.9, 0.3)

    /// Driven metres for each of the straight line as a scenario has them; a usual city's where the record has no distances.
    var circuity: Double { Self.circuity(detour) }

    private static func circuity(_ detour: Double?) -> Double { min(max(detour ?? 1.3, 1), 3) }

    /// Weighted sums of points.
    private struct Sums {
        var one = 0.0
        var x = 0.0
        var xx = 0.0
        var y = 0.0
        var xy = 0.0
    }

    /// Lines for points of cells; nil for one without points.
    private static func fit(
        _ points: some Sequence<(Int, Double, Double)>, _ count: Int, _ slopes: ClosedRange<Double>
    ) -> [Line?] {
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
                if fixed < 0 || fixed > longest {
                    fixed = min(max(fixed, 0), longest)
                    let rest = (sum.y - fixed * sum.one) / sum.x
                    slope = sum.x > 0 ? min(max(rest, slopes.lowerBound), slopes.upperBound) : slope
                }
                lines[cell] = Line(fixed: fixed, slope: slope, rides: rides[cell])
            }
        }
        // Weights of one over the square keep the mean of the factors; what a city needs is that of the times.
        var times = [(recorded: Double, expected: Double)](repeating: (0, 0), count: count)
        for (cell, metres, seconds) in points {
            times[cell].recorded += seconds
            times[cell].expected += lines[cell]?.seconds(metres) ?? 0
        }
        return zip(lines, times).map { line, time in
            guard var line, time.expected > 0 else { return line }
            let scale = time.recorded / time.expected
            line.fixed = min(line.fixed * scale, longest)
            line.slope = min(max(line.slope * scale, slopes.lowerBound), slopes.upperBound)
            return line
        }
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
