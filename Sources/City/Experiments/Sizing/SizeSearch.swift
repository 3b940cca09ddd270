// SPDX-License-Identifier: GPL-3.0-or-later

/// The search for the smallest number that is enough, when more of it never harms.
///
/// It doubles or halves from a start until one number is enough and a smaller one is not, and then halves the gap until
/// both are neighbours. Every number is asked once at most: about `2 log2(range)` of them.
public struct SizeSearch: Sendable {
    /// The smallest number that is looked at.
    public let from: Int
    /// The largest one.
    public let to: Int
    /// Where the search begins.
    public let start: Int

    /// What was found.
    public struct Answer: Sendable, Hashable {
        /// The smallest number that is enough; nil when the largest one is not.
        public let smallest: Int?
        /// The largest number below it that is not enough; nil when the smallest one looked at is enough.
        public let tooSmall: Int?
    }

    /// Prepares a search; the start is moved into the range.
    public init(from: Int, to: Int, start: Int) {
        precondition(from <= to, "a range from \(from) to \(to)")
        self.from = from
        self.to = to
        self.start = min(max(start, from), to)
    }

    /// Searches, asking whether numbers are enough.
    public func run<Failure>(isEnough: (Int) throws(Failure) -> Bool) throws(Failure) -> Answer {
        var enough: Int?
        var short: Int?
        var next = start
        // Outwards, until the answer is enclosed or the range ends.
        while enough == nil || short == nil {
            if try isEnough(next) {
                enough = next
                if next == from { return Answer(smallest: next, tooSmall: nil) }
                next = max(from, next / 2)
            } else {
                short = next
                if next == to { return Answer(smallest: nil, tooSmall: next) }
                next = next > to / 2 ? to : max(next + 1, next * 2)
            }
        }
        guard var yes = enough, var no = short else { return Answer(smallest: enough, tooSmall: short) }
        while yes - no > 1 {
            let middle = no + (yes - no) / 2
            if try isEnough(middle) { yes = middle } else { no = middle }
        }
        return Answer(smallest: yes, tooSmall: no)
    }
}
