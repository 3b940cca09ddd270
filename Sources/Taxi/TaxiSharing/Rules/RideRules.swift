// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

/// The rules of ride sharing: which rides are proposed to whom, who is on which, in what order they leave, who pays what.
///
/// A value, told `at now:`. Remembers the rides that are pending or under way, and the last search of each passenger who
/// has not chosen yet.
public struct RideRules: Sendable {
    /// The limits.
    public let parameters: SharingParameters
    let travel: any Router

    private var nextRide: Int32 = 1
    /// Pending rides by number.
    var rides = OpenTable(
        blank: SharedRide(
            id: SharedRideID(0), zone: ZoneID(0), place: .origin, source: .none, pickUp: nil, reservation: nil,
            members: []))
    /// Rides under way, by number.
    var trips = OpenTable(blank: SharedTrip.blank)
    var index = RideIndex()
    /// The ride of each request, and of each reservation that is not aboard.
    var rideOfRequest = OpenTable(blank: SharedRideID(0))
    var rideOfReservation = OpenTable(blank: SharedRideID(0))
    /// The last search of each passenger who has not chosen yet, with the rides proposed. Never walked through.
    var searches: [PassengerID: (wish: RideWish, proposed: [SharedRideID])] = [:]

    /// No rides yet.
    public init(parameters: SharingParameters, travel: any Router) {
        self.parameters = parameters
        self.travel = travel
    }

    /// The same rules without rides; their numbers go on.
    func emptied() -> RideRules {
        var rules = RideRules(parameters: parameters, travel: travel)
        rules.nextRide = nextRide
        return rules
    }

    // MARK: Looking

    /// A pending ride.
    public func ride(_ id: SharedRideID) -> SharedRide? { rides.value(of: id.number) }

    /// A ride under way.
    public func trip(_ id: SharedRideID) -> SharedTrip? { trips.value(of: id.number) }

    /// The ride of a request, pending or under way.
    public func ride(of request: RequestID) -> SharedRideID? { rideOfRequest.value(of: request.number) }

    /// The pending ride of a reservation.
    public func ride(of reservation: ReservationID) -> SharedRide? {
        rideOfReservation.value(of: reservation.number).flatMap { ride($0) }
    }

    /// How many rides are pending.
    public var pendingCount: Int { rides.count }

    /// How many rides of the zone are pending: those that a search there looks at.
    public func pendingCount(in zone: ZoneID) -> Int { index[zone].count }

    // MARK: Searching

    /// All rides that are feasible for the wish, the best first: by the newcomer's own detour, then by pick-up time, then
    /// by number (TAXI-SHARE-13, DEC-SHARE-CHOICE). Changes nothing.
    public func proposals(for wish: RideWish, at now: CityTime, _ view: some SharingView) -> [RideProposal] {
        let zone = index[wish.zone]
        let search = RideSearch(wish, at: now, parameters, travel)
        let window = search.window
        var proposals: [RideProposal] = []
        // An immediate request counts as now.
        if window.contains(now) {
            for entry in zone.immediate { consider(entry, in: search, view, &proposals) }
        }
        for entry in zone.reserved(from: window.lowerBound, through: window.upperBound) {
            consider(entry, in: search, view, &proposals)
        }
        proposals.sort { ($0.detour, $0.time, $0.ride) < ($1.detour, $1.time, $1.ride) }
        return proposals
    }

    @inline(__always)
    private func consider(
        _ entry: RideEntry, in search: RideSearch, _ view: some SharingView, _ proposals: inout [RideProposal]
    ) {
        guard entry.freeSeats >= search.wish.rider.travelers else { return }
        let estimate = entry.request.flatMap { view.arrival(of: $0) } ?? entry.arrival
        let arrival = search.taxiArrival(estimate, pickUp: entry.pickUp)
        let passenger = search.wish.rider.passenger
        guard let walk = search.walk(to: entry.place, before: arrival), let slot = rides.index(of: entry.ride.number),
            !rides[slot].has(passenger),
            let proposal = search.proposal(rides[slot], walk: walk, taxiArrival: arrival)
        else { return }
        // A reserved ride that the passenger may not join beside an own reservation is none to choose.
        if rides[slot].reservation != nil, let pickUp = entry.pickUp, !view.admits(passenger, pickUp: pickUp) {
            return
        }
        proposals.append(proposal)
    }

    /// A passenger looks for a shared ride (TAXI-SHARE-02, -13). With nothing to propose the passenger owns a new ride at
    /// once (TAXI-SHARE-14). A later search replaces an earlier one.
    public mutating func search(_ wish: RideWish, at now: CityTime, _ view: some SharingView) -> [RideDirective] {
        var directives: [RideDirective] = []
        search(wish, at: now, view, &directives)
        return directives
    }

    mutating func search(
        _ wish: RideWish, at now: CityTime, _ view: some SharingView, _ directives: inout [RideDirective]
    ) {
        let passenger = wish.rider.passenger
        let proposals = proposals(for: wish, at: now, view)
        directives.append(
            .note(
                .shareSearch(
                    passenger: passenger, client: wish.client, zone: wish.zone,
                    candidates: Int32(pendingCount(in: wish.zone)), feasible: Int32(proposals.count))))
        guard !proposals.isEmpty else {
            searches[passenger] = nil
            create(wish, at: now, view, &directives)
            return
        }
        for proposal in proposals {
            directives.append(
                .note(
                    .shareProposed(
                        passenger: passenger, ride: proposal.ride, place: proposal.meeting, meeting: proposal.time,
                        walk: proposal.walk, taxiArrival: proposal.taxiArrival, detour: proposal.detour)))
        }
        searches[passenger] = (wish, proposals.map(\.ride))
        directives.append(.notify(passenger, .proposals(proposals)))
    }

    // MARK: Creating

    /// The passenger gets an own ride: an immediate one is requested at once, a reserved one stored (TAXI-SHARE-14, -17).
    mutating func create(
        _ wish: RideWish, at now: CityTime, _ view: some SharingView, _ directives: inout [RideDirective]
    ) {
        guard wish.pickUp == nil else {
            directives.append(.reserve(wish))
            return
        }
        let member = RideMember(
            wish.rider, from: wish.place, to: wish.destination, travel: travel, parameters: parameters)
        let id = add(member, zone: wish.zone, place: wish.place, source: wish.source, &directives)
        requested(id, as: view.newRequest(), &directives)
        if let ride = ride(id), let request = ride.request { directives.append(.place(ride, request)) }
    }

    /// A shared reservation was stored: it can be joined from now on (TAXI-RESV-15). After a restart those who joined it before
    /// are on it, each with the own way (TAXI-RESV-20). The owner comes first; with nobody there is no ride.
    public mutating func open(
        _ reservation: ReservationID, members: [SharedRider], zone: ZoneID, place: Place, pickUp: CityTime
    ) -> [RideDirective] {
        var directives: [RideDirective] = []
        _ = add(
            members, zone: zone, place: place, source: .address, pickUp: pickUp, reservation: reservation, &directives)
        return directives
    }

    /// The request of a shared ride was restored after a restart, with all its members, the owner first (TAXI-CALL-21).
    public mutating func open(
        _ request: RequestID, members: [SharedRider], zone: ZoneID, place: Place, source: PositionSource
    ) -> [RideDirective] {
        var directives: [RideDirective] = []
        if let id = add(members, zone: zone, place: place, source: source, &directives) {
            requested(id, as: request, &directives)
        }
        return directives
    }

    /// Adds a ride of several, who have joined it before a restart.
    private mutating func add(
        _ members: [SharedRider], zone: ZoneID, place: Place, source: PositionSource, pickUp: CityTime? = nil,
        reservation: ReservationID? = nil, _ directives: inout [RideDirective]
    ) -> SharedRideID? {
        let all = members.map {
            RideMember($0.rider, from: $0.origin, to: $0.destination, travel: travel, parameters: parameters)
        }
        guard let owner = all.first else { return nil }
        let id = add(
            owner, zone: zone, place: place, source: source, pickUp: pickUp, reservation: reservation, &directives)
        guard all.count > 1, let index = rides.index(of: id.number) else { return id }
        rides[index].members = all
        rides[index].measure(travel)
        list(rides[index])
        for joiner in all.dropFirst() {
            directives.append(
                .note(
                    .shareJoined(ride: id, passenger: joiner.rider.passenger, travelers: joiner.rider.travelers)))
        }
        return id
    }

    /// A reservation became this request, which is not yet placed.
    public mutating func activated(_ reservation: ReservationID, _ request: RequestID) -> [RideDirective] {
        var directives: [RideDirective] = []
        if let id = rideOfReservation.value(of: reservation.number) { requested(id, as: request, &directives) }
        return directives
    }

    private mutating func add(
        _ owner: RideMember, zone: ZoneID, place: Place, source: PositionSource, pickUp: CityTime? = nil,
        reservation: ReservationID? = nil, _ directives: inout [RideDirective]
    ) -> SharedRideID {
        let id = SharedRideID(nextRide)
        nextRide += 1
        var ride = SharedRide(
            id: id, zone: zone, place: place, source: source, pickUp: pickUp, reservation: reservation,
            members: [owner])
        ride.measure(travel)
        rides.open(id.number, ride)
        if let reservation { rideOfReservation.open(reservation.number, id) }
        list(ride)
        directives.append(
            .note(
                .rideCreated(
                    ride: id, owner: ride.owner, zone: zone, travelers: ride.travelers, reservation: reservation)))
        directives.append(.notify(ride.owner, .created(id)))
        return id
    }

    private mutating func requested(
        _ id: SharedRideID, as request: RequestID, _ directives: inout [RideDirective]
    ) {
        guard let slot = rides.index(of: id.number) else { return }
        rides[slot].request = request
        rideOfRequest.open(request.number, id)
        directives.append(.note(.rideRequested(ride: id, request: request)))
    }

    // MARK: The index

    /// Shows a ride as it is now to searches.
    func entry(of ride: SharedRide) -> RideEntry {
        var entry = RideEntry(
            ride: ride.id, freeSeats: ride.members.count < BoardCounts.most ? ride.freeSeats(cap: parameters.cap) : 0,
            place: ride.place, arrival: nil, request: nil, pickUp: ride.pickUp)
        switch ride.phase {
        case .open: break
        case .offered(_, let meeting): entry.arrival = meeting
        case .accepted(_, _, let arrival):
            entry.arrival = arrival
            entry.request = ride.request
        }
        return entry
    }

    mutating func list(_ ride: SharedRide) {
        index.put(entry(of: ride), in: ride.zone)
    }

    /// Forgets a pending ride, but not its request when that goes on under way.
    mutating func close(_ ride: SharedRide, keepsRequest: Bool = false) {
        rides.close(ride.id.number)
        index.remove(ride)
        if let reservation = ride.reservation { rideOfReservation.close(reservation.number) }
        if !keepsRequest, let request = ride.request { rideOfRequest.close(request.number) }
    }
}
