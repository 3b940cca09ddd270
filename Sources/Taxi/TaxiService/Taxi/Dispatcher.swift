// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import TaxiRules

/// The taxi service's centre: takes every message of every client, finds the zone, keeps the requests, tells
/// passengers. A thin shell around `CallRules`; the queues are with the zones, the drivers with the taxis.
///
/// The same actors serve simulated and live clients. Simulated ones call `send` on the loop; live ones
/// `await loop.ask { await dispatcher.receive(...) }`.
public final actor Dispatcher: CityActor, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// The zones, by rising number.
    nonisolated public let zones: [Zone]
    /// The taxis, by rising number from 1.
    nonisolated public let taxis: [Taxi]

    nonisolated let layout: any ZoneLayout
    nonisolated let travel: any Router
    nonisolated let log: EventChannel<TaxiEvent>
    /// Keeps the timers of the service, of its modules and of the accounts while the server is down (AVAIL-02).
    nonisolated public let timerHold: TimerHold

    /// Seats of the largest registered taxi; 0 without taxis.
    nonisolated let largestSeats: Int32

    nonisolated private let zoneRows: ZoneRows
    /// The taxis and the zones again.
    private let entries: [Uncounted<Taxi>]
    private let zoneEntries: [Uncounted<Zone>]
    /// The clients of the taxis' drivers, to be prefetched and for nothing else.
    private var phones: [Uncounted<AnyObject>?]
    var rules: CallRules
    /// The modules that are on, in the order of installation.
    var modules: [any TaxiModule] = []
    /// The module that others reach for reservations, when it is on.
    var reservationPort: (any ReservationPort)?
    /// The module that others reach for shared rides, when it is on.
    var sharedRidePort: (any SharedRidePort)?
    /// Which zones touch, once a call has looked around, and how far calls look.
    var neighbours: ZoneNeighbours?
    let neighbourRings: Int
    /// Sends free taxis to short zones; nil when they stay.
    var freeTaxis: FreeTaxiDesk?
    /// Where the city ends; that of the zones is made when it is asked for.
    private var outline: CityOutline?
    /// What persons may look up of the past; nil when nobody keeps it.
    var history: RideHistory?
    /// Passengers who became free in this call; the modules are told at its end.
    var free: [PassengerID] = []
    /// Where the driver says the taxi is whose answer is being taken.
    private var reading: TaxiReading?
    /// The run is over: nobody is served any more.
    private(set) var isClosing = false
    /// Whether a message is being taken; only debug builds ask.
    private var isReceiving = false
    private let inputLog: InputLog?
    /// Where requests outlive the service; nil in a simulated city.
    let store: (any RecordStore<StoredCall>)?
    let writer: RecordWriter
    /// What waits for the store.
    var waits = StoreWaits()
    /// The first failure of the store, for the operator; nil while all went well.
    public internal(set) var storeFailure: (any Error)?
    private var clients: [PassengerID: any PassengerClient] = [:]
    private var sharedClient: PassengersLine?
    private var line: Uncounted<PassengersLine>?
    private var names: [PassengerID: String] = [:]
    /// Clients of drivers without a taxi.
    private var unknownDrivers: [DriverID: any DriverClient] = [:]

    /// Opens the service: one queue for each zone of the layout, one taxi for each registration. Without an `outline` the city
    /// is the hull of the zones and a kilometre around it.
    ///
    /// Every message is written to the `inputLog` when there is one, and every request to the `store`, whose requests of before
    /// `restore` takes over: by the `writer`, beside the loop, or in the message's turn without one.
    public init(
        loop: CityLoop, log: EventLog, layout: any ZoneLayout, outline: CityOutline? = nil, travel: any Router,
        policy: any DispatchPolicy, parameters: TaxiParameters, hysteresis: Distance = .zero,
        taxis registrations: [TaxiRegistration],
        inputLog: InputLog? = nil, store: (any RecordStore<StoredCall>)? = nil, writer: RecordWriter? = nil
    ) {
        self.writer = writer ?? RecordWriter(loop)
        self.loop = loop
        let log = log.channel(TaxiEvent.self)
        self.log = log
        self.layout = layout
        self.outline = outline
        self.travel = travel
        self.inputLog = inputLog
        self.store = store
        let hold = TimerHold()
        timerHold = hold
        rules = CallRules(parameters: parameters)
        neighbourRings = parameters.neighbourRings
        rules.storesRequests = store != nil
        let records = layout.zones
        let zoneList = SharedList<ZoneDirective>()
        zones = records.enumerated().map { index, record in
            Zone(
                ZoneDispatch(
                    zone: record.id, policy: policy, travel: travel, parameters: parameters,
                    firstOffer: Int32(index + 1), offerStep: Int32(records.count)),
                loop: loop, log: log, list: zoneList, hold: hold)
        }
        zoneRows = ZoneRows(records.map(\.id))
        let taxiList = SharedList<DutyDirective>()
        let shared = SharedParameters(parameters)
        largestSeats = registrations.map(\.seats).max() ?? 0
        taxis = registrations.enumerated().map { index, registration in
            Taxi(
                DriverID(index + 1), registration, parameters: shared, hysteresis: hysteresis, loop: loop, log: log,
                list: taxiList, hold: hold)
        }
        entries = taxis.map { Uncounted($0) }
        zoneEntries = zones.map { Uncounted($0) }
        phones = Array(repeating: nil, count: taxis.count)
        for zone in zones { zone.onLoop { $0.attach(to: self) } }
        for taxi in taxis { taxi.onLoop { $0.attach(to: self) } }
    }

    /// The zone with this number.
    nonisolated public func zone(_ id: ZoneID) -> Zone? { index(of: id).map { zones[$0] } }

    /// Where a zone is among the zones.
    nonisolated private func index(of id: ZoneID) -> Int? { zoneRows.row(of: id) }

    /// The taxi with this number.
    nonisolated public func taxi(_ id: DriverID) -> Taxi? {
        let index = id.index - 1
        return taxis.indices.contains(index) ? taxis[index] : nil
    }

    /// Whether a place is in the city, in a zone or not. Asked where a position is in no zone.
    func isInCity(_ place: Place?) -> Bool {
        guard let place else { return false }
        let outline = outline ?? CityOutline(around: layout)
        self.outline = outline
        return outline.contains(place)
    }

    /// The zone that gave an offer its number.
    private func zone(of offer: OfferID) -> Uncounted<Zone>? {
        guard offer.number > 0, !zoneEntries.isEmpty else { return nil }
        return zoneEntries[(offer.index - 1) % zoneEntries.count]
    }

    // MARK: Passengers

    /// Connects a passenger's client.
    public func connect(_ client: any PassengerClient, of passenger: PassengerID) {
        clients[passenger] = client
    }

    /// Connects a driver's client. That of a driver without a taxi is told that its messages are refused, and nothing else.
    public func connect(_ client: any DriverClient, of driver: DriverID) {
        guard let taxi = taxi(driver) else {
            unknownDrivers[driver] = client
            return
        }
        taxi.onLoop { $0.connect(client) }
        phones[driver.index - 1] = Uncounted(client)
    }

    /// Connects one source of clients for all passengers; clients connected one by one are not told then.
    public func connect(_ clients: any PassengerClients) {
        let line = PassengersLine(clients)
        sharedClient = line
        self.line = Uncounted(line)
    }

    /// Registers the name that drivers see (TAXI-OFFER-07C).
    public func register(_ name: String, of passenger: PassengerID) {
        names[passenger] = name
    }

    /// How often drivers reported the passenger.
    public func badReports(of passenger: PassengerID) -> Int32 { rules.badReports(of: passenger) }

    /// How many records there are of a passenger apart from the history.
    func keptCount(of passenger: PassengerID) -> Int {
        rules.keptCount(of: passenger) + (names[passenger] == nil ? 0 : 1)
    }

    /// Keeps a history of rides from now on.
    func keepHistory() {
        if history == nil { history = RideHistory() }
    }

    private func forget(_ passenger: PassengerID) {
        names[passenger] = nil
        clients[passenger] = nil
        _ = rules.forget(passenger)
    }

    private func username(_ passenger: PassengerID) -> Username {
        guard !names.isEmpty, let name = names[passenger] else { return .numbered(passenger) }
        return .named(name)
    }

    // MARK: Looking ahead

    /// Begins to fetch the taxi and the client of the driver whom a call in this zone will most likely be offered to.
    private func prefetch(_ zone: Uncounted<Zone>) {
        if let driver = zone.onLoop({ $0.nextDriver }) { prefetch(driver) }
    }

    /// Begins to fetch a driver's taxi and client, who is told something soon.
    func prefetch(_ driver: DriverID) {
        let index = driver.index - 1
        guard entries.indices.contains(index) else { return }
        entries[index].prefetch()
        phones[index]?.prefetch()
    }

    /// Begins to fetch what is known of a passenger, and of a request, when a message about them comes soon.
    nonisolated public func prefetch(_ passenger: PassengerID, _ request: RequestID?) {
        onLoop { $0.rules.prefetch(passenger, request) }
    }

    // MARK: Messages

    /// Takes a message from code on the loop.
    nonisolated public func send(_ message: TaxiMessage) { onLoop { $0.receive(message) } }

    /// The same of one that is served while timers are held: `reached` is when it reached the server (AVAIL-02).
    nonisolated public func send(_ message: TaxiMessage, reached: CityTime?) {
        guard let reached else { return send(message) }
        send(message.reached(at: reached))
    }

    /// Takes a message: the only way into the service. One about something that is being stored is taken when it is.
    public func receive(_ message: TaxiMessage) {
        if isAdmitted(message, nil) { take(message) }
    }

    /// Takes a message that need not wait.
    func take(_ message: TaxiMessage) {
        // Clients answer in a later turn (see `DriverClient`); debug builds hold them to it.
        assert(!isReceiving, "a client sent a message while it was told something")
        #if DEBUG
            isReceiving = true
            defer { isReceiving = false }
        #endif
        inputLog?.add(InputRecord(time: loop.now, after: log.log.replayedCount, message: message))
        switch message {
        case .passenger(let id, let message): receive(message, from: id)
        case .driver(let id, let message): receive(message, from: id)
        case .control(let message): receive(message)
        }
    }

    private func receive(_ message: PassengerMessage, from id: PassengerID) {
        let now = loop.now
        switch message {
        case .login(let client): carryOut(rules.logIn(id, client, at: now))
        case .logout: carryOut(rules.logOut(id, at: now))
        case .prepareCall: carryOut(rules.prepare(id, at: now))
        case .call(let form):
            let zone = form.place.flatMap { layout.zone(at: $0) }
            if let zone, let entry = entry(zone) { prefetch(entry) }
            carryOut(rules.call(id, form, zone: zone, isInCity: zone != nil || isInCity(form.place), at: now))
        case .pollArrival(let request): poll(request, for: id)
        case .abandon(let request): carryOut(rules.abandon(request, by: id, at: now))
        case .reserve, .cancelReservation, .viewReservations, .reserveButtonDisabled:
            forward(message, from: id, to: .reservations)
        case .shareSearch, .joinRide, .declineRides: forward(message, from: id, to: .sharing)
        }
    }

    private func receive(_ message: DriverMessage, from id: DriverID) {
        guard let taxi = known(id) else { return }
        switch message {
        case .login: taxi.onLoop { $0.logIn() }
        case .logout: taxi.onLoop { $0.logOut() }
        case .viewStatus: taxi.onLoop { $0.viewStatus() }
        case .setStatus(let inService, let place, let odometer):
            taxi.onLoop { $0.setStatus(inService: inService, place: place, odometer: odometer) }
        case .streetRide(let place, let odometer): taxi.onLoop { $0.takeStreetRide(place, odometer: odometer) }
        case .position(let place, let odometer): taxi.onLoop { $0.report(place, odometer: odometer) }
        case .notified(let offer): taxi.onLoop { $0.notified(offer) }
        case .answer(let offer, let accept, let reading): answer(offer, by: id, accept: accept, at: reading)
        case .boarded(let request, let travelers, let odometer):
            let isAboard = taxi.onLoop { $0.board(request, travelers: travelers, odometer: odometer) }
            if isAboard { aboard(request, by: id, travelers: travelers, odometer: odometer) }
        case .boardedEach(let request, let counts, let odometer):
            board(request, by: id, counts.riders, odometer: odometer)
        case .droppedOff(let request, let passenger, let place, let odometer):
            drop(passenger, of: request, by: id, place: place, odometer: odometer)
        case .viewRide(let request): changed(request, .viewed(id))
        case .nobodyHere(let request, let place, let odometer):
            taxi.onLoop { $0.nobodyHere(request, place: place, odometer: odometer) }
        case .rideComplete(let request, let place, let odometer, let badCustomer):
            taxi.onLoop { $0.completeRide(request, place: place, odometer: odometer, badCustomer: badCustomer) }
        }
    }

    private func receive(_ message: ControlMessage) {
        switch message {
        case .down: timerHold.begin()
        case .restarted: timerHold.restart(at: loop.now)
        case .up: timerHold.end()
        case .keptAnswer(let driver, let offer, let accept, let arrived, let reading):
            guard known(driver) != nil else { return }
            answer(offer, by: driver, accept: accept, at: reading, received: arrived)
        case .licence(let driver, let isValid): known(driver)?.onLoop { $0.licence(isValid: isValid) }
        case .cancelReservations(let passenger):
            guard let reservationPort else { return refuse(passenger, moduleOff: .reservations) }
            reservationPort.cancelAll(of: passenger)
        case .forget(let passenger): forget(passenger)
        case .lost(let fromDriver, let sender): log.note(.messageLost(fromDriver: fromDriver, sender: sender))
        }
    }

    private func answer(
        _ offer: OfferID, by driver: DriverID, accept: Bool, at reading: TaxiReading?, received: CityTime? = nil
    ) {
        guard let zone = zone(of: offer) else {
            log.note(.requestRefused(driver: driver, reason: .unknown))
            return
        }
        if !accept { prefetch(zone) }
        // The zone assigns the ride before it returns.
        self.reading = reading
        zone.onLoop { $0.answer(offer, by: driver, accept: accept, received: received) }
        self.reading = nil
    }

    /// The taxi with this number, to be entered only; it lives as long as this actor.
    func entry(_ id: DriverID) -> Uncounted<Taxi>? {
        let index = id.index - 1
        return entries.indices.contains(index) ? entries[index] : nil
    }

    /// The zone with this number, likewise.
    func entry(_ id: ZoneID) -> Uncounted<Zone>? { index(of: id).map { zoneEntries[$0] } }

    /// The taxi of a driver who sent a message; nil and a noted refusal when there is no such driver.
    func known(_ id: DriverID) -> Uncounted<Taxi>? {
        if let taxi = entry(id) { return taxi }
        log.note(.requestRefused(driver: id, reason: .unknown))
        if let client = unknownDrivers[id], client.wantsRefusals { client.notify(.refused(.unknown)) }
        return nil
    }

    // MARK: Called by the zones and taxis

    func show(_ card: OfferCard) {
        let name = username(card.passenger)
        if !modules.isEmpty, let seats = taxi(card.driver)?.registration.seats {
            changed(card.request, .offered(card.driver, seats: seats, estimatedMeeting: card.estimatedMeeting))
        }
        entry(card.driver)?.onLoop { $0.show(card, username: name) }
    }

    func assign(_ id: RequestID, to driver: DriverID) {
        guard let request = rules.request(id), let taxi = entry(driver) else { return }
        leftQueue(driver)
        history?.accepted(id, by: driver, at: loop.now)
        let party = request.isPlaced ? rules.party(of: id) : nil
        let ride = TaxiRide(
            request: id, passenger: request.passenger, place: request.place, travelers: request.travelers,
            riders: party?.isShared == true ? party?.riders ?? [] : [], pickUp: party?.pickUp)
        let name = username(request.passenger)
        let reading = reading
        let (arrival, position) = taxi.onLoop { taxi in
            taxi.assign(ride, at: reading, username: name)
            return (taxi.arrival(by: travel), taxi.position)
        }
        carryOut(rules.accepted(id, by: driver, arrival: arrival, from: position, at: loop.now))
        if request.isPlaced, let seats = self.taxi(driver)?.registration.seats {
            changed(id, .accepted(driver, seats: seats, arrival: arrival))
        }
    }

    func waiting(_ request: RequestID) {
        carryOut(rules.waiting(request, at: loop.now))
    }

    func aborted(_ request: RequestID, _ reason: AbortReason) {
        history?.ended(request, of: rules.passengers(of: request), isFulfilled: false, at: loop.now)
        let isPlaced = !modules.isEmpty && rules.request(request)?.isPlaced == true
        carryOut(rules.aborted(request, reason, at: loop.now))
        if isPlaced { changed(request, .aborted(reason), always: true) }
    }

    func rideOver(_ id: RequestID, of driver: DriverID, at place: Place, odometer: Distance) {
        if history != nil {
            let isFulfilled = if case .fulfilled = rules.request(id)?.phase { true } else { false }
            history?.ended(id, of: rules.passengers(of: id), isFulfilled: isFulfilled, at: loop.now)
            if isFulfilled { history?.drove(id, by: driver) }
        }
        guard !modules.isEmpty, let request = rules.request(id), request.isPlaced else {
            carryOut(rules.rideOver(id, at: loop.now))
            return
        }
        let riders = rules.party(of: id)?.riders ?? []
        carryOut(rules.rideOver(id, at: loop.now))
        if case .fulfilled = request.phase {
            for rider in riders {
                changed(id, .dropped(rider.passenger, place: place, odometer: odometer), always: true)
            }
            changed(id, .ended(driver, place: place, odometer: odometer), always: true)
        } else {
            changed(id, .released, always: true)
        }
    }

    func report(_ passenger: PassengerID, by driver: DriverID) {
        carryOut(rules.report(passenger, by: driver, at: loop.now))
    }

    private func poll(_ id: RequestID, for passenger: PassengerID) {
        guard let driver = rules.comingTaxi(id, for: passenger),
            let (position, arrival) = entry(driver)?.onLoop({ ($0.position, $0.arrival(by: travel)) })
        else { return }
        carryOut(
            rules.arrival(id, for: passenger, expected: arrival, taxi: driver, at: position))
    }

    /// Ends the service at the end of a run: pending offers are withdrawn, open requests end. Nothing is served after it.
    public func close() {
        isClosing = true
        freeTaxis?.onLoop { $0.close() }
        freeTaxis = nil
        for zone in zones { zone.onLoop { $0.close() } }
        for taxi in taxis { taxi.onLoop { $0.close() } }
        for module in modules { module.close() }
        modules = []
        reservationPort = nil
        sharedRidePort = nil
        waits.steps.clear()
        clients = [:]
        (sharedClient, line) = (nil, nil)
    }

    // MARK: Carrying out

    func carryOut(_ directives: consuming [CallDirective]) {
        carryingOut: for index in directives.indices {
            switch directives[index] {
            case .store(let request, let source):
                if !save(request, source, then: directives[(index + 1)...]) { break carryingOut }
            case .erase(let request): erase(request)
            case .note(let event):
                log.note(event)
                if history != nil, case .passengerDetached(let request, let passenger) = event {
                    history?.ended(request, of: [passenger], isFulfilled: false, at: loop.now)
                }
            case .open(let request):
                freeTaxis?.onLoop { $0.called(in: request.zone) }
                if request.isPlaced {
                    openPlaced(request)
                } else {
                    entry(request.zone)?.onLoop { $0.open(OpenRequest(request), roundPause: nil) }
                }
            case .notify(let passenger, let notice): notify(passenger, .call(notice))
            case .notifyKept(let passenger): if let notice = rules.takeKept() { notify(passenger, notice) }
            case .withdraw(let request, let zone):
                entry(zone)?.onLoop { $0.withdraw(request) }
            case .release(let request, let driver):
                entry(driver)?.onLoop { $0.release(request) }
            case .resize(let request, let zone, let travelers):
                entry(zone)?.onLoop { $0.resize(request, travelers: travelers) }
            case .riders(let request, let driver):
                let riders = rules.party(of: request)?.riders ?? []
                entry(driver)?.onLoop { $0.change(riders: riders, of: request) }
            case .left(let request, let passenger): changed(request, .left(passenger))
            case .free(let passenger): free.append(passenger)
            }
        }
        rules.takeBack(directives)
        if !free.isEmpty { notifyFree() }
    }

    private func openPlaced(_ request: LiveRequest) {
        let party = rules.party(of: request.id)
        let open = OpenRequest(request, party: party)
        entry(request.zone)?.onLoop { $0.open(open, roundPause: party?.roundPause) }
    }

    func notify(_ passenger: PassengerID, _ notice: PassengerNotice) {
        if !waits.notices.isEmpty, waits.notices.keep(.notice(notice), for: passenger) { return }
        if let line {
            line.with { $0.clients.notify(passenger, notice) }
        } else {
            clients[passenger]?.notify(notice)
        }
    }
}
