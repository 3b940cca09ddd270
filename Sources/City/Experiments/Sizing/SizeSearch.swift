// SPDX-License-Identifier: GPL-3.0-or-later

/// The search for the smallest number that is enough, when more of it never harms; or for the largest one, when more of it never helps.
///
/// It doubles or halves from a start until one number is enough and a smaller one is not, and then halves the gap until
/// both are neighbours. Every number is asked once at most: about `2 log2(range)` of them.
package struct SizeSearch: Sendable {
    /// The smallest number that is looked at.
    package let from: Int
    package let to: Int
    /// Where the search begins.
    package let start: Int

    /// What was found: of a search for the smallest number the first two, of one for the largest the others.
    package struct Answer: Sendable, Hashable {
        /// The smallest number that is enough; nil when the largest one is not.
        package let smallest: Int?
        /// The largest number below it that is not enough; nil when the smallest one looked at is enough.
        package let tooSmall: Int?
        /// The largest number that is enough; nil when the smallest one is not.
        package let largest: Int?
        /// The smallest number above it that is not enough; nil when the largest one looked at is enough.
        package let tooLarge: Int?

        package init(smallest: Int?, tooSmall: Int?) {
            (self.smallest, self.tooSmall, largest, tooLarge) = (smallest, tooSmall, nil, nil)
        }

        package init(largest: Int?, tooLarge: Int?) {
            (smallest, tooSmall, self.largest, self.tooLarge) = (nil, nil, largest, tooLarge)
        }

        /// The number that is enough; nil without one.
        package var found: Int? { smallest ?? largest }
        /// The one next to it that is not enough, or the end of the range where none is.
        package var missed: Int? { tooSmall ?? tooLarge }
        /// Whether the largest number was looked for.
        package var isLargest: Bool { largest != nil || tooLarge != nil }
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

    /// Searches the largest number that is enough, as an income that more taxis have to share: it is below the smallest that is not.
    package func runLargest<Failure>(isEnough: (Int) throws(Failure) -> Bool) throws(Failure) -> Answer {
        let turned = try run { (number) throws(Failure) in try !isEnough(number) }
        return Answer(largest: turned.tooSmall, tooLarge: turned.smallest)
    }

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
