// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What decides to which groups somebody belongs.
struct Member: Sendable {
    var birth = CivilDate(1, 1, 1)
    var residence = Place.origin
    /// Of the last batch; without a meaning before the first.
    var position = Place.origin
    var age: Int32 = 0
    /// How many subscriptions to this person's data there are.
    var subscriptions: Int32 = 0
    var hasPosition = false
    var isHere = false

    /// The age in full years on a day. Who was born on 29 February turns a year older on 1 March where there is no such day.
    func age(on day: CivilDate) -> Int32 {
        let hadBirthday = (day.month, day.day) >= (birth.month, birth.day)
        return day.year - birth.year - (hadBirthday ? 0 : 1)
    }

    func belongs(to criteria: GroupCriteria) -> Bool {
        isHere && criteria.contains(age: age, residence: residence, position: hasPosition ? position : nil)
    }
}

/// Some groups of everybody: one bit a person and group.
struct MembershipFlags: Sendable {
    /// How many groups there is room for.
    private(set) var room = 64
    private var words = 1
    private var bits: [UInt64] = []
    private var people = 0

    /// Makes room for this person.
    mutating func grow(to person: Int) {
        guard person >= people else { return }
        people = max(person + 1, people * 2)
        bits += Array(repeating: 0, count: people * words - bits.count)
    }

    /// Makes room for twice as many groups.
    mutating func widen() {
        var wide: [UInt64] = Array(repeating: 0, count: people * words * 2)
        for person in 0..<people {
            for word in 0..<words { wide[person * words * 2 + word] = bits[person * words + word] }
        }
        (bits, words, room) = (wide, words * 2, room * 2)
    }

    /// Whether somebody belongs to the group of this slot.
    subscript(person: Int, slot: Int) -> Bool {
        get { person < people && bits[person * words + slot / 64] & 1 << UInt64(slot % 64) != 0 }
        set {
            let mask: UInt64 = 1 << UInt64(slot % 64)
            if newValue {
                bits[person * words + slot / 64] |= mask
            } else {
                bits[person * words + slot / 64] &= ~mask
            }
        }
    }
}

/// A group that is watched: a subscription, or a frozen request.
struct WatchedGroup: Sendable {
    enum Phase: Sendable {
        case frozen
        case running
        case paused
    }

    let id: GroupID
    let party: ThirdPartyID
    let query: GroupQuery
    let purpose: GroupPurpose
    var phase: Phase
    /// How many belong to it.
    var count = 0
    /// The first interval that is delivered: the first that began when there was the subscription.
    var first: Int64 = 0
    /// Which of the offered intervals.
    let clock: Int
}
