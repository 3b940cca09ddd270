// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the call desk tells the Dispatcher actor to do, in order.
public enum DeskDirective: Sendable, Equatable {
    /// Note a fact in the event log.
    case note(TaxiEvent)
    /// Hand a stored request to the zone of its pick-up.
    case open(OpenRequest, ZoneID)
    /// Tell a passenger's client.
    case tell(PassengerID, PassengerNotice)
    /// Take an open request out of its zone.
    case withdraw(RequestID, ZoneID)
    /// Release the driver who is under way to the passenger.
    case release(RequestID, DriverID)
}

/// Where a request stands.
public enum RequestPhase: Sendable, Equatable {
    /// Drivers are being asked.
    case open
    /// A driver is on the way.
    case accepted(DriverID)
    /// The passenger is aboard.
    case fulfilled(DriverID)
}

/// A request that has not ended.
public struct LiveRequest: Sendable, Equatable {
    /// The request's number.
    public let id: RequestID
    /// Who called.
    public let passenger: PassengerID
    /// The zone of the pick-up.
    public let zone: ZoneID
    /// The exact pick-up position.
    public let place: Place
    /// Travelers stated.
    public let travelers: Int32
    /// Where it stands.
    public internal(set) var phase = RequestPhase.open
}

/// The rules of calls: what a call must hold, one request for each passenger, what the passenger is told.
///
/// A value, told `at now:`. Remembers only passengers with a session, a request, a kept notice or a report, and only
/// requests that have not ended, so its size does not grow with the run.
public struct CallDesk: Sendable {
    struct Passenger: Sendable {
        var isLoggedIn = false
        var client = ClientKind.mobile
        var isPrepared = false
        var request: RequestID?
        var badReports: Int32 = 0
        var held: [HeldNotice] = []

        /// Nothing is left to remember.
        var isIdle: Bool { !isLoggedIn && request == nil && held.isEmpty && badReports == 0 }
    }

    struct HeldNotice: Sendable {
        var notice: PassengerNotice
        var request: RequestID
        var kind: NoticeKind
        var since: CityTime
    }

    private let parameters: TaxiParameters
    private var nextRequest: Int32 = 1
    // Looked up by id, never walked (but sorted, to check the invariants): the order of a dictionary changes from process to process.
    var passengers: [PassengerID: Passenger] = [:]
    var requests: [RequestID: LiveRequest] = [:]

    /// A desk without calls.
    public init(parameters: TaxiParameters) {
        self.parameters = parameters
    }

    /// A request that has not ended.
    public func request(_ id: RequestID) -> LiveRequest? { requests[id] }

    /// How many requests have not ended.
    public var liveCount: Int { requests.count }

    /// How often drivers reported the passenger.
    public func badReports(of passenger: PassengerID) -> Int32 { passengers[passenger]?.badReports ?? 0 }

    /// Whether the passenger has a live session.
    public func isLoggedIn(_ passenger: PassengerID) -> Bool { passengers[passenger]?.isLoggedIn ?? false }

    // MARK: Sessions

    /// A passenger's client opened a session: kept notices are delivered (TAXI-OFFER-08).
    public mutating func logIn(_ id: PassengerID, _ client: ClientKind, at now: CityTime) -> [DeskDirective] {
        var directives: [DeskDirective] = []
        var passenger = passengers[id] ?? Passenger()
        passenger.client = client
        if !passenger.isLoggedIn {
            passenger.isLoggedIn = true
            directives.append(.note(.passengerSession(passenger: id, loggedIn: true, client: client)))
        }
        for held in passenger.held {
            directives.append(
                .note(
                    .noticeDelivered(
                        passenger: id, request: held.request, kind: held.kind, delay: now - held.since)))
            directives.append(.tell(id, held.notice))
        }
        passenger.held = []
        passengers[id] = passenger
        return directives
    }

    /// A passenger's client closed its session.
    public mutating func logOut(_ id: PassengerID, at now: CityTime) -> [DeskDirective] {
        guard var passenger = passengers[id], passenger.isLoggedIn else { return [] }
        passenger.isLoggedIn = false
        passenger.isPrepared = false
        keep(passenger, id)
        return [.note(.passengerSession(passenger: id, loggedIn: false, client: passenger.client))]
    }

    // MARK: Calls

    /// A passenger opened the call form (TAXI-CALL-03).
    public mutating func prepare(_ id: PassengerID, at now: CityTime) -> [DeskDirective] {
        guard passengers[id]?.isLoggedIn ?? false else { return refuse(id, .notLoggedIn) }
        passengers[id]?.isPrepared = true
        return [.note(.callPrepared(passenger: id))]
    }

    /// A passenger confirmed a call; `zone` is the zone of the position, if any.
    public mutating func call(
        _ id: PassengerID, _ form: CallForm, zone: ZoneID?, at now: CityTime
    ) -> [DeskDirective] {
        guard var passenger = passengers[id], passenger.isLoggedIn else { return refuse(id, .notLoggedIn) }
        guard passenger.isPrepared else { return refuse(id, .notPrepared) }
        passenger.isPrepared = false
        passengers[id] = passenger
        var directives: [DeskDirective] = []
        if form.source != .none && form.place != nil {
            directives.append(.note(.positionChosen(passenger: id, source: form.source, radius: form.radius)))
        }
        directives.append(.note(.callConfirmed(passenger: id, client: form.client)))
        guard let place = form.place, let zone, refusal(of: form, zone: zone, passenger) == nil else {
            directives += refuse(id, refusal(of: form, zone: zone, passenger) ?? .noPosition)
            return directives
        }
        let request = RequestID(nextRequest)
        nextRequest += 1
        passengers[id]?.request = request
        requests[request] = LiveRequest(
            id: request, passenger: id, zone: zone, place: place, travelers: form.travelers)
        directives.append(
            .note(
                .requestStored(
                    request: request, passenger: id, zone: zone, travelers: form.travelers, source: form.source,
                    place: place)))
        directives.append(.tell(id, .stored(request)))
        directives.append(
            .open(OpenRequest(id: request, passenger: id, travelers: form.travelers, place: place), zone))
        return directives
    }

    /// The first rule that the call breaks (TAXI-CALL-01 to -02, -18, -19); nil when it is right.
    private func refusal(of form: CallForm, zone: ZoneID?, _ passenger: Passenger) -> CallRefusal? {
        if form.source == .none || form.place == nil { return .noPosition }
        if form.source == .gps {
            if form.client == .web && !parameters.webPosition { return .webNeedsAddress }
            if form.radius > parameters.gpsLimit { return .gpsTooCoarse }
        }
        if zone == nil { return form.source == .address ? .addressOutsideCity : .outsideZones }
        if form.travelers < 1 { return .badTravelerCount }
        guard let request = passenger.request else { return nil }
        if case .fulfilled = requests[request]?.phase { return .alreadyTraveling }
        return .alreadyWaiting
    }

    private func refuse(_ id: PassengerID, _ reason: CallRefusal) -> [DeskDirective] {
        [.note(.callRefused(passenger: id, reason: reason)), .tell(id, .refused(reason))]
    }

    // MARK: From the zones and taxis

    /// Every eligible driver thinks about another offer (DEC-WAIT-PENDING).
    public mutating func waiting(_ id: RequestID, at now: CityTime) -> [DeskDirective] {
        guard let request = requests[id] else { return [] }
        return notify(request.passenger, id, .waiting, .waiting(id), at: now)
    }

    /// A driver accepted; expected at the meeting point at `arrival` (TAXI-CALL-13, TAXI-CALL-20).
    public mutating func accepted(
        _ id: RequestID, by driver: DriverID, arrival: CityTime, at now: CityTime
    ) -> [DeskDirective] {
        guard let request = requests[id] else { return [] }
        requests[id]?.phase = .accepted(driver)
        return notify(
            request.passenger, id, .accepted, .accepted(id, taxi: driver, arrival: arrival), taxi: driver,
            arrival: arrival, at: now)
    }

    /// The request ended without a ride (TAXI-CALL-07): the passenger is told and free to call again (TAXI-CALL-EXC).
    public mutating func aborted(_ id: RequestID, _ reason: AbortReason, at now: CityTime) -> [DeskDirective] {
        guard let request = requests.removeValue(forKey: id) else { return [] }
        passengers[request.passenger]?.request = nil
        var directives: [DeskDirective] = [
            .note(.requestAborted(request: id, zone: request.zone, reason: reason))
        ]
        if reason == .abandoned {
            forgetIfIdle(request.passenger)
        } else {
            directives += notify(
                request.passenger, id, .error, .aborted(id, reason), reason: reason, at: now)
        }
        return directives
    }

    /// The driver confirmed boarding: the request is fulfilled (TAXI-CALL-17).
    public mutating func aboard(_ id: RequestID, at now: CityTime) -> [DeskDirective] {
        guard let request = requests[id], case .accepted(let driver) = request.phase else { return [] }
        requests[id]?.phase = .fulfilled(driver)
        return [.tell(request.passenger, .aboard(id))]
    }

    /// The ride is over, or was released before boarding.
    public mutating func rideOver(_ id: RequestID, at now: CityTime) -> [DeskDirective] {
        guard let request = requests.removeValue(forKey: id) else { return [] }
        passengers[request.passenger]?.request = nil
        if case .fulfilled = request.phase {
            forgetIfIdle(request.passenger)
            return [.tell(request.passenger, .rideEnded(id))]
        }
        return notify(request.passenger, id, .released, .released(id), at: now)
    }

    // MARK: While the taxi comes

    /// The taxi that a passenger waits for, when the passenger may ask for its arrival; nil before acceptance, after
    /// boarding, and for anybody else (TAXI-CALL-14, TAXI-CALL-17, TAXI-CALL-12).
    public func comingTaxi(_ id: RequestID, for passenger: PassengerID) -> DriverID? {
        guard let request = requests[id], request.passenger == passenger, case .accepted(let driver) = request.phase
        else { return nil }
        return driver
    }

    /// The answer to a poll for the arrival.
    public func arrival(
        _ id: RequestID, expected: CityTime, taxi: DriverID, at place: Place
    ) -> [DeskDirective] {
        guard let request = requests[id] else { return [] }
        return [
            .note(.etaUpdated(request: id, passenger: request.passenger, eta: expected)),
            .note(.taxiPositionSent(request: id, passenger: request.passenger, driver: taxi, place: place)),
            .tell(request.passenger, .arrival(id, expected: expected, taxi: place)),
        ]
    }

    /// The passenger gives up before boarding (DEC-CALL-CANCEL).
    public mutating func abandon(_ id: RequestID, by passenger: PassengerID, at now: CityTime) -> [DeskDirective] {
        guard let request = requests[id], request.passenger == passenger else { return [] }
        let abandoned = DeskDirective.note(.passengerAbandoned(request: id, passenger: passenger))
        switch request.phase {
        case .open: return [abandoned, .withdraw(id, request.zone)]
        case .accepted(let driver): return [abandoned, .release(id, driver)]
        case .fulfilled: return []
        }
    }

    /// A driver reports the passenger of a ride (TAXI-REPORT-01): counted and shown, no penalty (DEC-BAD-CUSTOMER).
    ///
    /// To be called before the ride is over. The notice belongs to the ride's request, and is kept for a passenger who is
    /// logged out (TAXI-OFFER-08).
    public mutating func report(_ id: PassengerID, by driver: DriverID, at now: CityTime) -> [DeskDirective] {
        let count = (passengers[id]?.badReports ?? 0) + 1
        passengers[id, default: Passenger()].badReports = count
        let reported = DeskDirective.note(.badCustomerReported(driver: driver, passenger: id, count: count))
        let notice = PassengerNotice.reported(total: count)
        guard let request = passengers[id]?.request else { return [reported, .tell(id, notice)] }
        return [reported] + notify(id, request, .badReport, notice, at: now)
    }

    // MARK: Steps

    /// Tells a passenger at once, or keeps the notice until the next login (DEC-NOTIFY-LOGGED-OUT).
    private mutating func notify(
        _ id: PassengerID, _ request: RequestID, _ kind: NoticeKind, _ notice: PassengerNotice,
        reason: AbortReason? = nil, taxi: DriverID? = nil, arrival: CityTime? = nil, at now: CityTime
    ) -> [DeskDirective] {
        guard passengers[id]?.isLoggedIn ?? false else {
            passengers[id, default: Passenger()].held.append(
                HeldNotice(notice: notice, request: request, kind: kind, since: now))
            return [.note(.noticeHeld(passenger: id, request: request, kind: kind))]
        }
        return [
            .note(
                .passengerNotified(
                    passenger: id, request: request, kind: kind, reason: reason, taxi: taxi, eta: arrival)),
            .tell(id, notice),
        ]
    }

    private mutating func forgetIfIdle(_ id: PassengerID) {
        guard let passenger = passengers[id] else { return }
        keep(passenger, id)
    }

    private mutating func keep(_ passenger: Passenger, _ id: PassengerID) {
        passengers[id] = passenger.isIdle ? nil : passenger
    }
}
