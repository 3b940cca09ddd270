// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

extension RideRules {
    /// A passenger chose a proposed ride (TAXI-SHARE-03, -22). First come, first served: who comes too late is refused with
    /// the reason, and gets a fresh list, or an own ride when nothing is left (DEC-SHARE-RACE).
    public mutating func join(
        _ id: SharedRideID, by passenger: PassengerID, at now: CityTime, _ view: some SharingView
    ) -> [RideDirective] {
        var directives: [RideDirective] = []
        if !view.isLoggedIn(passenger) { searches[passenger] = nil }
        guard let (wish, proposed) = searches[passenger], proposed.contains(id) else {
            refuse(id, passenger, .notSearched, &directives)
            return directives
        }
        directives.append(.note(.shareChosen(passenger: passenger, ride: id)))
        switch outcome(of: id, for: wish, at: now, view) {
        case .fits(let proposal):
            searches[passenger] = nil
            join(id, wish, proposal, &directives)
        case .refused(.busy):
            // No fresh list: with a request of their own people cannot share another.
            searches[passenger] = nil
            refuse(id, passenger, .busy, &directives)
        case .refused(let reason):
            refuse(id, passenger, reason, &directives)
            search(wish, at: now, view, &directives)
        }
        return directives
    }

    /// A passenger declined all proposed rides: an own one is made, and stays open to others (TAXI-SHARE-17).
    public mutating func decline(
        _ passenger: PassengerID, at now: CityTime, _ view: some SharingView
    ) -> [RideDirective] {
        guard let wish = searches.removeValue(forKey: passenger)?.wish else {
            return [.refuse(passenger, .notPrepared)]
        }
        var directives: [RideDirective] = [.note(.shareDeclined(passenger: passenger))]
        if !view.isLoggedIn(passenger) {
            directives.append(.refuse(passenger, .notLoggedIn))
        } else if wish.pickUp == nil && view.isBusy(passenger) {
            directives.append(.refuse(passenger, .alreadyWaiting))
        } else {
            create(wish, at: now, view, &directives)
        }
        return directives
    }

    private enum Outcome {
        case fits(RideProposal)
        case refused(JoinRefusal)
    }

    /// The first reason why the ride cannot be joined now, or how it is for the newcomer.
    private func outcome(
        of id: SharedRideID, for wish: RideWish, at now: CityTime, _ view: some SharingView
    ) -> Outcome {
        let passenger = wish.rider.passenger
        // First of all: who has a request gets no other one in place of a ride that is gone.
        if wish.pickUp == nil && view.isBusy(passenger) { return .refused(.busy) }
        if trips.index(of: id.number) != nil { return .refused(.boarded) }
        guard let ride = ride(id) else { return .refused(.removed) }
        // A ride that is not requested yet does not touch the request that the passenger has now.
        if ride.has(passenger) || (ride.request != nil && view.isBusy(passenger)) { return .refused(.busy) }
        if ride.freeSeats(cap: parameters.cap) < wish.rider.travelers { return .refused(.noSeats) }
        if ride.members.count >= BoardCounts.most { return .refused(.full) }
        if ride.reservation != nil, let pickUp = ride.pickUp, !view.admits(passenger, pickUp: pickUp) {
            return .refused(.onePerHour)
        }
        let search = RideSearch(wish, at: now, parameters, travel)
        let entry = entry(of: ride)
        let arrival = search.taxiArrival(
            entry.request.flatMap { view.arrival(of: $0) } ?? entry.arrival, pickUp: ride.pickUp)
        guard wish.zone == ride.zone, search.window.contains(ride.pickUp ?? now),
            let walk = search.walk(to: ride.place, before: arrival),
            let proposal = search.proposal(ride, walk: walk, taxiArrival: arrival)
        else { return .refused(.infeasible) }
        return .fits(proposal)
    }

    private mutating func join(
        _ id: SharedRideID, _ wish: RideWish, _ proposal: RideProposal, _ directives: inout [RideDirective]
    ) {
        guard let slot = rides.index(of: id.number) else { return }
        let rider = wish.rider
        rides[slot].members.append(
            RideMember(rider, from: wish.place, to: wish.destination, travel: travel, parameters: parameters))
        rides[slot].measure(travel)
        let ride = rides[slot]
        list(ride)
        // First what is stored: a joiner who was told is not lost (TAXI-RESV-20, TAXI-CALL-21).
        if let reservation = ride.reservation { directives.append(.joined(rider.passenger, reservation)) }
        if let request = ride.request { directives.append(.keep(request)) }
        directives.append(.note(.shareJoined(ride: id, passenger: rider.passenger, travelers: rider.travelers)))
        inform(ride.owner, of: id, .joined, .someoneJoined(id, rider), &directives)
        // A ride that is a request already is one for the newcomer, too, reserved or not.
        let reservation = ride.request == nil ? ride.reservation : nil
        inform(
            rider.passenger, of: id, .meeting,
            .joined(id, meeting: ride.place, time: proposal.time, reservation: reservation), &directives)
        informDriver(of: ride, .passengerAdded, &directives)
        // Last: with more travelers the request may find no taxi at once.
        if let request = ride.request { directives.append(.attach(rider, request)) }
    }

    private func refuse(
        _ id: SharedRideID, _ passenger: PassengerID, _ reason: JoinRefusal, _ directives: inout [RideDirective]
    ) {
        directives.append(.note(.joinRefused(ride: id, passenger: passenger, reason: reason)))
        directives.append(.notify(passenger, .joinRefused(id, reason)))
    }

    // MARK: Notices

    /// Tells a passenger something about a ride, and notes that.
    func inform(
        _ passenger: PassengerID, of ride: SharedRideID, _ kind: RideNoticeKind, _ notice: SharingNotice,
        _ directives: inout [RideDirective]
    ) {
        directives.append(.note(.riderNotified(ride: ride, passenger: passenger, kind: kind)))
        directives.append(.notify(passenger, notice))
    }

    /// Tells the driver who is on the ride now, when one has accepted: nobody before (TAXI-SHARE-15).
    func informDriver(of ride: SharedRide, _ kind: RideNoticeKind, _ directives: inout [RideDirective]) {
        guard let driver = ride.driver, let request = ride.request else { return }
        directives.append(
            .note(.rideDriverNotified(ride: ride.id, driver: driver, kind: kind, travelers: ride.travelers)))
        directives.append(.notifyDriver(driver, request, .riders(ride.riders)))
    }
}
