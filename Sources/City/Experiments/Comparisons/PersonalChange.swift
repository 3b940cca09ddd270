// SPDX-License-Identifier: GPL-3.0-or-later

/// What became of the same wishes in two variants: of one replication, or of several together.
///
/// A wish is the same one when the same person first asked at the same time in both. That is so for everyone as long as the
/// service alone differs; people whose earlier ride ended otherwise call at other times, and are left out.
struct PersonalChange: Hashable, Sendable {
    /// Wishes of the first variant of which it is known what came, and those of them that are known in the second too.
    var all = 0
    var same = 0
    /// Of the same ones: without a ride in the first and aboard in the second, and the other way round.
    var gained = 0
    var lost = 0
    /// Without a ride in either.
    var neither = 0
    /// Aboard in both, at least a minute sooner or later after the call in the second, and those between.
    var sooner = 0
    var later = 0
    var alike = 0
    /// The waits of those who came aboard in both, added up, in seconds.
    var firstSeconds = 0.0
    var secondSeconds = 0.0

    init() {}

    /// Looks up each wish of the first variant in the second; a wait counts as longer or shorter from a difference of so many
    /// milliseconds on.
    init(_ first: WishList, _ second: WishList, notable: Int32 = 60_000) {
        var index = 0
        for wish in first.wishes where wish.wait != WishList.Wish.unknown {
            all += 1
            while index < second.wishes.count, Self.key(second.wishes[index]) < Self.key(wish) { index += 1 }
            guard index < second.wishes.count, Self.key(second.wishes[index]) == Self.key(wish) else { continue }
            take(wish.wait, second.wishes[index].wait, notable)
        }
    }

    private static func key(_ wish: WishList.Wish) -> (Int32, UInt32) { (wish.person, wish.began) }

    private mutating func take(_ first: Int32, _ second: Int32, _ notable: Int32) {
        guard second != WishList.Wish.unknown else { return }
        same += 1
        switch (first >= 0, second >= 0) {
        case (false, false): neither += 1
        case (false, true): gained += 1
        case (true, false): lost += 1
        case (true, true):
            let change = second - first
            if change >= notable { later += 1 } else if change <= -notable { sooner += 1 } else { alike += 1 }
            firstSeconds += Double(first) / 1000
            secondSeconds += Double(second) / 1000
        }
    }

    var both: Int { sooner + later + alike }
    /// Mean waits of those who came aboard in both, in seconds; nil without any.
    var waits: (first: Double, second: Double)? {
        both > 0 ? (firstSeconds / Double(both), secondSeconds / Double(both)) : nil
    }
    /// Of those without a ride in the first, the share that is aboard in the second; nil without any.
    var gainedShare: Double? { gained + neither > 0 ? Double(gained) / Double(gained + neither) : nil }
    /// Of those aboard in the first, the share without a ride in the second; nil without any.
    var lostShare: Double? { lost + both > 0 ? Double(lost) / Double(lost + both) : nil }
    /// Whether nearly all wishes are the same ones, so that they stand for all.
    var isOfSamePeople: Bool { all > 0 && Double(same) >= 0.9 * Double(all) }

    static func += (sum: inout PersonalChange, part: PersonalChange) {
        sum.all += part.all
        sum.same += part.same
        sum.gained += part.gained
        sum.lost += part.lost
        sum.neither += part.neither
        sum.sooner += part.sooner
        sum.later += part.later
        sum.alike += part.alike
        sum.firstSeconds += part.firstSeconds
        sum.secondSeconds += part.secondSeconds
    }
}
