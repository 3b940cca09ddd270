// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Who is inside or has been called, by class, and on which numbered places (INV-StoreOnePersonPerPlace).
struct Occupancy: Sendable {
    /// People inside.
    private(set) var inside = ClassCounts()
    /// Called tickets that are not inside yet: each takes a place (STORE-CALL).
    private(set) var called = ClassCounts()
    /// A bit for each place that is taken, from place 1 on.
    private var taken: [UInt64] = []

    func used(_ place: PlaceClass) -> Int32 { inside[place] + called[place] }

    /// Places that are taken or promised. A called ticket whose class has shrunk below it is promised nothing, so that it
    /// does not keep other classes out.
    private func promised(_ quotas: ClassCounts) -> Int32 {
        PlaceClass.allCases.reduce(0) { $0 + max(inside[$1], min(used($1), quotas[$1])) }
    }

    /// How many more can be called, or bookings admitted: quota and limit must both leave a place (STORE-CALL).
    func open(_ place: PlaceClass, _ quotas: ClassCounts) -> Int {
        Int(max(0, min(quotas[place] - used(place), quotas.sum - promised(quotas))))
    }

    /// Whether one more can.
    func hasRoom(for place: PlaceClass, _ quotas: ClassCounts) -> Bool { open(place, quotas) > 0 }

    /// Whether a called ticket's place is still there (STORE-R13).
    func admitsCalled(_ place: PlaceClass, _ quotas: ClassCounts) -> Bool {
        inside[place] < quotas[place] && inside.sum < quotas.sum
    }

    mutating func call(_ place: PlaceClass) { called[place] += 1 }
    mutating func uncall(_ place: PlaceClass) { called[place] -= 1 }

    /// Somebody enters, on the lowest free place or, after a restart, on the one that was given before.
    mutating func enter(_ place: PlaceClass, on given: Int32? = nil) -> Int32 {
        inside[place] += 1
        let number = given ?? lowestFree
        let (word, bit) = (Int(number - 1) / 64, Int(number - 1) % 64)
        while taken.count <= word { taken.append(0) }
        taken[word] |= 1 << bit
        return number
    }

    private var lowestFree: Int32 {
        let word = taken.firstIndex { $0 != .max } ?? taken.count
        return Int32(word * 64 + (word < taken.count ? (~taken[word]).trailingZeroBitCount : 0)) + 1
    }

    mutating func leave(_ place: PlaceClass, number: Int32) {
        inside[place] -= 1
        taken[Int(number - 1) / 64] &= ~(1 << (Int(number - 1) % 64))
    }

    var placesTaken: Int { taken.reduce(0) { $0 + $1.nonzeroBitCount } }
}
