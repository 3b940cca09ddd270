// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

extension RideRules {
    // MARK: The taxi

    /// The ride's request was offered to a taxi: its seats bind from now on (TAXI-SHARE-07).
    public mutating func offered(_ request: RequestID, seats: Int32, meeting: CityTime) {
        setPhase(.offered(seats: seats, meeting: meeting), of: request)
    }

    /// The offer ended without acceptance.
    public mutating func offerEnded(_ request: RequestID) {
        guard let ride = pending(request), case .offered = ride.phase else { return }
        setPhase(.open, of: request)
    }

    /// A driver accepted, and is expected at this time.
    public mutating func accepted(_ request: RequestID, by driver: DriverID, seats: Int32, arrival: CityTime) {
        setPhase(.accepted(driver, seats: seats, arrival: arrival), of: request)
    }

    private mutating func setPhase(_ phase: SharedRide.Phase, of request: RequestID) {
        guard let id = ride(of: request), let slot = rides.index(of: id.number) else { return }
        rides[slot].phase = phase
        list(rides[slot])
    }

    func pending(_ request: RequestID) -> SharedRide? { ride(of: request).flatMap { ride($0) } }

    // MARK: People who leave

    /// A passenger gave up and is off the request, which goes on with the others (DEC-CALL-CANCEL).
    public mutating func left(_ request: RequestID, _ passenger: PassengerID) -> [RideDirective] {
        var directives: [RideDirective] = []
        if let ride = pending(request) { takeOff(passenger, ride, .abandoned, &directives) }
        return directives
    }

    /// Takes a passenger off a shared reservation (DEC-SHARE-OWNER-LEAVES, TAXI-RESV-22). Its request, if there is one, is left
    /// to whoever placed it.
    public mutating func takeOff(
        _ passenger: PassengerID, _ reservation: ReservationID, _ reason: LeaveReason
    ) -> [RideDirective] {
        var directives: [RideDirective] = []
        if let ride = ride(of: reservation) { takeOff(passenger, ride, reason, &directives) }
        return directives
    }

    private mutating func takeOff(
        _ passenger: PassengerID, _ ride: SharedRide, _ reason: LeaveReason, _ directives: inout [RideDirective]
    ) {
        guard ride.has(passenger) else { return }
        let id = ride.id
        directives.append(.note(.shareLeft(ride: id, passenger: passenger, reason: reason)))
        // Who gave up knows; the core has that request ended.
        if reason != .abandoned { inform(passenger, of: id, .takenOff, .takenOff(id, reason), &directives) }
        guard ride.members.count > 1, let slot = rides.index(of: id.number) else {
            close(ride)
            directives.append(.note(.rideRemoved(ride: id, reason: .cancelled)))
            return
        }
        let wasOwner = ride.owner == passenger
        rides[slot].members.removeAll { $0.rider.passenger == passenger }
        rides[slot].measure(travel)
        let rest = rides[slot]
        list(rest)
        if let request = rest.request { directives.append(.keep(request)) }
        for rider in rest.riders {
            inform(rider.passenger, of: id, .left, .someoneLeft(id, passenger), &directives)
        }
        // The first is the owner: now the earliest joiner. Meeting point and time stay.
        if wasOwner { announceOwner(rest.owner, of: id, to: rest.riders, &directives) }
        informDriver(of: rest, .passengerLeft, &directives)
    }

    func announceOwner(
        _ owner: PassengerID, of id: SharedRideID, to riders: [Rider], _ directives: inout [RideDirective]
    ) {
        directives.append(.note(.ownerChanged(ride: id, owner: owner)))
        for rider in riders {
            inform(rider.passenger, of: id, .ownerChanged, .owner(id, owner), &directives)
        }
    }

    // MARK: Rides that end without a taxi

    /// The request ended without a ride: no later search finds it (TAXI-SHARE-19). The core tells everybody on it.
    public mutating func aborted(_ request: RequestID, _ reason: AbortReason) -> [RideDirective] {
        switch reason {
        case .abandoned: remove(request, .cancelled)
        case .runEnded: remove(request, .runEnded)
        case .noDriver, .allRefused, .noTaxiLargeEnough: remove(request, .aborted)
        }
    }

    /// The driver was released before boarding. The core tells everybody on the request.
    public mutating func released(_ request: RequestID) -> [RideDirective] { remove(request, .released) }

    private mutating func remove(_ request: RequestID, _ reason: RideRemoval) -> [RideDirective] {
        guard let ride = pending(request) else { return [] }
        close(ride)
        return [.note(.rideRemoved(ride: ride.id, reason: reason))]
    }

    /// A reservation ended without a ride. Whoever is on it is told here as long as there is no request.
    public mutating func removed(_ reservation: ReservationID, _ reason: RideRemoval) -> [RideDirective] {
        guard let ride = ride(of: reservation) else { return [] }
        var directives: [RideDirective] = [.note(.rideRemoved(ride: ride.id, reason: reason))]
        if ride.request == nil {
            for rider in ride.riders {
                inform(rider.passenger, of: ride.id, .removed, .removed(ride.id, reason), &directives)
            }
        }
        close(ride)
        return directives
    }

    /// The run is over: whatever is left ends, by rising number.
    public mutating func close() -> [RideDirective] {
        var open = rides.openNumbers + trips.openNumbers
        open.sort()
        for number in open {
            if let ride = rides.value(of: number) { close(ride) }
            if let trip = trips.close(number) { rideOfRequest.close(trip.request.number) }
        }
        searches = [:]
        return open.map { .note(.rideRemoved(ride: SharedRideID($0), reason: .runEnded)) }
    }
}
