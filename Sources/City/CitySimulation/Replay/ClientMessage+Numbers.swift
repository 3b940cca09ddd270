// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension ClientMessage {
    /// The kind's name and its fields as whole numbers, for the file of messages.
    var numbers: (kind: String, [Int64]) {
        func n<Thing>(_ id: ID<Thing>) -> Int64 { Int64(id.number) }
        func p(_ place: Place) -> [Int64] { [Int64(place.east), Int64(place.north)] }
        func r(_ reading: TaxiReading?) -> [Int64] { reading.map { p($0.place) + [$0.odometer.millimetres] } ?? [] }
        switch self {
        case .passengerLogin(let id, let client): return ("passengerLogin", [n(id), Int64(client.rawValue)])
        case .passengerLogout(let id): return ("passengerLogout", [n(id)])
        case .prepareCall(let id): return ("prepareCall", [n(id)])
        case .call(let id, let form):
            return ("call", [n(id)] + form.numbers)
        case .pollArrival(let id, let request): return ("pollArrival", [n(id), n(request)])
        case .abandon(let id, let request): return ("abandon", [n(id), n(request)])
        case .driverLogin(let id): return ("driverLogin", [n(id)])
        case .driverLogout(let id): return ("driverLogout", [n(id)])
        case .setStatus(let id, let inService, let place, let odometer):
            return ("setStatus", [n(id), inService ? 1 : 0] + p(place) + [odometer.millimetres])
        case .position(let id, let place, let odometer):
            return ("position", [n(id)] + p(place) + [odometer.millimetres])
        case .notified(let id, let offer): return ("notified", [n(id), n(offer)])
        case .answer(let id, let offer, let accept, let reading):
            return ("answer", [n(id), n(offer), accept ? 1 : 0] + r(reading))
        case .keptAnswer(let id, let offer, let accept, let arrived, let reading):
            return ("keptAnswer", [n(id), n(offer), accept ? 1 : 0, arrived.nanoseconds] + r(reading))
        case .serviceDown: return ("serviceDown", [])
        case .serviceRestarted: return ("serviceRestarted", [])
        case .serviceUp: return ("serviceUp", [])
        case .viewStatus(let id): return ("viewStatus", [n(id)])
        case .licence(let id, let isValid): return ("licence", [n(id), isValid ? 1 : 0])
        case .cancelAllReservations(let id): return ("cancelAllReservations", [n(id)])
        case .forgetPassenger(let id): return ("forgetPassenger", [n(id)])
        case .boarded(let id, let request, let travelers, let odometer):
            return ("boarded", [n(id), n(request), Int64(travelers), odometer.millimetres])
        case .nobodyHere(let id, let request, let place, let odometer):
            return ("nobodyHere", [n(id), n(request)] + p(place) + [odometer.millimetres])
        case .rideComplete(let id, let request, let place, let odometer, let bad):
            return ("rideComplete", [n(id), n(request)] + p(place) + [odometer.millimetres, bad ? 1 : 0])
        case .boardedEach(let id, let request, let counts, let odometer):
            return (
                "boardedEach",
                [n(id), n(request), odometer.millimetres]
                    + counts.riders.flatMap { [n($0.passenger), Int64($0.travelers)] }
            )
        case .droppedOff(let id, let request, let passenger, let place, let odometer):
            return ("droppedOff", [n(id), n(request), n(passenger)] + p(place) + [odometer.millimetres])
        case .viewRide(let id, let request): return ("viewRide", [n(id), n(request)])
        case .reserve(let id, let form): return ("reserve", [n(id)] + form.numbers)
        case .cancelReservation(let id, let reservation): return ("cancelReservation", [n(id), n(reservation)])
        case .viewReservations(let id): return ("viewReservations", [n(id)])
        case .reserveButtonDisabled(let id): return ("reserveButtonDisabled", [n(id)])
        case .shareSearch(let id, let form): return ("shareSearch", [n(id)] + form.numbers)
        case .joinRide(let id, let ride): return ("joinRide", [n(id), n(ride)])
        case .declineRides(let id): return ("declineRides", [n(id)])
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
            return .call(id, CallForm(&f))
        case "pollArrival": return .pollArrival(f.id(), f.id())
        case "abandon": return .abandon(f.id(), f.id())
        case "driverLogin": return .driverLogin(f.id())
        case "driverLogout": return .driverLogout(f.id())
        case "setStatus":
            return .setStatus(f.id(), inService: f.flag(), place: f.place(), odometer: f.distance())
        case "position": return .position(f.id(), place: f.place(), odometer: f.distance())
        case "notified": return .notified(f.id(), f.id())
        case "answer": return .answer(f.id(), f.id(), accept: f.flag(), at: f.reading())
        case "keptAnswer":
            return .keptAnswer(f.id(), f.id(), accept: f.flag(), arrived: f.time(), at: f.reading())
        case "serviceDown": return .serviceDown
        case "serviceRestarted": return .serviceRestarted
        case "serviceUp": return .serviceUp
        case "viewStatus": return .viewStatus(f.id())
        case "licence": return .licence(f.id(), isValid: f.flag())
        case "cancelAllReservations": return .cancelAllReservations(f.id())
        case "forgetPassenger": return .forgetPassenger(f.id())
        case "boarded": return .boarded(f.id(), f.id(), travelers: f.count(), odometer: f.distance())
        case "nobodyHere": return .nobodyHere(f.id(), f.id(), place: f.place(), odometer: f.distance())
        case "rideComplete":
            return .rideComplete(
                f.id(), f.id(), place: f.place(), odometer: f.distance(), badCustomer: f.flag())
        case "boardedEach":
            let (id, request): (DriverID, RequestID) = (f.id(), f.id())
            let odometer = f.distance()
            var riders: [Rider] = []
            while !f.isEmpty && riders.count < BoardCounts.most {
                riders.append(Rider(passenger: f.id(), travelers: f.count()))
            }
            return .boardedEach(id, request, BoardCounts(riders), odometer: odometer)
        case "droppedOff": return .droppedOff(f.id(), f.id(), f.id(), place: f.place(), odometer: f.distance())
        case "viewRide": return .viewRide(f.id(), f.id())
        case "reserve": return .reserve(f.id(), ReservationForm(&f))
        case "cancelReservation": return .cancelReservation(f.id(), f.id())
        case "viewReservations": return .viewReservations(f.id())
        case "reserveButtonDisabled": return .reserveButtonDisabled(f.id())
        case "shareSearch": return .shareSearch(f.id(), ShareForm(&f))
        case "joinRide": return .joinRide(f.id(), f.id())
        case "declineRides": return .declineRides(f.id())
        case "lost": return .lost(fromDriver: f.flag(), sender: f.count())
        default: return nil
        }
    }
}

/// Takes numbers one after the other, and remembers whether there were too few, too many or wrong ones.
struct Fields {
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

    mutating func number() -> Int64 { next() }

    mutating func count() -> Int32 {
        let number = next()
        if let small = Int32(exactly: number) { return small }
        isWrong = true
        return 0
    }

    mutating func id<Thing>() -> ID<Thing> { ID<Thing>(count()) }
    mutating func time() -> CityTime { CityTime(nanoseconds: next()) }
    mutating func distance() -> Distance { Distance(millimetres: next()) }

    mutating func place() -> Place {
        let east = count()
        return Place(east: east, north: count())
    }

    /// The last three numbers, or none.
    mutating func reading() -> TaxiReading? {
        isEmpty ? nil : TaxiReading(place: place(), odometer: distance())
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
