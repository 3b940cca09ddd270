// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// The expected number of arrivals since the start of a pattern, as a function of time, and its inverse.
///
/// One piece between two knots; on a piece the rate is a straight line, so the count is a parabola at most and both
/// directions are exact formulas.
struct RateIntegral: Sendable {
    /// Where a wait for some expected arrivals ends.
    enum Reach {
        /// At this many nanoseconds from the start of the pattern.
        case at(Int64)
        /// After the end of the pattern, with so many expected arrivals still to go.
        case beyond(Double)
    }

    private let pieces: [Piece]
    /// The expected arrivals in the whole pattern.
    let total: Double

    /// Adds up the pattern, with all rates multiplied by the scale.
    init(_ pattern: RatePattern, scale: Double) {
        var corners = pattern.knots.map { (at: $0.at.nanoseconds, rate: $0.perHour / 3600 * scale) }
        if let last = corners.last { corners.append((pattern.length.nanoseconds, last.rate)) }
        var pieces: [Piece] = []
        var count = 0.0
        func add(from: Int64, to: Int64, rate: Double, endRate: Double) {
            guard from < to else { return }
            let piece = Piece(start: from, end: to, rate: rate, endRate: endRate, before: count)
            count = piece.upTo
            pieces.append(piece)
        }
        add(from: 0, to: corners.first?.at ?? 0, rate: 0, endRate: 0)
        for (corner, following) in zip(corners, corners.dropFirst()) {
            let endRate = pattern.shape == .steps ? corner.rate : following.rate
            add(from: corner.at, to: following.at, rate: corner.rate, endRate: endRate)
        }
        self.pieces = pieces
        total = count
    }

    /// The expected arrivals from the start of the pattern to this many nanoseconds after it.
    func count(at offset: Int64) -> Double {
        let piece = pieces[self.piece(at: offset)]
        return piece.upTo - piece.rest(from: offset)
    }

    /// Where the expected arrivals since `offset` reach `wait`.
    func reach(_ wait: Double, from offset: Int64) -> Reach {
        let here = piece(at: offset)
        // Inside the piece count from the offset itself: no digits are lost to a large count before it.
        let rest = pieces[here].rest(from: offset)
        if wait < rest { return .at(pieces[here].time(of: wait, from: offset)) }
        let target = pieces[here].upTo + (wait - rest)
        let there = firstIndex(below: pieces.count) { pieces[$0].upTo > target }
        guard there < pieces.count else { return .beyond(max(0, target - total)) }
        return .at(pieces[there].time(of: target - pieces[there].before, from: pieces[there].start))
    }

    /// The piece that holds this many nanoseconds after the start; the last one from the end on.
    private func piece(at offset: Int64) -> Int {
        min(firstIndex(below: pieces.count) { pieces[$0].end > offset }, pieces.count - 1)
    }
}

/// A stretch of time on which the rate is a straight line.
private struct Piece: Sendable {
    /// Nanoseconds from the start of the pattern.
    let start: Int64
    /// Nanoseconds from the start of the pattern; the next piece begins here.
    let end: Int64
    /// Arrivals a second at the start.
    let rate: Double
    /// Change of the rate, a second squared.
    let slope: Double
    /// Expected arrivals of the pattern before this piece.
    let before: Double
    /// Expected arrivals of the pattern up to the end of this piece.
    let upTo: Double

    init(start: Int64, end: Int64, rate: Double, endRate: Double, before: Double) {
        let seconds = Double(end - start) / 1e9
        self.start = start
        self.end = end
        self.rate = rate
        self.slope = (endRate - rate) / seconds
        self.before = before
        self.upTo = before + (rate + endRate) / 2 * seconds
    }

    /// The rate at a time within the piece.
    private func rate(at offset: Int64) -> Double {
        max(0, rate + slope * (Double(offset - start) / 1e9))
    }

    /// The expected arrivals from this time to the end of the piece.
    func rest(from offset: Int64) -> Double {
        let left = Double(end - offset) / 1e9
        return max(0, (rate(at: offset) + slope * left / 2) * left)
    }

    /// The time at which so many arrivals are expected after `offset`, to the nanosecond and before the piece's end.
    ///
    /// Solves `rate x + slope x^2 / 2 = count` in the form that stays exact for a slope near 0 and a rate of 0.
    func time(of count: Double, from offset: Int64) -> Int64 {
        let rate = rate(at: offset)
        let root = max(0, rate * rate + 2 * slope * count).squareRoot()
        let seconds = count > 0 ? 2 * count / (rate + root) : 0
        let left = Double(end - 1 - offset)
        return offset + Int64(min((seconds * 1e9).rounded(), left))
    }
}
