// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the rules of calls tell the Dispatcher actor to do, in order.
public enum CallDirective: Sendable, Equatable {
    /// Store a request durably, or what changed of it. When that fails, leave out all that follows and call `notStored`
    /// (TAXI-CALL-21).
    case store(RequestID, PositionSource)
    /// Take a request out of the store.
    case erase(RequestID)
    /// Note a fact in the event log.
    case note(TaxiEvent)
    /// Hand a stored request to the zone of its pick-up.
    case open(LiveRequest)
    /// Tell a passenger's client.
    case notify(PassengerID, CallNotice)
    /// Tell a passenger's client the next notice of `takeKept`: it is one of a module, which is not plain bytes.
    case notifyKept(PassengerID)
    /// Take an open request out of its zone.
    case withdraw(RequestID, ZoneID)
    /// Release the driver who is under way to the passenger.
    case release(RequestID, DriverID)
    /// The number of travelers of an open request changed: tell its zone.
    case resize(RequestID, ZoneID, Int32)
    /// Who is on the ride changed: tell the taxi who is in the request's party now.
    case riders(RequestID, DriverID)
    /// A passenger gave up and is off a request that goes on: tell the modules.
    case left(RequestID, PassengerID)
    /// A passenger is free again: tell the modules.
    case free(PassengerID)
}

/// The rules of calls: what a call must hold, one request for each passenger, what the passenger is told.
///
/// A value, told `at now:`. Remembers only passengers with a session, a request, a kept notice or a report, and only
/// requests that have not ended, so its size does not grow with the run.
public struct CallRules: Sendable {
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
        var request: RequestID?
        var kind: NoticeKind
        var since: CityTime
    }

    /// Whether modules want to know when passengers become free.
    public var notifiesModules = false
    /// Whether requests are stored durably.
    public var storesRequests = false

    private let parameters: TaxiParameters
    var nextRequest: Int32 = 1
    /// What modules said of the requests that they placed.
    /// How long calls lately took.
    private var recentWaits = RecentWaits()
    var parties = OpenTable<ModuleRequest?>(blank: nil)
    var passengers = OpenTable(blank: Passenger())
    var requests = OpenTable(
        blank: LiveRequest(
            id: RequestID(0), passenger: PassengerID(0), zone: ZoneID(0), place: .origin, travelers: 0))
    var lists = SpareList<CallDirective>()
    /// Notices of modules that are delivered by the directives of a login, in order.
    var delivered: [PassengerNotice] = []

    /// Rules without calls.
    public init(parameters: TaxiParameters) {
        self.parameters = parameters
    }

    /// Takes back the directives of the last call, carried out, so that the next call needs no memory of its own.
    public mutating func takeBack(_ directives: consuming [CallDirective]) {
        lists.takeBack(directives)
    }

    /// A request that has not ended.
    public func request(_ id: RequestID) -> LiveRequest? { requests.value(of: id.number) }

    /// How many requests have not ended.
    public var liveCount: Int { requests.count }

    /// How often drivers reported the passenger.
    public func badReports(of passenger: PassengerID) -> Int32 {
        passengers.index(of: passenger.number).map { passengers[$0].badReports } ?? 0
    }

    /// Whether the passenger has a live session.
    public func isLoggedIn(_ passenger: PassengerID) -> Bool {
        passengers.index(of: passenger.number).map { passengers[$0].isLoggedIn } ?? false
    }

    /// Begins to fetch what is known of a passenger, and of a request, about whom something is said soon.
    /// Changes nothing, and is mutating so that an actor need not copy its rules for it.
    public mutating func prefetch(_ passenger: PassengerID, _ request: RequestID?) {
        passengers.prefetch(passenger.number)
        if let request { requests.prefetch(request.number) }
    }

    // MARK: Sessions

    /// A passenger's client opened a session: kept notices are delivered (TAXI-OFFER-08).
    public mutating func logIn(_ id: PassengerID, _ client: ClientKind, at now: CityTime) -> [CallDirective] {
        var directives = lists.take()
        guard id.number > 0 else { return directives }
        let row = remember(id)
        passengers[row].client = client
        if !passengers[row].isLoggedIn {
            passengers[row].isLoggedIn = true
            directives.append(.note(.passengerSession(passenger: id, loggedIn: true, client: client)))
        }
        for held in passengers[row].held {
            directives.append(
                .note(
                    .noticeDelivered(
                        passenger: id, request: held.request, kind: held.kind, delay: now - held.since)))
            if case .call(let notice) = held.notice {
                directives.append(.notify(id, notice))
            } else {
                delivered.append(held.notice)
                directives.append(.notifyKept(id))
            }
        }
        passengers[row].held = []
        return directives
    }

    /// A passenger's client closed its session.
    public mutating func logOut(_ id: PassengerID, at now: CityTime) -> [CallDirective] {
        var directives = lists.take()
        guard let slot = passengers.index(of: id.number), passengers[slot].isLoggedIn else { return directives }
        passengers[slot].isLoggedIn = false
        passengers[slot].isPrepared = false
        directives.append(
            .note(.passengerSession(passenger: id, loggedIn: false, client: passengers[slot].client)))
        forgetIfIdle(id)
        return directives
    }

    /// The passenger's account is gone: reports, kept notices and the session are forgotten (DEC-ACCOUNT-DELETE). Nothing
    /// happens to a passenger with a request that has not ended. Returns how many reports and notices there were.
    @discardableResult
    public mutating func forget(_ id: PassengerID) -> Int {
        guard let slot = passengers.index(of: id.number), passengers[slot].request == nil else { return 0 }
        let count = Int(passengers[slot].badReports) + passengers[slot].held.count
        passengers.close(id.number)
        return count
    }

    /// How many reports and kept notices there are of a passenger.
    public func keptCount(of id: PassengerID) -> Int {
        passengers.index(of: id.number).map { Int(passengers[$0].badReports) + passengers[$0].held.count } ?? 0
    }

    // MARK: Calls

    /// A passenger opened the call form (TAXI-CALL-03).
    public mutating func prepare(_ id: PassengerID, at now: CityTime) -> [CallDirective] {
        var directives = lists.take()
        if let slot = passengers.index(of: id.number), passengers[slot].isLoggedIn {
            passengers[slot].isPrepared = true
            directives.append(.note(.callPrepared(passenger: id)))
        } else {
            refuse(id, .notLoggedIn, &directives)
        }
        return directives
    }

    /// A passenger confirmed a call; `zone` is the zone of the position, if any, and `isInCity` whether it is in the city.
    public mutating func call(
        _ id: PassengerID, _ form: CallForm, zone: ZoneID?, isInCity: Bool, at now: CityTime
    ) -> [CallDirective] {
        var directives = lists.take()
        guard let zone = admit(id, form, zone: zone, isInCity: isInCity, &directives), let place = form.place else {
            return directives
        }
        let request = newNumber()
        passengers[remember(id)].request = request
        let stored = LiveRequest(
            id: request, passenger: id, zone: zone, place: place, travelers: form.travelers, reference: form.reference,
            since: now)
        requests.open(request.number, stored)
        if storesRequests { directives.append(.store(request, form.source)) }
        directives.append(
            .note(
                .requestStored(
                    request: request, passenger: id, zone: zone, travelers: form.travelers, source: form.source,
                    place: place)))
        if let reference = form.reference {
            directives.append(.note(.tripTaxiRequested(request: request, passenger: id, reference: reference)))
        }
        directives.append(.notify(id, .stored(request)))
        directives.append(.open(stored))
        return directives
    }

    /// The number for a new request.
    public mutating func newNumber() -> RequestID {
        defer { nextRequest += 1 }
        return RequestID(nextRequest)
    }

    /// Takes a confirmed form through the rules of a call. Returns the zone of the pick-up; nil when it was refused.
    mutating func admit(
        _ id: PassengerID, _ form: CallForm, zone: ZoneID?, isInCity: Bool, _ directives: inout [CallDirective]
    ) -> ZoneID? {
        guard let caller = passengers.index(of: id.number), passengers[caller].isLoggedIn else {
            refuse(id, .notLoggedIn, &directives)
            return nil
        }
        guard passengers[caller].isPrepared else {
            refuse(id, .notPrepared, &directives)
            return nil
        }
        passengers[caller].isPrepared = false
        if form.source != .none && form.place != nil {
            directives.append(.note(.positionChosen(passenger: id, source: form.source, radius: form.radius)))
        }
        directives.append(.note(.callConfirmed(passenger: id, client: form.client)))
        let refusal = refusal(of: form, zone: zone, isInCity: isInCity, request: passengers[caller].request)
        guard form.place != nil, let zone, refusal == nil else {
            refuse(id, refusal ?? .noPosition, &directives)
            return nil
        }
        return zone
    }

    /// The first rule that the call breaks (TAXI-CALL-01 to -02, -18, -19); nil when it is right. `request` is the
    /// passenger's request that has not ended.
    @inline(__always)
    private func refusal(of form: CallForm, zone: ZoneID?, isInCity: Bool, request: RequestID?) -> CallRefusal? {
        if form.source == .none || form.place == nil { return .noPosition }
        if form.source == .gps {
            if form.client == .web && !parameters.webPosition { return .webNeedsAddress }
            if form.radius > parameters.gpsLimit { return .gpsTooCoarse }
        }
        if zone == nil { return form.source == .address && !isInCity ? .addressOutsideCity : .outsideZones }
        if form.travelers < 1 { return .badTravelerCount }
        guard let request else { return nil }
        if case .fulfilled = self.request(request)?.phase { return .alreadyTraveling }
        return .alreadyWaiting
    }

    func refuse(_ id: PassengerID, _ reason: CallRefusal, _ directives: inout [CallDirective]) {
        directives.append(.note(.callRefused(passenger: id, reason: reason)))
        directives.append(.notify(id, .refused(reason)))
    }

    // MARK: From the zones and taxis

    /// Every eligible driver thinks about another offer (DEC-WAIT-PENDING).
    public mutating func waiting(_ id: RequestID, at now: CityTime) -> [CallDirective] {
        var directives = lists.take()
        guard let request = request(id) else { return directives }
        guard request.isPlaced else {
            notify(request.passenger, id, .waiting, .waiting(id), at: now, &directives)
            return directives
        }
        for passenger in passengers(of: request) {
            notify(passenger, id, .waiting, .waiting(id), at: now, &directives)
        }
        return directives
    }

    /// Nobody is left to ask in the zone that a request is in: it goes on to the next of the zones around its own, nearest first, in which
    /// somebody can be asked, and after the last of them back to its own. Returns the zone; nil when it is there already.
    public mutating func handOver(
        _ id: RequestID, around: [ZoneID], canServe: (ZoneID) -> Bool
    ) -> (zone: ZoneID?, directives: [CallDirective]) {
        var directives = lists.take()
        guard let slot = requests.index(of: id.number) else { return (nil, directives) }
        let (here, own) = (requests[slot].asksIn, requests[slot].zone)
        let next = around.indices.dropFirst(requests[slot].triedAround).first { canServe(around[$0]) }
        requests[slot].triedAround = next.map { $0 + 1 } ?? around.count
        let zone = next.map { around[$0] } ?? own
        guard zone != here else { return (nil, directives) }
        requests[slot].asksIn = zone
        directives.append(.note(.requestHandedOver(request: id, from: here, to: zone)))
        return (zone, directives)
    }

    /// A driver accepted, is at `position` now, and is expected at the meeting point at `arrival` (TAXI-CALL-13,
    /// TAXI-CALL-20, TAXI-RESV-12).
    public mutating func accepted(
        _ id: RequestID, by driver: DriverID, arrival: CityTime, from position: Place, at now: CityTime
    ) -> [CallDirective] {
        var directives = lists.take()
        guard let slot = requests.index(of: id.number) else { return directives }
        requests[slot].phase = .accepted(driver)
        let notice = CallNotice.accepted(id, taxi: driver, arrival: arrival, at: position)
        guard requests[slot].isPlaced else {
            notify(
                requests[slot].passenger, id, .accepted, notice, taxi: driver, arrival: arrival, position: position,
                at: now, &directives)
            return directives
        }
        for passenger in passengers(of: requests[slot]) {
            notify(
                passenger, id, .accepted, notice, taxi: driver, arrival: arrival, position: position, at: now,
                &directives)
        }
        return directives
    }

    /// The request ended without a ride (TAXI-CALL-07): the passenger is told and free to call again (TAXI-CALL-EXC).
    public mutating func aborted(_ id: RequestID, _ reason: AbortReason, at now: CityTime) -> [CallDirective] {
        var directives = lists.take()
        guard let request = requests.close(id.number) else { return directives }
        erase(request, &directives)
        directives.append(.note(.requestAborted(request: id, zone: request.zone, reason: reason)))
        guard request.isPlaced else {
            abort(request, for: request.passenger, reason, at: now, &directives)
            return directives
        }
        for rider in parties.close(id.number)??.riders ?? [] {
            abort(request, for: rider.passenger, reason, at: now, &directives)
        }
        return directives
    }

    private mutating func abort(
        _ request: LiveRequest, for passenger: PassengerID, _ reason: AbortReason, at now: CityTime,
        _ directives: inout [CallDirective]
    ) {
        free(passenger, &directives)
        if reason == .abandoned {
            forgetIfIdle(passenger)
        } else {
            notify(
                passenger, request.id, .error, .aborted(request.id, reason), reason: reason, at: now, &directives)
        }
    }

    /// The driver confirmed boarding: the request is fulfilled (TAXI-CALL-17).
    public mutating func aboard(_ id: RequestID, at now: CityTime) -> [CallDirective] {
        var directives = lists.take()
        guard let slot = requests.index(of: id.number), case .accepted(let driver) = requests[slot].phase else {
            return directives
        }
        erase(requests[slot], &directives)
        requests[slot].phase = .fulfilled(driver)
        recentWaits.note(now - requests[slot].since, in: requests[slot].zone, at: now)
        deliver(requests[slot].passenger, id, .aboard, .aboard(id), at: now, &directives)
        return directives
    }

    /// How long calls of a zone lately took from being stored to the passenger coming aboard (SIM-11).
    public mutating func recentWait(in zone: ZoneID?, at now: CityTime) -> TimeSpan {
        recentWaits.mean(in: zone, at: now)
    }

    /// The ride is over, or was released before boarding.
    public mutating func rideOver(_ id: RequestID, at now: CityTime) -> [CallDirective] {
        var directives = lists.take()
        guard let request = requests.close(id.number) else { return directives }
        erase(request, &directives)
        guard request.isPlaced else {
            rideOver(request, for: request.passenger, at: now, &directives)
            return directives
        }
        for rider in parties.close(id.number)??.riders ?? [] {
            rideOver(request, for: rider.passenger, at: now, &directives)
        }
        return directives
    }

    private mutating func rideOver(
        _ request: LiveRequest, for passenger: PassengerID, at now: CityTime, _ directives: inout [CallDirective]
    ) {
        free(passenger, &directives)
        if case .fulfilled = request.phase {
            deliver(passenger, request.id, .rideEnded, .rideEnded(request.id), at: now, &directives)
            forgetIfIdle(passenger)
        } else {
            notify(passenger, request.id, .released, .released(request.id), at: now, &directives)
        }
    }

    // MARK: While the taxi comes

    /// The taxi that a passenger waits for, when the passenger may ask for its arrival; nil before acceptance, after
    /// boarding, and for anybody else (TAXI-CALL-14, TAXI-CALL-17, TAXI-CALL-12).
    public func comingTaxi(_ id: RequestID, for passenger: PassengerID) -> DriverID? {
        guard let request = request(id), isOn(passenger, request), case .accepted(let driver) = request.phase
        else { return nil }
        return driver
    }

    /// The answer to a poll for the arrival.
    public mutating func arrival(
        _ id: RequestID, for passenger: PassengerID, expected: CityTime, taxi: DriverID, at place: Place
    ) -> [CallDirective] {
        var directives = lists.take()
        guard request(id) != nil else { return directives }
        directives.append(.note(.etaUpdated(request: id, passenger: passenger, eta: expected)))
        directives.append(.note(.taxiPositionSent(request: id, passenger: passenger, driver: taxi, place: place)))
        directives.append(.notify(passenger, .arrival(id, expected: expected, taxi: place)))
        return directives
    }

    /// The passenger gives up before boarding (DEC-CALL-CANCEL).
    public mutating func abandon(_ id: RequestID, by passenger: PassengerID, at now: CityTime) -> [CallDirective] {
        var directives = lists.take()
        guard let request = request(id), isOn(passenger, request) else { return directives }
        let abandoned = CallDirective.note(.passengerAbandoned(request: id, passenger: passenger))
        if request.isPlaced {
            abandonPlaced(request, by: passenger, abandoned, &directives)
            return directives
        }
        switch request.phase {
        case .open: directives += [abandoned, .withdraw(id, request.asksIn)]
        case .accepted(let driver): directives += [abandoned, .release(id, driver)]
        case .fulfilled: break
        }
        return directives
    }

    /// A driver reports the passenger of a ride (TAXI-REPORT-01): counted and shown, no penalty (DEC-BAD-CUSTOMER).
    ///
    /// To be called before the ride is over. The notice belongs to the ride's request, and is kept for a passenger who is
    /// logged out (TAXI-OFFER-08).
    public mutating func report(_ id: PassengerID, by driver: DriverID, at now: CityTime) -> [CallDirective] {
        var directives = lists.take()
        guard id.number > 0 else { return directives }
        let row = remember(id)
        passengers[row].badReports += 1
        let count = passengers[row].badReports
        directives.append(.note(.badCustomerReported(driver: driver, passenger: id, count: count)))
        let notice = CallNotice.reported(total: count)
        if let request = passengers[row].request {
            notify(id, request, .badReport, notice, at: now, &directives)
        } else {
            deliver(id, nil, .badReport, notice, at: now, &directives)
        }
        return directives
    }

    // MARK: Steps

    /// Tells a passenger at once and notes that, or keeps the notice until the next login (DEC-NOTIFY-LOGGED-OUT).
    mutating func notify(
        _ id: PassengerID, _ request: RequestID, _ kind: NoticeKind, _ notice: CallNotice,
        reason: AbortReason? = nil, taxi: DriverID? = nil, arrival: CityTime? = nil, position: Place? = nil,
        at now: CityTime, _ directives: inout [CallDirective]
    ) {
        let row = remember(id)
        guard passengers[row].isLoggedIn else {
            keep(.call(notice), request, kind, for: id, at: now, &directives)
            return
        }
        directives.append(
            .note(
                .passengerNotified(
                    passenger: id, request: request, kind: kind, reason: reason, taxi: taxi, eta: arrival,
                    position: position)))
        directives.append(.notify(id, notice))
    }

    /// Frees a passenger for the next request.
    mutating func free(_ passenger: PassengerID, _ directives: inout [CallDirective]) {
        if let slot = passengers.index(of: passenger.number) { passengers[slot].request = nil }
        if notifiesModules { directives.append(.free(passenger)) }
    }

    /// The index of a passenger, who is remembered from now on.
    mutating func remember(_ id: PassengerID) -> Int { passengers.index(opening: id.number) }

    mutating func forgetIfIdle(_ id: PassengerID) {
        guard let slot = passengers.index(of: id.number), passengers[slot].isIdle else { return }
        passengers.close(id.number)
    }
}
