// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

// Forms as whole numbers, for the file of messages. What may be absent has a 0 or 1 before it.

extension Fields {
    mutating func optional<Value>(_ read: (inout Fields) -> Value) -> Value? { flag() ? read(&self) : nil }

    mutating func entered() -> EnteredPlace {
        let source = word(PositionSource.none)
        let radius = distance()
        return EnteredPlace(source: source, radius: radius, place: place())
    }

    mutating func civilTime() -> CivilTime {
        let (year, month, day) = (count(), count(), count())
        return CivilTime(year: year, month: month, day: day, second: count())
    }
}

private func optional<Value>(_ value: Value?, _ numbers: (Value) -> [Int64]) -> [Int64] {
    value.map { [1] + numbers($0) } ?? [0]
}

extension Place {
    fileprivate var numbers: [Int64] { [Int64(east), Int64(north)] }
}

extension CivilTime {
    fileprivate var numbers: [Int64] { [Int64(year), Int64(month), Int64(day), Int64(second)] }
}

extension EnteredPlace {
    fileprivate var numbers: [Int64] { [Int64(source.rawValue), radius.millimetres] + place.numbers }
}

extension CallForm {
    /// Place and planner's number come last: without them the row is shorter. A form without a place is refused, so that
    /// nobody misses its planner's number.
    var numbers: [Int64] {
        [Int64(client.rawValue), Int64(source.rawValue), radius.millimetres, Int64(travelers)]
            + (place.map { $0.numbers + (reference.map { [$0] } ?? []) } ?? [])
    }

    init(_ f: inout Fields) {
        let client = f.word(ClientKind.mobile)
        let source = f.word(PositionSource.none)
        let radius = f.distance()
        let travelers = f.count()
        let place = f.isEmpty ? nil : f.place()
        let reference = f.isEmpty ? nil : f.number()
        self.init(
            client: client, source: source, radius: radius, place: place, travelers: travelers, reference: reference)
    }
}

extension ReservationForm {
    var numbers: [Int64] {
        [Int64(client.rawValue), Int64(travelers), isShared ? 1 : 0] + optional(origin) { $0.numbers }
            + optional(destination) { $0.numbers } + optional(pickUp) { $0.numbers }
    }

    init(_ f: inout Fields) {
        let client = f.word(ClientKind.mobile)
        let travelers = f.count()
        let isShared = f.flag()
        let origin = f.optional { $0.entered() }
        let destination = f.optional { $0.entered() }
        self.init(
            client: client, origin: origin, destination: destination, pickUp: f.optional { $0.civilTime() },
            travelers: travelers, isShared: isShared)
    }
}

extension ShareForm {
    var numbers: [Int64] {
        optional(destination) { $0.numbers } + optional(pickUp) { $0.numbers } + call.numbers
    }

    init(_ f: inout Fields) {
        let destination = f.optional { $0.place() }
        let pickUp = f.optional { $0.civilTime() }
        self.init(call: CallForm(&f), destination: destination, pickUp: pickUp)
    }
}
