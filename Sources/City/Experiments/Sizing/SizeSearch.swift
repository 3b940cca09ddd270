// SPDX-License-Identifier: GPL-3.0-or-later

/// The search for the smallest number that is enough, when more of it never harms.
///
/// It doubles or halves from a start until one number is enough and a smaller one is not, and then halves the gap until
/// both are neighbours. Every number is asked once at most: about `2 log2(range)` of them.
package struct SizeSearch: Sendable {
    /// The smallest number that is looked at.
    package let from: Int
    package let to: Int
    /// Where the search begins.
    package let start: Int

    /// What was found.
    package struct Answer: Sendable, Hashable {
        /// The smallest number that is enough; nil when the largest one is not.
        package let smallest: Int?
        /// The largest number below it that is not enough; nil when the smallest one looked at is enough.
        package let tooSmall: Int?
    }

    /// Prepares a search; the start is moved into the range.
    package init(from: Int, to: Int, start: Int) {
        precondition(from <= to, "a range from \(from) to \(to)")
        self.from = from
        self.to = to
        self.start = min(max(start, from), to)
    }

    /// How many numbers are asked about at most.
    package var most: Int {
        func halvings(_ gap: Int) -> Int { gap < 2 ? 0 : Int.bitWidth - (gap - 1).leadingZeroBitCount }
        var most = 1
        for isEnough in [true, false] {
            var (number, asked) = (start, 1)
            while number != (isEnough ? from : to) {
                let next = isEnough ? below(number) : above(number)
                asked += 1
                most = max(most, asked + halvings(abs(next - number)))
                number = next
            }
            most = max(most, asked)
        }
        return most
    }

    /// The next number to ask about, as long as every one so far is enough.
    private func below(_ number: Int) -> Int { max(from, number / 2) }
    /// The same, as long as none is.
    private func above(_ number: Int) -> Int { number > to / 2 ? to : max(number + 1, number * 2) }

    /// Searches, asking whether numbers are enough.
    package func run<Failure>(isEnough: (Int) throws(Failure) -> Bool) throws(Failure) -> Answer {
        var enough: Int?
        var short: Int?
        var next = start
        // Outwards, until the answer is enclosed or the range ends.
        while enough == nil || short == nil {
            if try isEnough(next) {
                enough = next
                if next == from { return Answer(smallest: next, tooSmall: nil) }
                next = below(next)
            } else {
                short = next
                if next == to { return Answer(smallest: nil, tooSmall: next) }
                next = above(next)
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
