// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension ClientMessage {
    /// The kind's name and its fields as whole numbers, for the file of messages.
    var numbers: (kind: String, [Int64]) {
        func n<Thing>(_ id: ID<Thing>) -> Int64 { Int64(id.number) }
        func p(_ place: Place) -> [Int64] { [Int64(place.east), Int64(place.north)] }
        switch self {
        case .passengerLogin(let id, let client): return ("passengerLogin", [n(id), Int64(client.rawValue)])
        case .passengerLogout(let id): return ("passengerLogout", [n(id)])
        case .prepareCall(let id): return ("prepareCall", [n(id)])
        case .call(let id, let form):
            return (
                "call",
                [
                    n(id), Int64(form.client.rawValue), Int64(form.source.rawValue), form.radius.millimetres,
                    Int64(form.travelers),
                ] + (form.place.map(p) ?? [])
            )
        case .pollArrival(let id, let request): return ("pollArrival", [n(id), n(request)])
        case .abandon(let id, let request): return ("abandon", [n(id), n(request)])
        case .driverLogin(let id): return ("driverLogin", [n(id)])
        case .driverLogout(let id): return ("driverLogout", [n(id)])
        case .setStatus(let id, let inService, let place, let odometer):
            return ("setStatus", [n(id), inService ? 1 : 0] + p(place) + [odometer.millimetres])
        case .position(let id, let place, let odometer):
            return ("position", [n(id)] + p(place) + [odometer.millimetres])
        case .notified(let id, let offer): return ("notified", [n(id), n(offer)])
        case .answer(let id, let offer, let accept): return ("answer", [n(id), n(offer), accept ? 1 : 0])
        case .boarded(let id, let request, let travelers, let odometer):
            return ("boarded", [n(id), n(request), Int64(travelers), odometer.millimetres])
        case .nobodyHere(let id, let request, let place, let odometer):
            return ("nobodyHere", [n(id), n(request)] + p(place) + [odometer.millimetres])
        case .rideComplete(let id, let request, let place, let odometer, let bad):
            return ("rideComplete", [n(id), n(request)] + p(place) + [odometer.millimetres, bad ? 1 : 0])
        case .lost(let fromDriver, let sender): return ("lost", [fromDriver ? 1 : 0, Int64(sender)])
        }
    }

    /// The message of a kind's name and fields; nil when they do not fit.
    init?(_ kind: String, _ numbers: [Int64]) {
        var fields = Fields(numbers)
        guard let message = Self.read(kind, &fields), fields.isRight else { return nil }
        self = message
    }

    private static func read(_ kind: String, _ f: inout Fields) -> ClientMessage? {
        switch kind {
        case "passengerLogin": return .passengerLogin(f.id(), f.word(.mobile))
        case "passengerLogout": return .passengerLogout(f.id())
        case "prepareCall": return .prepareCall(f.id())
        case "call":
            let id: PassengerID = f.id()
            let client = f.word(ClientKind.mobile)
            let source = f.word(PositionSource.none)
            let radius = f.distance()
            let travelers = f.count()
            let place = f.isEmpty ? nil : f.place()
            return .call(
                id, CallForm(client: client, source: source, radius: radius, place: place, travelers: travelers))
        case "pollArrival": return .pollArrival(f.id(), f.id())
        case "abandon": return .abandon(f.id(), f.id())
        case "driverLogin": return .driverLogin(f.id())
        case "driverLogout": return .driverLogout(f.id())
        case "setStatus":
            return .setStatus(f.id(), inService: f.flag(), place: f.place(), odometer: f.distance())
        case "position": return .position(f.id(), place: f.place(), odometer: f.distance())
        case "notified": return .notified(f.id(), f.id())
        case "answer": return .answer(f.id(), f.id(), accept: f.flag())
        case "boarded": return .boarded(f.id(), f.id(), travelers: f.count(), odometer: f.distance())
        case "nobodyHere": return .nobodyHere(f.id(), f.id(), place: f.place(), odometer: f.distance())
        case "rideComplete":
            return .rideComplete(
                f.id(), f.id(), place: f.place(), odometer: f.distance(), badCustomer: f.flag())
        case "lost": return .lost(fromDriver: f.flag(), sender: f.count())
        default: return nil
        }
    }
}

/// Takes numbers one after the other, and remembers whether there were too few, too many or wrong ones.
private struct Fields {
    private var numbers: ArraySlice<Int64>
    private var isWrong = false

    init(_ numbers: [Int64]) {
        self.numbers = numbers[...]
    }

    var isEmpty: Bool { numbers.isEmpty }
    var isRight: Bool { numbers.isEmpty && !isWrong }

    private mutating func next() -> Int64 {
        if let number = numbers.popFirst() { return number }
        isWrong = true
        return 0
    }

    mutating func count() -> Int32 {
        let number = next()
        if let small = Int32(exactly: number) { return small }
        isWrong = true
        return 0
    }

    mutating func id<Thing>() -> ID<Thing> { ID<Thing>(count()) }
    mutating func distance() -> Distance { Distance(millimetres: next()) }

    mutating func place() -> Place {
        let east = count()
        return Place(east: east, north: count())
    }

    mutating func flag() -> Bool {
        let number = next()
        if number != 0 && number != 1 { isWrong = true }
        return number == 1
    }

    mutating func word<Word: EventWord>(_ fallback: Word) -> Word {
        let number = next()
        if let raw = UInt8(exactly: number), let word = Word(rawValue: raw) { return word }
        isWrong = true
        return fallback
    }
}
