// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import TaxiRules
import TaxiService
import TaxiSharing

/// Sends the service one drawn message after the other: plausible ones that follow from what is open, in any order and by
/// anybody, and wild ones with numbers, places and counts that no client should send.
struct MessageFuzz {
    let city: BoardCity
    private var dice: SplitMix64
    private var seen = 0
    private var time = CityTime.seconds(3600)

    private var offers: [(offer: OfferID, driver: DriverID)] = []
    private var rides: [(request: RequestID, driver: DriverID)] = []
    private var riders: [RequestID: [PassengerID]] = [:]
    private var requests: Int32 = 0
    private var reservations: Int32 = 0
    private var shared: Int32 = 0
    private var odometer: Int64 = 0
    /// What was proposed to whom, the last ones.
    private var proposals: [(passenger: PassengerID, ride: SharedRideID)] = []

    init(_ city: BoardCity, seed: Int) {
        self.city = city
        dice = SplitMix64(seed: seed)
    }

    mutating func run(steps: Int) throws {
        for _ in 0..<steps {
            time =
                time
                + dice.pick(
                    dice.once(in: 15)
                        ? [.minutes(5), .minutes(20), .minutes(50)]
                        : [.zero, .zero, .zero, .milliseconds(1), .seconds(1), .seconds(5), .seconds(20), .seconds(60)])
            odometer += Int64(dice.number(0...500_000))
            look()
            let messages = messages()
            let dispatcher = city.dispatcher
            city.loop.schedule(at: time, as: dice.pick([.arrival, .stateChange])) {
                for message in messages { dispatcher.send(message) }
            }
            try city.loop.run(until: time)
        }
    }

    /// Takes in what happened.
    private mutating func look() {
        let records = city.records
        for record in records[seen...] {
            switch record.event {
            case .taxi(.offerSent(let offer, _, let driver, _, _, _, _, _, _)): offers.append((offer, driver))
            case .taxi(.offerAccepted(_, let request, let driver)): rides.append((request, driver))
            case .taxi(.requestStored(let request, let passenger, _, _, _, _)):
                requests = max(requests, request.number)
                riders[request, default: []].append(passenger)
            case .taxi(.passengerAttached(let request, let passenger, _)):
                riders[request, default: []].append(passenger)
            case .taxi(.rideEnded(let request, _, _, _, _)), .taxi(.rideReleased(let request, _, _)):
                rides.removeAll { $0.request == request }
            case .reservation(.reservationStored(let reservation, _, _, _, _, _)):
                reservations = max(reservations, reservation.number)
            case .sharing(.rideCreated(let ride, _, _, _, _)): shared = max(shared, ride.number)
            case .sharing(.shareProposed(let passenger, let ride, _, _, _, _, _)): proposals.append((passenger, ride))
            default: break
            }
        }
        if proposals.count > 6 { proposals.removeFirst(proposals.count - 6) }
        seen = records.count
        if offers.count > 4 { offers.removeFirst(offers.count - 4) }
    }

    // MARK: Drawing

    private mutating func wild(_ last: Int32) -> Int32 { dice.pick([0, -1, last + 1, 1000, .max, .min]) }

    /// One of the last numbers, or a wild one.
    private mutating func number(_ last: Int32) -> Int32 {
        dice.once(in: 20) || last == 0 ? wild(last) : max(1, last - Int32(dice.number(0...5)))
    }

    private mutating func passenger() -> PassengerID {
        PassengerID(dice.once(in: 40) ? dice.pick([0, -1, 1000]) : Int32(dice.number(1...6)))
    }

    private mutating func driver() -> DriverID {
        DriverID(dice.once(in: 40) ? dice.pick([0, -1, 1000, .max]) : Int32(dice.number(1...3)))
    }

    private mutating func place() -> Place {
        if dice.once(in: 30) {
            return dice.pick([
                Place(east: .max, north: .max), Place(east: .min, north: .min), east(-1), Place(east: .max, north: 0),
            ])
        }
        return east(dice.pick([1, 5.9, 6, 6, 6, 6.1, 9, 9.1, 9.9, 10.1]))
    }

    private mutating func travelers() -> Int32 {
        dice.once(in: 25) ? dice.pick([0, -1, 7, .max, .min]) : Int32(dice.number(1...3))
    }

    private mutating func distance() -> Distance {
        Distance(millimetres: dice.once(in: 40) ? dice.pick([0, -1, .max, .min, 1 << 40]) : odometer)
    }

    private mutating func form() -> CallForm {
        CallForm(
            client: dice.pick([.mobile, .web]), source: dice.pick([.gps, .address, .address, .address, .none]),
            radius: dice.pick([.zero, .zero, .zero, .metres(50), .metres(51), .metres(-1)]),
            place: dice.once(in: 20) ? nil : place(), travelers: travelers())
    }

    private mutating func entered() -> EnteredPlace? {
        guard !dice.once(in: 20) else { return nil }
        return EnteredPlace(
            source: dice.pick([.address, .address, .gps, .none]), radius: dice.pick([.zero, .metres(60)]),
            place: place())
    }

    private mutating func pickUp() -> CivilTime? {
        if dice.once(in: 10) { return dice.pick([nil, CivilTime(1970, 2, 30, 1, 1), CivilTime(-5, 99, 0, 77, 3)]) }
        return CivilTime(
            time
                + dice.pick([
                    .hours(2), .hours(2) + .seconds(1), .hours(3), .hours(3) + .minutes(10), .hours(48), .minutes(119),
                    .hours(49),
                ]))
    }

    /// One message, or what a client sends in a row.
    private mutating func messages() -> [TaxiMessage] {
        guard dice.once(in: 2) else { return [ofDriver()] }
        let message = ofPassenger()
        guard case .passenger(let id, .shareSearch(let form)) = message, !dice.once(in: 10) else { return [message] }
        return [.passenger(id, .login(client: .mobile))] + (form.pickUp == nil ? [.passenger(id, .prepareCall)] : [])
            + [message]
    }

    private mutating func ofPassenger() -> TaxiMessage {
        let id = passenger()
        switch dice.number(0...15) {
        case 0, 1: return .passenger(id, .login(client: dice.pick([.mobile, .web])))
        case 2: return dice.once(in: 3) ? .passenger(id, .logout) : .passenger(id, .login(client: .mobile))
        case 3: return .passenger(id, .prepareCall)
        case 4: return .passenger(id, .call(form: form()))
        case 5: return .passenger(id, .pollArrival(request: RequestID(number(requests))))
        case 6: return .passenger(id, .abandon(request: RequestID(number(requests))))
        case 7, 8:
            return .passenger(
                id,
                .reserve(
                    form: ReservationForm(
                        client: .mobile, origin: entered(), destination: entered(), pickUp: pickUp(),
                        travelers: travelers(),
                        isShared: dice.once(in: 2))))
        case 9: return .passenger(id, .cancelReservation(id: ReservationID(number(reservations))))
        case 10: return dice.once(in: 2) ? .passenger(id, .viewReservations) : .passenger(id, .reserveButtonDisabled)
        case 11, 12:
            return .passenger(
                id,
                .shareSearch(
                    form: ShareForm(
                        call: form(), destination: dice.once(in: 20) ? nil : place(),
                        pickUp: dice.once(in: 3) ? pickUp() : nil)))
        case 13, 14:
            if !proposals.isEmpty, !dice.once(in: 10) {
                let proposal = dice.pick(proposals)
                return .passenger(proposal.passenger, .joinRide(id: proposal.ride))
            }
            return .passenger(id, .joinRide(id: SharedRideID(number(shared))))
        default: return .passenger(id, .declineRides)
        }
    }

    private mutating func ofDriver() -> TaxiMessage {
        let id = driver()
        let ride = rides.isEmpty ? (RequestID(number(requests)), id) : dice.pick(rides)
        switch dice.number(0...16) {
        case 0: return .driver(id, .login)
        case 1: return dice.once(in: 4) ? .driver(id, .logout) : .driver(id, .login)
        case 2, 3:
            return .driver(id, .setStatus(inService: !dice.once(in: 5), place: place(), odometer: distance()))
        case 4: return .driver(id, .position(place: place(), odometer: distance()))
        case 5: return .driver(ride.1, .position(place: east(dice.pick([5.9, 6, 6, 6.1])), odometer: distance()))
        case 6, 7, 8, 9:
            guard !offers.isEmpty else { return .driver(id, .answer(offer: OfferID(wild(1)), accept: true)) }
            let offer = dice.pick(offers)
            return .driver(
                dice.once(in: 20) ? id : offer.driver, .answer(offer: offer.offer, accept: !dice.once(in: 4)))
        case 10: return .driver(ride.1, .boarded(request: ride.0, travelers: travelers(), odometer: distance()))
        case 11, 12:
            return .driver(ride.1, .boardedEach(request: ride.0, counts: counts(of: ride.0), odometer: distance()))
        case 13:
            guard let who = riders[ride.0].map({ dice.pick($0) }) else {
                return .driver(id, .viewRide(request: ride.0))
            }
            return .driver(
                ride.1,
                .droppedOff(
                    request: ride.0, passenger: dice.once(in: 10) ? passenger() : who, place: place(),
                    odometer: distance()))
        case 14:
            return .driver(
                ride.1,
                .rideComplete(request: ride.0, place: place(), odometer: distance(), badCustomer: dice.once(in: 9)))
        case 15: return .driver(ride.1, .nobodyHere(request: ride.0, place: place(), odometer: distance()))
        default: return .driver(ride.1, .viewRide(request: ride.0))
        }
    }

    private mutating func counts(of request: RequestID) -> BoardCounts {
        var list: [Rider] = []
        for passenger in riders[request] ?? [] {
            list.append(Rider(passenger: passenger, travelers: dice.once(in: 4) ? 0 : travelers()))
        }
        if dice.once(in: 15) { list.append(Rider(passenger: passenger(), travelers: travelers())) }
        return BoardCounts(list)
    }
}
