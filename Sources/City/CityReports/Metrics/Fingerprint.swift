// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A hash over the whole event log: equal logs give equal fingerprints, and in practice only those (SIM-01, SIM-03).
///
/// Each record is a row of words: the number and the event code in one, the time, then every field in the order of
/// `CityEvent.fields(_:)`. The turn stays out: it may change when the loop's inner work does. The row's hash is the sum of its
/// words, each times an odd constant of its place (multilinear hashing: Lemire and Kaser, "Strongly universal string
/// hashing is fast", 2014), so one changed word always changes it. It enters two lanes of 64 bits by xor, a rotation and a
/// multiplication with an odd constant (those of xxHash64 and of the golden ratio); each step is a bijection of the lane. At
/// the end the lanes are mixed with MurmurHash3's finaliser. It is no protection against forgery.
public final class Fingerprint: EventObserver {
    private var lanes = FingerprintLanes()

    private let isOfService: Bool
    private var serviceNumber: Int64 = 0

    /// Makes the fingerprint of an empty log. `ofService` leaves out the facts of the front door, the accounts and the
    /// clients and numbers the others by themselves: what a replay gives again (SIM-06). Without a server both are equal.
    public init(ofService: Bool = false) {
        isOfService = ofService
    }

    /// Takes the next records.
    public func observe(_ records: ArraySlice<EventRecord>) {
        guard !isOfService else {
            observeService(records)
            return
        }
        var lanes = self.lanes
        for record in records {
            var row = FingerprintRow()
            // Asked here once more, so that the walk of the taxi service's events, nearly all there are, is compiled into the
            // loop.
            if case .taxi(let event) = record.event {
                row.begin(number: record.number, code: event.code, at: record.time)
                event.fields(&row)
            } else {
                row.begin(number: record.number, code: record.event.code, at: record.time)
                record.event.fields(&row)
            }
            lanes.take(row.sum)
        }
        self.lanes = lanes
    }

    private func observeService(_ records: ArraySlice<EventRecord>) {
        for record in records where record.event.isOfService {
            serviceNumber += 1
            var row = FingerprintRow()
            row.begin(number: serviceNumber, code: record.event.code, at: record.time)
            record.event.fields(&row)
            lanes.take(row.sum)
        }
    }

    /// The end of the run adds nothing: a checkpointed log keeps its fingerprint.
    public func finish(at end: CityTime) {}

    /// The fingerprint so far, as 32 hexadecimal digits.
    public var hex: String {
        let first = Self.finished(lanes.first &+ lanes.second.rotated(by: 17))
        let second = Self.finished(lanes.second ^ first)
        return String(first, digits: 16, radix: 16) + String(second, digits: 16, radix: 16)
    }

    private static func finished(_ word: UInt64) -> UInt64 {
        var word = word
        word = (word ^ (word >> 33)) &* 0xff51_afd7_ed55_8ccd
        word = (word ^ (word >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return word ^ (word >> 33)
    }
}

extension UInt64 {
    @inline(__always)
    fileprivate func rotated(by bits: UInt64) -> UInt64 { (self << bits) | (self >> (64 - bits)) }
}

/// The two running lanes of a fingerprint.
private struct FingerprintLanes {
    var first: UInt64 = 0x9e37_79b9_7f4a_7c15
    var second: UInt64 = 0xc2b2_ae3d_27d4_eb4f

    @inline(__always)
    mutating func take(_ word: UInt64) {
        first = (first.rotated(by: 27) ^ word) &* 0x9e37_79b9_7f4a_7c15
        second = (second ^ (word &* 0xc2b2_ae3d_27d4_eb4f)).rotated(by: 31) &* 0x1656_67b1_9e37_79f9
    }
}

/// The hash of one record.
private struct FingerprintRow: EventFieldVisitor {
    private(set) var sum: UInt64 = 0
    private var place: UInt64 = 0

    @inline(__always)
    mutating func begin(number: Int64, code: UInt8, at time: CityTime) {
        take(UInt64(bitPattern: number) ^ (UInt64(code) << 56))
        take(UInt64(bitPattern: time.nanoseconds))
    }

    @inline(__always)
    mutating func take(_ word: UInt64) {
        place += 1
        sum &+= word &* Self.factor(place)
    }

    /// The odd constant of a place: SplitMix64's output of that number. The compiler knows the place, and works it out.
    @inline(__always)
    private static func factor(_ place: UInt64) -> UInt64 {
        var word = place &* 0x9e37_79b9_7f4a_7c15
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return (word ^ (word >> 31)) | 1
    }

    @inline(__always)
    mutating func number(_ name: StaticString, _ value: Int64) { take(UInt64(bitPattern: value)) }

    @inline(__always)
    mutating func optionalNumber(_ name: StaticString, _ value: Int64?) {
        take(value == nil ? 0 : 1)
        take(UInt64(bitPattern: value ?? 0))
    }

    @inline(__always)
    mutating func word<Word: EventWord>(_ name: StaticString, _ value: Word) { take(UInt64(value.rawValue)) }

    @inline(__always)
    mutating func optionalWord<Word: EventWord>(_ name: StaticString, _ value: Word?) {
        take(value.map { UInt64($0.rawValue) + 1 } ?? 0)
    }

    @inline(__always)
    mutating func flag(_ name: StaticString, _ value: Bool) { take(value ? 1 : 0) }
}
