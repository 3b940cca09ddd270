// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import TaxiRules
public import TaxiService

/// The reservation module: a thin shell around `ReservationRules`.
///
/// Calls the rules once for each thing that happens, then carries out what they returned: through the ports of its context, in
/// its store, and with one timer for each open reservation. An optional part of the service (API-10); without it
/// the core refuses its messages.
public final actor ReservationBook: HeldService, @preconcurrency DirectEntry {
    /// What the module declares (SEC-05).
    public static let manifest = ModuleManifest(
        name: .reservations, reads: [.map, .taxis, .sessions], writes: [.requests, .notices, .events])

    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// The first failure of the store after a reservation was confirmed, for the operator; nil while all went well.
    public private(set) var storeFailure: (any Error)?

    private(set) var rules: ReservationRules
    private let store: any RecordStore<Reservation>
    private let context: ModuleContext
    private let map: MapPort
    private let taxis: TaxiPort
    private let sessions: SessionPort
    private let requests: RequestPort
    private let notices: NoticePort
    private let log: EventChannel<ReservationEvent>
    private let hold: TimerHold
    private var timers = OpenTable(blank: TimerHandle.none)
    private let writer: RecordWriter
    /// The passengers of stored reservations.
    private var storedRiders: [ReservationID: [PassengerID]] = [:]

    /// Opens the book. What the store holds is taken over by `restore`; `writer` writes it beside the loop, or in the message's turn
    /// when there is none.
    ///
    /// - Throws: `ModuleAccessDenied` when the context was made for another manifest.
    public init(
        context: ModuleContext, parameters: ReservationParameters = ReservationParameters(),
        store: any RecordStore<Reservation> = RecordMemory<Reservation>(), writer: RecordWriter? = nil
    ) throws(ModuleAccessDenied) {
        self.context = context
        self.writer = writer ?? RecordWriter(context.loop)
        self.store = store
        loop = context.loop
        hold = context.timerHold
        rules = ReservationRules(parameters: parameters)
        map = try context.map()
        taxis = try context.taxis()
        sessions = try context.sessions()
        requests = try context.requests()
        notices = try context.notices()
        log = try context.events(ReservationEvent.self)
    }

    /// How many reservations have not ended.
    public var openCount: Int { rules.openCount }

    /// A reservation that has not ended.
    public func reservation(_ id: ReservationID) -> Reservation? { rules.reservation(id) }

    // MARK: Messages

    func take(_ message: PassengerMessage, from passenger: PassengerID) -> Bool {
        let now = loop.now
        switch message {
        case .reserve(let form):
            take(form, of: passenger)
        case .cancelReservation(let id):
            carryOut(rules.cancel(id, by: passenger, isLoggedIn: sessions.isLoggedIn(passenger), at: now))
        case .viewReservations:
            carryOut(rules.view(by: passenger, isLoggedIn: sessions.isLoggedIn(passenger), at: now))
        case .reserveButtonDisabled:
            log.note(ReservationEvent.reserveButtonDisabled(passenger: passenger))
        case .login, .logout, .prepareCall, .call, .pollArrival, .abandon, .shareSearch, .joinRide, .declineRides:
            return false
        }
        return true
    }

    func endAll(of passenger: PassengerID) {
        carryOut(rules.cancelAll(of: passenger, at: loop.now))
    }

    func take(_ form: ReservationForm, of passenger: PassengerID) {
        if form.isShared && context.sharedRidePort == nil {
            requests.refuse(passenger, moduleOff: .sharing)
        } else {
            carryOut(rules.reserve(form, by: passenger, facts(of: form, by: passenger), at: loop.now))
        }
    }

    func judge(_ form: ReservationForm, of passenger: PassengerID) -> ReservationRefusal? {
        rules.refusal(of: form, by: passenger, facts(of: form, by: passenger), at: loop.now)
    }

    private func facts(of form: ReservationForm, by passenger: PassengerID) -> FormFacts {
        FormFacts(
            isLoggedIn: sessions.isLoggedIn(passenger), origin: ground(of: form.origin),
            destination: ground(of: form.destination), largestSeats: taxis.largestSeats)
    }

    private func ground(of entered: EnteredPlace?) -> Ground {
        guard let place = entered?.place else { return .beyond }
        return map.zone(at: place).map { .zone($0) } ?? (map.isInCity(place) ? .city : .beyond)
    }

    // MARK: Called by the core and the other modules

    func take(_ change: RequestChange, of request: RequestID) {
        let now = loop.now
        switch change {
        case .keptOpen(let reason): carryOut(rules.waiting(request, reason))
        case .retried(let count): carryOut(rules.retried(request, count))
        case .accepted: rules.accepted(request)
        case .left(let passenger): carryOut(rules.left(request, passenger))
        // A ride that ends without a boarding seen is one of before a restart.
        case .aboard, .ended: carryOut(rules.aboard(request, at: now))
        case .released: carryOut(rules.released(request, at: now))
        case .aborted(let reason): carryOut(rules.aborted(request, reason, at: now))
        case .offered, .offerEnded, .dropped, .viewed: break
        }
    }

    func free(_ passenger: PassengerID) {
        for id in rules.held(of: passenger) { lookAt(id) }
    }

    func add(_ passenger: PassengerID, to id: ReservationID) {
        let joiner = context.sharedRidePort?.members(of: id).first { $0.rider.passenger == passenger }
        if let joiner { carryOut(rules.joined(joiner, id, at: loop.now)) }
    }

    func end() {
        carryOut(rules.close(at: loop.now))
    }

    // MARK: Time

    /// The time planned for the reservation with this number has come.
    public func timerFired(_ tag: TimerTag) {
        let id = ReservationID(Int32(truncatingIfNeeded: tag))
        if hold.isOn {
            hold.keep(tag, of: self)
            timers.open(id.number, .none)
            return
        }
        timers.close(id.number)
        lookAt(id)
    }

    /// Plans a kept timer for now, unless the reservation has another one or none any more.
    nonisolated public func plansAgain(_ tag: TimerTag) -> Bool {
        onLoop {
            let id = Int32(truncatingIfNeeded: tag)
            guard $0.timers.value(of: id) == TimerHandle.none else { return false }
            $0.timers.open(id, $0.loop.schedule($0, tag, at: $0.loop.now, as: .deadline))
            return true
        }
    }

    private func lookAt(_ id: ReservationID) {
        guard let reservation = rules.reservation(id) else {
            carryOut(rules.due(id, riders: [], at: loop.now))
            return
        }
        let shared = reservation.isShared ? context.sharedRidePort?.riders(of: id) ?? [] : []
        let riders = shared.isEmpty ? reservation.members : shared
        carryOut(
            rules.due(
                id, riders: riders.map { DueRider($0, isBusy: sessions.request(of: $0.passenger) != nil) },
                at: loop.now))
    }

    // MARK: Restart

    /// Takes over what the store holds, after a restart of the service (TAXI-RESV-20). Before the first message.
    ///
    /// - Throws: What the store throws when it cannot be read.
    public func restore() throws {
        let stored = try store.load()
        rules.restore(lastNumber: stored.lastNumber)
        for reservation in stored.open {
            storedRiders[reservation.id] = reservation.members.map(\.passenger)
            carryOut(rules.restore(reservation, standing: standing(of: reservation), at: loop.now))
        }
    }

    private func standing(of reservation: Reservation) -> RequestStanding? {
        guard let request = reservation.request, sessions.request(of: reservation.owner) == request else { return nil }
        return taxis.arrival(of: request) == nil ? .open : .accepted
    }

    /// Stops without settling anything, as at an outage: the store keeps what is open.
    public func stop() {
        for number in timers.openNumbers { letSleep(ReservationID(number)) }
        rules = ReservationRules(parameters: rules.parameters)
    }

    // MARK: Carrying out

    private func carryOut(_ directives: [BookDirective]) { carryOut(directives[...]) }

    private func carryOut(_ directives: ArraySlice<BookDirective>) {
        for index in directives.indices {
            let directive = directives[index]
            switch directive {
            case .store(let reservation): return write(reservation, then: directives[(index + 1)...])
            case .update(let reservation): write(.save(reservation), reservation.id, reservation.members)
            case .erase(let id): write(.remove(id), id, [])
            case .note(let event): log.note(event)
            case .notify(let passenger, let notice): notices.notify(passenger, .reservation(notice))
            case .wake(let id, let time):
                letSleep(id)
                timers.open(
                    id.number, loop.schedule(self, TimerTag(UInt32(bitPattern: id.number)), at: time, as: .deadline))
            case .letSleep(let id): letSleep(id)
            case .activate(let id, let riders):
                carryOut(rules.activate(id, riders, as: requests.newNumber(), at: loop.now))
            case .place(let reservation, let request):
                requests.place(
                    ModuleRequest(
                        riders: reservation.members, zone: reservation.zone, place: reservation.place,
                        source: reservation.source, pickUp: reservation.pickUp,
                        roundPause: rules.parameters.roundPause, isShared: reservation.isShared), as: request)
            case .withdraw(let request): _ = requests.withdraw(request)
            case .detach(let passenger, let request): requests.detach(passenger, from: request)
            case .openRide(let reservation): openRide(reservation)
            case .takeOff(let passenger, let id, let reason):
                _ = context.sharedRidePort?.takeOff(passenger, id, reason)
            case .removeRide(let id, let reason): context.sharedRidePort?.removed(id, reason)
            case .rideActivated(let id, let request): context.sharedRidePort?.activated(id, request)
            }
        }
    }

    private func openRide(_ reservation: Reservation) {
        // After a restart of this module alone the ride is still pending.
        guard let rides = context.sharedRidePort, rides.members(of: reservation.id).isEmpty else { return }
        rides.open(
            reservation.id, members: reservation.sharedRiders, zone: reservation.zone, place: reservation.place,
            pickUp: reservation.pickUp)
    }

    private func letSleep(_ id: ReservationID) {
        if let timer = timers.close(id.number) { loop.cancel(timer) }
    }

    // MARK: Storing

    /// Writes a new reservation, and then carries out the rest: nothing of it is noted, and its passengers are asked nothing,
    /// before it is durable (TAXI-RESV-20).
    private func write(_ reservation: Reservation, then rest: ArraySlice<BookDirective>) {
        let passengers = reservation.members.map(\.passenger)
        storedRiders[reservation.id] = passengers
        suspend(passengers, withMessages: true)
        writer.write([RecordWrite(.save(reservation), in: store, isNeeded: true)]) { [self] outcome in
            onLoop { $0.written(reservation.id, isDurable: outcome.refused == nil, passengers, rest) }
        }
    }

    private func written(
        _ id: ReservationID, isDurable: Bool, _ passengers: [PassengerID], _ rest: ArraySlice<BookDirective>
    ) {
        if !isDurable { storedRiders[id] = nil }
        carryOut(isDurable ? rest : rules.notStored(id)[...])
        resume(passengers, withMessages: true)
    }

    /// Writes what changed of a reservation, or that it is gone. Its passengers learn nothing before that is durable.
    private func write(_ change: RecordChange<Reservation>, _ id: ReservationID, _ members: [Rider]) {
        let passengers = (storedRiders[id] ?? []) + members.map(\.passenger)
        storedRiders[id] = members.isEmpty ? nil : members.map(\.passenger)
        suspend(passengers, withMessages: false)
        writer.write([RecordWrite(change, in: store)]) { [self] outcome in
            onLoop { book in
                book.storeFailure = book.storeFailure ?? outcome.failure
                book.resume(passengers, withMessages: false)
            }
        }
    }

    /// What is written in the turn holds up nobody.
    private func suspend(_ passengers: [PassengerID], withMessages: Bool) {
        if !writer.isInTurn { notices.suspend(passengers, withMessages: withMessages) }
    }

    private func resume(_ passengers: [PassengerID], withMessages: Bool) {
        if !writer.isInTurn { notices.resume(passengers, withMessages: withMessages) }
    }
}
