// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import TaxiRules

/// A driver and the driver's taxi, as the service knows them.
public struct TaxiRegistration: Sendable {
    /// Seats for travelers, 1 or more.
    public var seats: Int32
    /// Licence number, above 0, unique (INV-UniqueTaxiDrivers).
    public var licence: Int32
    /// Number plate as a number, above 0, unique.
    public var plate: Int32
    /// How the driver's phone announces an offer.
    public var alert: AlertMode

    /// Makes a registration.
    public init(seats: Int32, licence: Int32, plate: Int32, alert: AlertMode = .sound) {
        self.seats = seats
        self.licence = licence
        self.plate = plate
        self.alert = alert
    }
}

/// One taxi of the service, driver plus vehicle: a thin shell around `TaxiDuty`.
public final actor Taxi: HeldService, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// The driver's number, which is the taxi's too.
    nonisolated public let id: DriverID
    /// What was registered.
    nonisolated public let registration: TaxiRegistration

    // First what every call needs: side by side it takes fewer lines of the processor's cache.
    private let log: EventChannel<TaxiEvent>
    private let list: SharedList<DutyDirective>
    /// The ways to the city's dispatcher and to the driver's client, which are held below until the service closes.
    private var port: Uncounted<Dispatcher>?
    private var line: DriverLine?
    private var rules: TaxiDuty
    /// The offer shown last in this queue, and those before it, of which there are seldom any.
    private var offer: OfferID?
    private var earlierOffers: [OfferID] = []
    private var border: BorderWatch
    private let hold: TimerHold
    private var dispatcher: Dispatcher?
    private var client: (any DriverClient)?
    private var limit = TimerHandle.none

    init(
        _ id: DriverID, _ registration: TaxiRegistration, parameters: SharedParameters, hysteresis: Distance,
        loop: CityLoop, log: EventChannel<TaxiEvent>, list: SharedList<DutyDirective>, hold: TimerHold
    ) {
        self.id = id
        self.registration = registration
        self.loop = loop
        self.log = log
        self.list = list
        self.hold = hold
        rules = TaxiDuty(driver: id, seats: registration.seats, shared: parameters)
        border = BorderWatch(hysteresis: hysteresis)
    }

    func attach(to dispatcher: Dispatcher) {
        self.dispatcher = dispatcher
        port = Uncounted(dispatcher)
        log.note(
            .driverRegistered(
                driver: id, seats: registration.seats, licence: registration.licence, plate: registration.plate))
    }

    /// Connects the driver's client.
    func connect(_ client: any DriverClient) {
        self.client = client
        line = DriverLine(client)
    }

    /// The driver's status now.
    public var status: DriverStatus { rules.status }

    /// The taxi's last known position.
    public var position: Place { rules.position }

    /// What its odometer showed last.
    public var odometer: Distance { rules.odometer }

    /// When the taxi is expected where it meets its passenger.
    func arrival(by travel: any Router) -> CityTime { rules.arrival(by: travel, at: loop.now) }

    /// The zone in whose queue the taxi is.
    public var zone: ZoneID? { rules.zone }

    /// The ride in progress.
    public var ride: TaxiRide? { rules.ride }

    // MARK: Messages of the driver

    func logIn() {
        follow { $0.logIn(at: loop.now) }
    }

    func logOut() {
        follow { $0.logOut(at: loop.now) }
    }

    func viewStatus() {
        notify(.currentStatus(rules.status))
    }

    func licence(isValid: Bool) {
        follow { $0.licence(isValid: isValid, at: loop.now) }
    }

    func setStatus(inService: Bool, place: Place, odometer: Distance) {
        if inService {
            follow { $0.goInService(at: place, zone: zone(at: place), now: loop.now) }
        } else {
            follow { $0.goOffShift(at: loop.now) }
        }
    }

    func takeStreetRide(_ place: Place, odometer: Distance) {
        follow { $0.takeStreetRide(at: place, odometer: odometer, now: loop.now) }
    }

    func report(_ place: Place, odometer: Distance) {
        var zone: ZoneID?
        // Only available taxis are in a queue: for all others the border means nothing, so it is not looked up.
        if rules.status == .available {
            zone = border.zone(current: rules.zone, found: self.zone(at: place), at: place)
        }
        follow { $0.report(place, odometer: odometer, zone: zone, at: loop.now) }
    }

    func notified(_ offer: OfferID) {
        guard self.offer == offer || earlierOffers.contains(offer) else { return }
        log.note(.driverNotified(offer: offer, driver: id, alert: registration.alert))
    }

    /// Boards the passenger; false when the message was refused.
    func board(_ request: RequestID, travelers: Int32, odometer: Distance) -> Bool {
        let wasOnBoard = rules.isOnBoard
        follow { $0.board(request, travelers: travelers, odometer: odometer, at: loop.now) }
        return !wasOnBoard && rules.isOnBoard
    }

    /// Boards the passengers of a shared ride; false when the message was refused.
    func board(_ request: RequestID, _ entered: [Rider], odometer: Distance) -> Bool {
        let wasOnBoard = rules.isOnBoard
        follow { $0.board(request, entered, odometer: odometer, at: loop.now) }
        return !wasOnBoard && rules.isOnBoard
    }

    /// Drops one of several passengers; false when the message was refused.
    func drop(_ passenger: PassengerID, of request: RequestID, place: Place, odometer: Distance) -> Bool {
        let isRight = rules.dropRefusal(passenger, request) == nil
        follow { $0.drop(passenger, of: request, at: place, odometer: odometer) }
        return isRight
    }

    func nobodyHere(_ request: RequestID, place: Place, odometer: Distance) {
        if let refusal = rules.noShowRefusal(request, at: loop.now) {
            log.note(.requestRefused(driver: id, reason: refusal))
            refused(refusal)
            return
        }
        release(request, place: place, odometer: odometer)
    }

    func completeRide(_ request: RequestID, place: Place, odometer: Distance, badCustomer: Bool) {
        if badCustomer, let ride = rules.ride, ride.isOnBoard, ride.request == request {
            port?.onLoop { $0.report(ride.passenger, by: id) }
        }
        follow {
            $0.completeRide(request, at: place, odometer: odometer, zone: zone(at: place), now: loop.now)
        }
    }

    // MARK: Called by the dispatcher and the zones

    func change(riders: [Rider], of request: RequestID) {
        rules.change(riders: riders, of: request)
    }

    func notify(_ notice: DriverNotice) {
        line?.notify(notice)
    }

    private func refused(_ reason: MessageRefusal) {
        guard let client, client.wantsRefusals else { return }
        client.notify(.refused(reason))
    }

    func show(_ card: OfferCard, username: Username) {
        if let offer { earlierOffers.append(offer) }
        offer = card.offer
        notify(.offer(card, username: username, alert: registration.alert))
    }

    func offerEnded(_ offer: OfferID) {
        notify(.offerEnded(offer))
    }

    func assign(_ ride: TaxiRide, at reading: TaxiReading?, username: Username) {
        follow { $0.assign(ride, reading: reading, at: loop.now) }
        notify(.ride(ride, username: username))
    }

    /// Releases the ride where the taxi was last known to be.
    func release(_ request: RequestID) {
        release(request, place: rules.position, odometer: rules.odometer)
    }

    private func release(_ request: RequestID, place: Place, odometer: Distance) {
        let zone = zone(at: place)
        follow { $0.release(request, at: place, odometer: odometer, zone: zone, now: loop.now) }
        notify(.released(request))
    }

    func close() {
        (dispatcher, port) = (nil, nil)
        (client, line) = (nil, nil)
    }

    /// The legal shift limit has come (OPS-05).
    public func timerFired(_ tag: TimerTag) {
        if hold.isOn {
            hold.keep(tag, of: self)
            limit = .none
            return
        }
        follow { $0.limitReached(at: loop.now) }
    }

    /// Plans the kept shift limit for now, unless a new shift has a limit of its own.
    nonisolated public func plansAgain(_ tag: TimerTag) -> Bool {
        onLoop {
            guard $0.limit == .none else { return false }
            $0.limit = $0.loop.schedule($0, tag, at: $0.loop.now, as: .deadline)
            return true
        }
    }

    /// The zone that holds a place, on the dispatcher's map.
    private func zone(at place: Place) -> ZoneID? { port.flatMap { $0.with { $0.layout.zone(at: place) } } }

    // MARK: Carrying out

    /// Asks the rules, with the list that all taxis share, and does what they say.
    private func follow(_ rule: (inout TaxiDuty) -> [DutyDirective]) {
        rules.takeBack(list.take())
        carryOut(rule(&rules))
    }

    private func carryOut(_ directives: consuming [DutyDirective]) {
        guard let port else { return }
        for index in directives.indices {
            switch directives[index] {
            case .note(let event):
                log.note(event)
                if case .requestRefused(_, let reason) = event { refused(reason) }
            case .join(let zone, let reason):
                offer = nil
                if !earlierOffers.isEmpty { earlierOffers = [] }
                border.reset()
                let driver = QueuedDriver(driver: id, seats: rules.seats, position: rules.position)
                port.onLoop { $0.entry(zone) }?.onLoop { $0.join(driver, reason) }
            case .leave(let zone, let reason):
                port.onLoop { $0.entry(zone) }?.onLoop { $0.leave(id, reason) }
            case .moved(let zone, let place):
                port.onLoop { $0.entry(zone) }?.onLoop { $0.moved(id, to: place) }
            case .promptBoarding(let request):
                notify(.confirmBoarding(request))
            case .notify(let status, let cause):
                notify(.status(status, cause))
            case .refuse(let reason):
                notify(.statusRefused(reason))
            case .rideOver(let request):
                let place = rules.position
                let odometer = rules.odometer
                port.onLoop { $0.rideOver(request, of: id, at: place, odometer: odometer) }
            case .wakeAtLimit(let time):
                loop.cancel(limit)
                limit = loop.schedule(self, 0, at: time, as: .deadline)
            }
        }
        list.keep(directives)
    }
}
