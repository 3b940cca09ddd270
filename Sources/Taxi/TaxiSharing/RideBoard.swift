// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import TaxiRules
public import TaxiService

/// The ride sharing module: a thin shell around `RideRules` that reaches the rest of the service through its context only.
///
/// Calls the rule once for each thing that happens, then carries out what the rule returned. The core may call again while
/// that is carried out; the rules have changed by then.
public actor RideBoard: CityActor, @preconcurrency DirectEntry, TaxiModule, SharedRidePort {
    /// What the module reads and writes: no passwords (SEC-05).
    public static let manifest = ModuleManifest(
        name: .sharing, reads: [.map, .taxis, .sessions], writes: [.requests, .notices, .events])

    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// What the module declares.
    nonisolated public var manifest: ModuleManifest { Self.manifest }

    private var rules: RideRules
    private let context: ModuleContext
    private let map: MapPort
    private let taxis: TaxiPort
    private let sessions: SessionPort
    private let requests: RequestPort
    private let notices: NoticePort
    private let log: EventChannel<SharingEvent>
    /// For messages that the core would refuse too.
    private let core: EventChannel<TaxiEvent>

    /// Opens the board behind a context that was made for `manifest`.
    ///
    /// - Throws: `ModuleAccessDenied` when the context was made for a manifest that declares less.
    public init(context: ModuleContext, parameters: SharingParameters) throws(ModuleAccessDenied) {
        self.context = context
        loop = context.loop
        map = try context.map()
        taxis = try context.taxis()
        sessions = try context.sessions()
        requests = try context.requests()
        notices = try context.notices()
        log = try context.events(SharingEvent.self)
        core = try context.events(TaxiEvent.self)
        rules = RideRules(parameters: parameters, travel: map.travel)
    }

    /// The rules with all rides, to look at.
    public var rides: RideRules { rules }

    /// Stops without settling anything, as at an outage: what was pending is forgotten, and comes again from the store of the
    /// reservations (TAXI-RESV-20).
    public func stop() { rules = rules.emptied() }

    // MARK: From the clients

    /// Takes a client's message; true when it is one of this module.
    nonisolated public func receive(_ message: PassengerMessage, from passenger: PassengerID) -> Bool {
        switch message {
        case .shareSearch(let form): onLoop { $0.search(passenger, form) }
        case .joinRide(let ride): onLoop { $0.join(ride, by: passenger) }
        case .declineRides: onLoop { $0.decline(passenger) }
        case .login, .logout, .prepareCall, .call, .pollArrival, .abandon, .reserve, .cancelReservation,
            .viewReservations, .reserveButtonDisabled:
            return false
        }
        return true
    }

    private func search(_ passenger: PassengerID, _ form: ShareForm) {
        guard form.pickUp == nil else {
            searchForLater(passenger, form)
            return
        }
        guard let zone = requests.admit(form.call, of: passenger) else { return }
        guard let destination = form.destination, let wish = RideWish(form, of: passenger, zone: zone) else {
            requests.refuse(passenger, .missingDestination)
            return
        }
        guard map.zone(at: destination) != nil else {
            requests.refuse(passenger, map.isInCity(destination) ? .outsideZones : .addressOutsideCity)
            return
        }
        carryOut(rules.search(wish, at: loop.now, view))
    }

    /// A wish to reserve is held to the rules of reservations before it is searched for.
    private func searchForLater(_ passenger: PassengerID, _ form: ShareForm) {
        guard let port = context.reservationPort else {
            requests.refuse(passenger, moduleOff: .reservations)
            return
        }
        let reservation = ReservationForm(form)
        guard port.refusal(of: reservation, by: passenger) == nil,
            let zone = form.call.place.flatMap({ map.zone(at: $0) }), let pickUp = form.pickUp?.cityTime,
            let wish = RideWish(form, of: passenger, zone: zone, pickUp: pickUp)
        else {
            // The port rejects the form for the same reason, notes that and tells the passenger.
            port.reserve(passenger, reservation)
            return
        }
        carryOut(rules.search(wish, at: loop.now, view))
    }

    private func join(_ ride: SharedRideID, by passenger: PassengerID) {
        carryOut(rules.join(ride, by: passenger, at: loop.now, view))
    }

    private func decline(_ passenger: PassengerID) {
        carryOut(rules.decline(passenger, at: loop.now, view))
    }

    private var view: BoardView {
        BoardView(taxis: taxis, sessions: sessions, requests: requests, reservations: context.reservationPort)
    }

    // MARK: From the core

    /// Something happened to a request; of no concern when no shared ride has it.
    nonisolated public func requestChanged(_ request: RequestID, _ change: RequestChange) {
        onLoop { $0.change(request, change) }
    }

    private func change(_ request: RequestID, _ change: RequestChange) {
        let now = loop.now
        switch change {
        case .offered(_, let seats, let meeting): rules.offered(request, seats: seats, meeting: meeting)
        case .offerEnded: rules.offerEnded(request)
        case .accepted(let driver, let seats, let arrival):
            rules.accepted(request, by: driver, seats: seats, arrival: arrival)
        case .aborted(let reason): carryOut(rules.aborted(request, reason))
        case .left(let passenger): carryOut(rules.left(request, passenger))
        case .aboard(let driver, let entered, let odometer):
            carryOut(rules.aboard(request, driver, entered, odometer: odometer, at: now))
        case .dropped(let passenger, _, let odometer):
            carryOut(rules.dropped(request, passenger, odometer: odometer, at: now))
        case .viewed(let driver): carryOut(rules.viewed(request, by: driver))
        case .released: carryOut(rules.released(request))
        case .ended(_, _, let odometer): carryOut(rules.ended(request, odometer: odometer, at: now))
        case .keptOpen, .retried: break
        }
    }

    /// Nothing waits for a passenger to be free.
    nonisolated public func passengerFree(_ passenger: PassengerID) {}

    /// The run is over.
    nonisolated public func close() { onLoop { $0.carryOut($0.rules.close()) } }

    /// A request of a shared ride was restored after a restart (TAXI-CALL-21).
    nonisolated public func open(
        _ request: RequestID, members: [SharedRider], zone: ZoneID, place: Place, source: PositionSource
    ) {
        onLoop {
            $0.carryOut($0.rules.open(request, members: members, zone: zone, place: place, source: source))
        }
    }

    /// Who is on the pending shared ride of a request, the owner first; empty when there is none.
    nonisolated public func members(of request: RequestID) -> [SharedRider] {
        onLoop { board in
            board.rules.ride(of: request).flatMap { board.rules.ride($0) }?.sharedRiders ?? []
        }
    }

    // MARK: From the reservation module

    /// A shared reservation was stored: it is a pending shared ride from now on (TAXI-RESV-15).
    nonisolated public func open(
        _ reservation: ReservationID, members: [SharedRider], zone: ZoneID, place: Place, pickUp: CityTime
    ) {
        onLoop {
            $0.carryOut($0.rules.open(reservation, members: members, zone: zone, place: place, pickUp: pickUp))
        }
    }

    /// Who is on the shared reservation, the owner first; empty when it is gone.
    nonisolated public func members(of reservation: ReservationID) -> [SharedRider] {
        onLoop { $0.rules.ride(of: reservation)?.sharedRiders ?? [] }
    }

    /// Takes a passenger off, and returns who is left.
    nonisolated public func takeOff(
        _ passenger: PassengerID, _ reservation: ReservationID, _ reason: LeaveReason
    ) -> [Rider] {
        onLoop {
            $0.carryOut($0.rules.takeOff(passenger, reservation, reason))
            return $0.rules.ride(of: reservation)?.riders ?? []
        }
    }

    /// The reservation becomes this request.
    nonisolated public func activated(_ reservation: ReservationID, _ request: RequestID) {
        onLoop {
            guard $0.rules.ride(of: request) == nil else { return }
            $0.carryOut($0.rules.activated(reservation, request))
            // After a restart of the module a taxi may be on its way.
            if let taxi = $0.taxis.comingTaxi(of: request), let arrival = $0.taxis.arrival(of: request) {
                $0.rules.accepted(request, by: taxi.driver, seats: taxi.seats, arrival: arrival)
            }
        }
    }

    /// The reservation ended without a ride.
    nonisolated public func removed(_ reservation: ReservationID, _ reason: RideRemoval) {
        onLoop { $0.carryOut($0.rules.removed(reservation, reason)) }
    }

    // MARK: Carrying out

    private func carryOut(_ directives: [RideDirective]) {
        for directive in directives {
            switch directive {
            case .note(let event): log.note(event)
            case .notify(let passenger, let notice): notices.notify(passenger, .sharing(notice))
            case .notifyDriver(let driver, let request, let report):
                notices.notify(driver, DriverNotice(report, of: request))
            case .refuseDriver(let driver): core.note(.requestRefused(driver: driver, reason: .notYourRide))
            case .refuse(let passenger, let reason): requests.refuse(passenger, reason)
            case .place(let ride, let request):
                requests.place(
                    ModuleRequest(
                        riders: ride.riders, zone: ride.zone, place: ride.place, source: ride.source, isShared: true),
                    as: request)
            case .keep(let request): requests.keep(request)
            case .attach(let rider, let request): requests.attach(rider, to: request)
            case .reserve(let wish): context.reservationPort?.reserve(wish.rider.passenger, ReservationForm(wish))
            case .joined(let passenger, let reservation): context.reservationPort?.joined(passenger, reservation)
            }
        }
    }
}

/// The rules' view of the service, through the ports.
private struct BoardView: SharingView {
    let taxis: TaxiPort
    let sessions: SessionPort
    let requests: RequestPort
    let reservations: (any ReservationPort)?

    func arrival(of request: RequestID) -> CityTime? { taxis.arrival(of: request) }
    func isLoggedIn(_ passenger: PassengerID) -> Bool { sessions.isLoggedIn(passenger) }
    func isBusy(_ passenger: PassengerID) -> Bool { sessions.request(of: passenger) != nil }
    func admits(_ passenger: PassengerID, pickUp: CityTime) -> Bool {
        reservations?.admits(passenger, pickUp: pickUp) ?? true
    }
    func newRequest() -> RequestID { requests.newNumber() }
}

extension DriverNotice {
    /// The report as the driver's client takes it.
    fileprivate init(_ report: RideReport, of request: RequestID) {
        self =
            switch report {
            case .riders(let riders): .riders(request, riders)
            case .route(let stops): .route(request, stops)
            case .state(let aboard, let next): .rideState(request, aboard: aboard, nextStop: next)
            case .feeShares(let shares): .feeShares(request, shares)
            }
    }
}

extension ReservationForm {
    /// The form of a shared reservation for a wish that fits no ride.
    fileprivate init(_ wish: RideWish) {
        self.init(
            client: wish.client, origin: EnteredPlace(source: wish.source, radius: wish.radius, place: wish.place),
            destination: EnteredPlace(place: wish.destination), pickUp: wish.pickUp.map { CivilTime($0) },
            travelers: wish.rider.travelers, isShared: true)
    }

    /// The form of a shared reservation as it was entered, right or wrong.
    fileprivate init(_ form: ShareForm) {
        let call = form.call
        self.init(
            client: call.client,
            origin: call.place.map { EnteredPlace(source: call.source, radius: call.radius, place: $0) },
            destination: form.destination.map { EnteredPlace(place: $0) }, pickUp: form.pickUp,
            travelers: call.travelers, isShared: true)
    }
}
