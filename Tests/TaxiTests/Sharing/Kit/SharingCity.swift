// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import TaxiRules
import TaxiSharing

/// What the rules ask of the rest of the service, answered by hand.
final class HandMadeView: SharingView {
    var arrivals: [RequestID: CityTime] = [:]
    var loggedOut: Set<PassengerID> = []
    var busy: Set<PassengerID> = []
    /// Pick-up times of reservations that passengers hold.
    var held: [PassengerID: [CityTime]] = [:]
    private var requests: Int32 = 0

    func arrival(of request: RequestID) -> CityTime? { arrivals[request] }
    func isLoggedIn(_ passenger: PassengerID) -> Bool { !loggedOut.contains(passenger) }
    func isBusy(_ passenger: PassengerID) -> Bool { busy.contains(passenger) }
    func admits(_ passenger: PassengerID, pickUp: CityTime) -> Bool {
        held[passenger, default: []].allSatisfy { $0 <= pickUp - .minutes(60) || $0 >= pickUp + .minutes(60) }
    }
    func newRequest() -> RequestID {
        requests += 1
        return RequestID(requests)
    }
}

/// The sharing rules with everything they said. Straight ways at 10 m/s unless told otherwise.
struct SharingCity {
    var rules: RideRules
    let view = HandMadeView()
    /// Everything the rules told to do, in order.
    private(set) var directives: [RideDirective] = []
    var now = CityTime.epoch

    init(
        parameters: SharingParameters = SharingParameters(),
        travel: any Router = StraightRouter(freeSpeed: 10, circuity: 1)
    ) {
        rules = RideRules(parameters: parameters, travel: travel)
    }

    // MARK: What was said

    var facts: [SharingEvent] { directives.compactMap { if case .note(let event) = $0 { event } else { nil } } }

    /// What a passenger was told, in order.
    func reported(_ passenger: Int32) -> [SharingNotice] {
        directives.compactMap {
            if case .notify(PassengerID(passenger), let notice) = $0 { notice } else { nil }
        }
    }

    /// What a driver was told, in order.
    func reported(driver: Int32) -> [RideReport] {
        directives.compactMap {
            if case .notifyDriver(DriverID(driver), _, let report) = $0 { report } else { nil }
        }
    }

    /// The last list of proposals that a passenger was told.
    func proposed(to passenger: Int32) -> [RideProposal] {
        reported(passenger).compactMap { if case .proposals(let list) = $0 { list } else { nil } }.last ?? []
    }

    /// Forgets what was said so far.
    mutating func hush() { directives = [] }

    // MARK: What happens

    mutating func take(_ more: [RideDirective]) {
        directives += more
        rules.checkInvariants()
    }

    /// A passenger searches; with nothing to propose an own ride is made.
    mutating func search(
        _ passenger: Int32, travelers: Int32 = 1, from start: Place, to end: Place, zone: Int32 = 1,
        pickUp: CityTime? = nil, client: ClientKind = .mobile
    ) {
        let wish = RideWish(
            rider: Rider(passenger: PassengerID(passenger), travelers: travelers), client: client, place: start,
            zone: ZoneID(zone), destination: end, pickUp: pickUp)
        take(rules.search(wish, at: now, view))
    }

    /// A passenger searches, and wants an own ride whatever is proposed. Returns the ride.
    @discardableResult
    mutating func own(
        _ passenger: Int32, travelers: Int32 = 1, from start: Place, to end: Place, zone: Int32 = 1
    ) -> SharedRideID {
        search(passenger, travelers: travelers, from: start, to: end, zone: zone)
        if case .proposals = reported(passenger).last { take(rules.decline(PassengerID(passenger), at: now, view)) }
        return lastRide
    }

    /// A shared reservation is stored. Returns its ride.
    @discardableResult
    mutating func reserve(
        _ reservation: Int32, _ passenger: Int32, travelers: Int32 = 1, from start: Place, to end: Place,
        zone: Int32 = 1, pickUp: CityTime
    ) -> SharedRideID {
        take(
            rules.open(
                ReservationID(reservation),
                members: [
                    SharedRider(
                        Rider(passenger: PassengerID(passenger), travelers: travelers), from: start, to: end)
                ],
                zone: ZoneID(zone), place: start, pickUp: pickUp))
        return lastRide
    }

    /// The ride created last.
    var lastRide: SharedRideID {
        facts.compactMap { if case .rideCreated(let ride, _, _, _, _) = $0 { ride } else { nil } }.last
            ?? SharedRideID(0)
    }

    mutating func join(_ passenger: Int32, _ ride: SharedRideID) {
        take(rules.join(ride, by: PassengerID(passenger), at: now, view))
    }

    /// A passenger searches and joins this ride.
    mutating func joining(
        _ passenger: Int32, _ ride: SharedRideID, travelers: Int32 = 1, from start: Place, to end: Place,
        pickUp: CityTime? = nil
    ) {
        search(passenger, travelers: travelers, from: start, to: end, pickUp: pickUp)
        join(passenger, ride)
    }

    func request(of ride: SharedRideID) -> RequestID { rules.ride(ride)?.request ?? RequestID(0) }

    mutating func offer(_ ride: SharedRideID, seats: Int32 = 4, meeting: CityTime? = nil) {
        rules.offered(request(of: ride), seats: seats, meeting: meeting ?? now + .seconds(300))
        rules.checkInvariants()
    }

    mutating func accept(_ ride: SharedRideID, by driver: Int32 = 1, seats: Int32 = 4, arrival: CityTime? = nil) {
        rules.accepted(
            request(of: ride), by: DriverID(driver), seats: seats, arrival: arrival ?? now + .seconds(300))
        rules.checkInvariants()
    }

    /// The driver enters these travelers, passenger by passenger. Returns the request.
    @discardableResult
    mutating func board(
        _ ride: SharedRideID, by driver: Int32 = 1, _ entered: [(Int32, Int32)], odometer: Distance = .zero
    ) -> RequestID {
        let request = request(of: ride)
        take(
            rules.aboard(
                request, DriverID(driver),
                entered.map { Rider(passenger: PassengerID($0.0), travelers: $0.1) }, odometer: odometer, at: now))
        return request
    }

    mutating func drop(_ passenger: Int32, of request: RequestID, odometer: Distance) {
        take(rules.dropped(request, PassengerID(passenger), odometer: odometer, at: now))
    }

    mutating func end(_ request: RequestID, odometer: Distance) {
        take(rules.ended(request, odometer: odometer, at: now))
    }
}

/// The place this many kilometres east and north of the origin.
func km(_ east: Double, _ north: Double = 0) -> Place { Place(metresEast: east * 1000, north: north * 1000) }

extension Distance {
    /// A distance in kilometres.
    static func km(_ count: Double) -> Distance { .metres(count * 1000) }
}
