// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

extension RideRules {
    /// The driver confirmed boarding and entered how many travelers of each passenger came (TAXI-SHARE-08): the ride is
    /// closed to newcomers (TAXI-SHARE-05), the absent are left behind (TAXI-SHARE-16), and the route is planned for those
    /// aboard (TAXI-SHARE-18, -21).
    public mutating func aboard(
        _ request: RequestID, _ driver: DriverID, _ entered: [Rider], odometer: Distance, at now: CityTime
    ) -> [RideDirective] {
        guard let ride = pending(request) else { return [] }
        let id = ride.id
        let counts = ride.members.map { member in
            entered.first { $0.passenger == member.rider.passenger }?.travelers ?? 0
        }
        let total = counts.reduce(0, +)
        var directives: [RideDirective] = [
            .note(.shareClosed(ride: id, request: request)),
            .note(.boardCount(ride: id, driver: driver, entered: total, expected: ride.travelers)),
        ]
        for (rider, count) in zip(ride.riders, counts) {
            directives.append(
                .note(
                    .travelersBoarded(
                        ride: id, passenger: rider.passenger, entered: count, expected: rider.travelers)))
        }
        if zip(ride.riders, counts).contains(where: { $0.travelers != $1 }) {
            directives.append(.note(.boardMismatch(ride: id, entered: total, expected: ride.travelers)))
        }
        for (rider, count) in zip(ride.riders, counts) where count == 0 {
            directives.append(.note(.sharedRideMissed(ride: id, passenger: rider.passenger)))
            inform(rider.passenger, of: id, .missed, .missed(id), &directives)
        }
        close(ride, keepsRequest: total > 0)
        let present = ride.members.indices.filter { counts[$0] > 0 }
        guard let first = present.first else {
            directives.append(.note(.rideRemoved(ride: id, reason: .released)))
            return directives
        }
        let owner = ride.members[first].rider.passenger
        if owner != ride.owner {
            announceOwner(owner, of: id, to: present.map { ride.members[$0].rider }, &directives)
        }
        let members = present.map { ride.members[$0] }
        let order = route(of: members, from: ride.place, leaving: now)
        let delays = order.delays(from: ride.place, leaving: now, travel) { members[$0] }
        let trip = SharedTrip(
            request: request, driver: driver, start: now, odometer: odometer,
            passengers: present.enumerated().map { index, member in
                passenger(ride.members[member], counts[member], delay: TimeSpan(nanoseconds: max(0, delays[index])))
            }, route: order.stops)
        trips.open(id.number, trip)
        directives.append(.note(plan(trip, of: id, order.length)))
        directives.append(.notifyDriver(driver, request, .route(trip.stops)))
        return directives
    }

    private func passenger(_ member: RideMember, _ travelers: Int32, delay: TimeSpan) -> SharedTrip.Passenger {
        SharedTrip.Passenger(
            rider: Rider(passenger: member.rider.passenger, travelers: travelers), destination: member.destination,
            direct: member.direct, delay: delay)
    }

    /// The shortest route that keeps every limit; when none does, since people are absent or traffic changed, the shortest.
    private func route(of members: [RideMember], from start: Place, leaving: CityTime) -> DropOrder {
        let distances = DistanceTable(from: start, to: members.map(\.destination), travel)
        var limits = SIMD4<Int64>()
        for (index, member) in members.enumerated() { limits[index] = member.longestDrive }
        let kept = DropOrder.shortest(distances, limits: limits) { order in
            order.delays(from: start, leaving: leaving, longest: parameters.longestDelay, travel) { members[$0] } != nil
        }
        guard let route = kept ?? DropOrder.shortest(distances) else {
            preconditionFailure("a shared ride with \(members.count) passengers aboard has no route")
        }
        return route
    }

    private func plan(_ trip: SharedTrip, of ride: SharedRideID, _ length: Distance) -> SharingEvent {
        let stops = trip.stops
        func at(_ index: Int) -> PassengerID? { index < stops.count ? stops[index].rider.passenger : nil }
        let places = stops.indices.filter { index in !stops[..<index].contains { $0.place == stops[index].place } }
        return .routePlanned(
            ride: ride, pickUpStops: 1, destinations: Int32(places.count), first: stops[0].rider.passenger,
            second: at(1), third: at(2), fourth: at(3), length: length)
    }

    // MARK: On the way

    /// A passenger left: the distance counts from the common start (TAXI-SHARE-10B).
    public mutating func dropped(
        _ request: RequestID, _ passenger: PassengerID, odometer: Distance, at now: CityTime
    ) -> [RideDirective] {
        var directives: [RideDirective] = []
        if let id = ride(of: request) { drop(passenger, of: id, odometer, &directives) }
        return directives
    }

    private mutating func drop(
        _ passenger: PassengerID, of id: SharedRideID, _ odometer: Distance, _ directives: inout [RideDirective]
    ) {
        guard let slot = trips.index(of: id.number),
            let index = trips[slot].passengers.firstIndex(where: {
                $0.rider.passenger == passenger && $0.driven == nil
            })
        else { return }
        let driven = trips[slot].driven(odometer)
        trips[slot].passengers[index].driven = driven
        let found = trips[slot].passengers[index]
        directives.append(
            .note(
                .travelersDropped(
                    ride: id, passenger: passenger, travelers: found.rider.travelers, distance: driven,
                    direct: found.direct, delay: found.delay)))
    }

    /// The driver's client asks for the state of the ride (TAXI-SHARE-06).
    public func viewed(_ request: RequestID, by driver: DriverID) -> [RideDirective] {
        guard let id = ride(of: request) else { return [] }
        guard driver == trip(id)?.driver ?? ride(id)?.driver else { return [.refuseDriver(driver)] }
        let (aboard, next) = state(of: id)
        return [
            .note(.rideStateViewed(ride: id, aboard: aboard, nextStop: next)),
            .notifyDriver(driver, request, .state(aboard: aboard, nextStop: next)),
        ]
    }

    /// Travelers aboard and the passenger of the next drop-off; nobody before boarding and after the end (TAXI-SHARE-06).
    public func state(of ride: SharedRideID) -> (aboard: Int32, nextStop: PassengerID?) {
        trip(ride).map { ($0.aboard, $0.nextStop) } ?? (0, nil)
    }

    /// The ride ended: the fee is split, and the table goes to everybody (TAXI-SHARE-10, -11).
    public mutating func ended(_ request: RequestID, odometer: Distance, at now: CityTime) -> [RideDirective] {
        guard let id = ride(of: request), let left = trip(id) else { return [] }
        var directives: [RideDirective] = []
        for passenger in left.passengers where passenger.driven == nil {
            drop(passenger.rider.passenger, of: id, odometer, &directives)
        }
        guard let trip = trips.close(id.number) else { return directives }
        rideOfRequest.close(request.number)
        let split = FeeSplit(
            trip.passengers.map {
                FeeSplit.Part(
                    passenger: $0.rider.passenger, travelers: $0.rider.travelers, driven: $0.driven ?? .zero,
                    direct: $0.direct)
            })
        report(split, of: id, trip, &directives)
        directives.append(
            .note(
                .sharedRideEnded(
                    ride: id, request: request, passengers: Int32(trip.passengers.count),
                    travelers: trip.passengers.reduce(0) { $0 + $1.rider.travelers }, driven: trip.driven(odometer),
                    alone: trip.passengers.reduce(.zero) { $0 + $1.direct })))
        directives.append(.note(.rideRemoved(ride: id, reason: .ended)))
        return directives
    }

    private func report(
        _ split: FeeSplit, of id: SharedRideID, _ trip: SharedTrip, _ directives: inout [RideDirective]
    ) {
        for (share, direct) in zip(split.shares, split.directHundredths) {
            directives.append(
                .note(
                    .feeShare(
                        ride: id, passenger: share.passenger, travelers: share.travelers, distance: share.distance,
                        numerator: share.numerator, denominator: share.denominator, hundredths: share.hundredths,
                        directHundredths: direct)))
        }
        directives.append(
            .note(.feeSharesReported(ride: id, passengers: Int32(split.shares.count), sum: split.sum)))
        directives.append(
            .note(
                .rideDriverNotified(
                    ride: id, driver: trip.driver, kind: .feeShares,
                    travelers: split.shares.reduce(0) { $0 + $1.travelers })))
        directives.append(.notifyDriver(trip.driver, trip.request, .feeShares(split.shares)))
        for share in split.shares {
            inform(share.passenger, of: id, .feeShares, .feeShares(id, split.shares), &directives)
        }
    }
}
