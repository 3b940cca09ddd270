// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

/// What a passenger looks for: the form of a search with what the service found out about it.
public struct RideWish: Sendable, Hashable {
    /// Who, with how many travelers.
    public let rider: Rider
    /// Mobile or web (TAXI-SHARE-02).
    public let client: ClientKind
    /// How the start was found.
    public let source: PositionSource
    /// Error radius of the fix.
    public let radius: Distance
    /// Where the passenger starts.
    public let place: Place
    /// The zone of the start.
    public let zone: ZoneID
    /// Where the passenger goes.
    public let destination: Place
    /// The pick-up time of a reservation; nil for as soon as possible.
    public let pickUp: CityTime?

    /// Makes a wish.
    public init(
        rider: Rider, client: ClientKind = .mobile, source: PositionSource = .address, radius: Distance = .zero,
        place: Place, zone: ZoneID, destination: Place, pickUp: CityTime? = nil
    ) {
        self.rider = rider
        self.client = client
        self.source = source
        self.radius = radius
        self.place = place
        self.zone = zone
        self.destination = destination
        self.pickUp = pickUp
    }

    /// Takes a form whose start lies in a zone; nil when the form lacks the start or the destination.
    public init?(_ form: ShareForm, of passenger: PassengerID, zone: ZoneID, pickUp: CityTime? = nil) {
        guard let place = form.call.place, let destination = form.destination else { return nil }
        self.init(
            rider: Rider(passenger: passenger, travelers: form.call.travelers), client: form.call.client,
            source: form.call.source, radius: form.call.radius, place: place, zone: zone, destination: destination,
            pickUp: pickUp)
    }
}

/// What the rules ask of the rest of the service while they decide.
public protocol SharingView {
    /// When the taxi that comes for a request is expected now.
    func arrival(of request: RequestID) -> CityTime?
    /// Whether the passenger has a live session.
    func isLoggedIn(_ passenger: PassengerID) -> Bool
    /// Whether the passenger has an open request or is traveling (TAXI-CALL-18).
    func isBusy(_ passenger: PassengerID) -> Bool
    /// Whether the passenger holds no reservation less than 60 min from this pick-up (DEC-ONE-PER-HOUR).
    func admits(_ passenger: PassengerID, pickUp: CityTime) -> Bool
    /// A number for a new request.
    func newRequest() -> RequestID
}

/// One search: a newcomer is held against pending rides (DEC-SHARE-MATCH).
///
/// The cheap limits come first: seats, pick-up times, the walk. Only what is left is tried in all drop orders.
struct RideSearch {
    let wish: RideWish
    let now: CityTime
    let parameters: SharingParameters
    let travel: any Router
    let newcomer: RideMember

    init(_ wish: RideWish, at now: CityTime, _ parameters: SharingParameters, _ travel: any Router) {
        self.wish = wish
        self.now = now
        self.parameters = parameters
        self.travel = travel
        newcomer = RideMember(
            wish.rider, from: wish.place, to: wish.destination, travel: travel, parameters: parameters)
    }

    // MARK: Cheap limits

    /// The earliest and the latest pick-up time of a ride that fits.
    var window: ClosedRange<CityTime> {
        let middle = wish.pickUp ?? now
        return (middle - parameters.pickUpWindow)...(middle + parameters.pickUpWindow)
    }

    /// When the taxi is expected: the estimate, or now plus the mean approach, never before an agreed time.
    func taxiArrival(_ estimate: CityTime?, pickUp: CityTime?) -> CityTime {
        let expected = estimate ?? now + parameters.meanApproach
        guard let pickUp else { return expected }
        return max(expected, pickUp)
    }

    /// The walk to the meeting point when it ends in time (TAXI-SHARE-01).
    @inline(__always)
    func walk(to place: Place, before arrival: CityTime) -> TimeSpan? {
        let walk = parameters.walk(travel.walk(from: wish.place, to: place, leaving: now).distance)
        return walk <= arrival - now ? walk : nil
    }

    // MARK: All limits

    /// The proposal of a ride when every limit holds but the seats, which were looked at; else nil.
    func proposal(_ ride: SharedRide, walk: TimeSpan, taxiArrival: CityTime) -> RideProposal? {
        var distances = ride.distances
        let count = ride.members.count
        var limits = SIMD4<Int64>()
        for index in 0..<count { limits[index] = ride.members[index].longestDrive }
        limits[count] = newcomer.longestDrive
        distances.add(newcomer.destination, from: ride.place, travel) { ride.members[$0].destination }
        var delay: Int64 = 0
        let order = DropOrder.shortest(distances, limits: limits) { order in
            let delays = order.delays(
                from: ride.place, leaving: taxiArrival, longest: parameters.longestDelay, travel
            ) { $0 < count ? ride.members[$0] : newcomer }
            delay = max(0, delays?[count] ?? 0)
            return delays != nil
        }
        guard let order else { return nil }
        return RideProposal(
            ride: ride.id, meeting: ride.place, time: ride.pickUp ?? taxiArrival, walk: walk, taxiArrival: taxiArrival,
            direct: newcomer.direct, driven: order.driven(count), delay: TimeSpan(nanoseconds: delay),
            route: order.length,
            share: plannedShare(order, ride))
    }

    /// The newcomer's part of the fee as planned, 0 to 1 (TAXI-SHARE-10B, DEC-FEE-ZERO).
    private func plannedShare(_ order: DropOrder, _ ride: SharedRide) -> Double {
        let own = Double(newcomer.rider.travelers) * Double(order.driven(ride.members.count).millimetres)
        let sum = ride.members.indices.reduce(own) {
            $0 + Double(ride.members[$1].rider.travelers) * Double(order.driven($1).millimetres)
        }
        let travelers = Double(newcomer.rider.travelers)
        return sum > 0 ? own / sum : travelers / (travelers + Double(ride.travelers))
    }
}

extension RideMember {
    /// Measures the way alone.
    init(
        _ rider: Rider, from origin: Place, to destination: Place, travel: any Router,
        parameters: SharingParameters
    ) {
        let direct = travel.distance(from: origin, to: destination)
        self.init(
            rider, from: origin, to: destination, direct: direct, longestDrive: parameters.longestDrive(direct: direct))
    }
}
