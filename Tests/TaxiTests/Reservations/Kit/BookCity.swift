// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityMap
import CityModel
import CitySlices
import CityTestKit
import Reporting
import RuleTestKit
import TaxiReservations
import TaxiRules
import TaxiService
import TaxiSharing
import TaxiSimulation
import Testing

/// A city of the real actors with the reservation module, squares of 1 km in a row, straight ways at 10 m/s, and scripted
/// clients.
final class BookCity {
    let loop: CityLoop
    let log: EventLog
    let dispatcher: Dispatcher
    let store: any RecordStore<Reservation>
    let book: ReservationBook?
    private let board: RideBoard?
    private let list = EventList()
    private let monitor: InvariantMonitor
    private let reported: [Reported]
    private let drivers: [BookedDriver]

    init(
        start: CityTime = .epoch, seats: [Int32] = [4, 4], hasBook: Bool = true,
        hasSharing: Bool = false, store: any RecordStore<Reservation> = RecordMemory<Reservation>()
    ) throws {
        loop = CityLoop(start: start)
        self.store = store
        log = EventLog(loop, batchSize: 1)
        log.add(list)
        let layout = GridLayout(
            rows: 1, columns: 2, side: .metres(1000), anchor: GeographicPoint(longitude: 9, latitude: 45))
        monitor = InvariantMonitor(
            context: RunContext(
                name: "book", start: start, end: .seconds(86_400), zones: layout.zones,
                facts: RunFacts(TaxiRun(seats: seats))))
        log.add(monitor)
        let dispatcher = Dispatcher(
            loop: loop, log: log, layout: layout,
            travel: StraightRouter(freeSpeed: 10, trafficFactors: .even(1), circuity: 1),
            policy: FirstInQueue(), parameters: TaxiParameters(),
            taxis: seats.enumerated().map { index, seats in
                TaxiRegistration(seats: seats, licence: Int32(100 + index), plate: Int32(200 + index), alert: .sound)
            })
        self.dispatcher = dispatcher
        let loop = loop
        drivers = seats.indices.map { BookedDriver(DriverID($0 + 1), dispatcher, loop) }
        for driver in drivers { dispatcher.onLoop { $0.connect(driver, of: driver.id) } }
        reported = (1...4).map { _ in Reported(loop) }
        for (index, passenger) in reported.enumerated() {
            dispatcher.onLoop { $0.connect(passenger, of: PassengerID(index + 1)) }
        }
        var made: ReservationBook?
        if hasBook {
            try dispatcher.onLoop { dispatcher in
                try dispatcher.install(ReservationBook.manifest) { context throws(ModuleAccessDenied) in
                    let book = try ReservationBook(context: context, store: store)
                    made = book
                    return book
                }
            }
        }
        book = made
        var madeBoard: RideBoard?
        if hasSharing {
            try dispatcher.onLoop { dispatcher in
                try dispatcher.install(RideBoard.manifest) { context throws(ModuleAccessDenied) in
                    let board = try RideBoard(context: context, parameters: SharingParameters())
                    madeBoard = board
                    return board
                }
            }
        }
        board = madeBoard
    }

    /// The service stops here and starts again at a time: another process, in which only the store is still there
    /// (TAXI-RESV-20).
    func restarted(at time: CityTime, seats: [Int32] = [4, 4], hasSharing: Bool = false) throws -> BookCity {
        let city = try BookCity(start: time, seats: seats, hasSharing: hasSharing, store: store)
        try city.book?.onLoop { try $0.restore() }
        return city
    }

    /// Both modules lose what they remember and start again from the store; the core goes on.
    func restartModules() throws {
        book?.onLoop { $0.stop() }
        board?.onLoop { $0.stop() }
        try book?.onLoop { try $0.restore() }
    }

    // MARK: The script

    /// Plans messages of clients.
    func send(_ time: CityTime, as eventClass: EventClass = .arrival, _ messages: TaxiMessage...) {
        let dispatcher = dispatcher
        loop.schedule(at: time, as: eventClass) { for message in messages { dispatcher.send(message) } }
    }

    /// Plans a driver's start of service in the middle of zone 1.
    func inService(_ time: CityTime, _ driver: Int32) {
        send(
            time, .driver(DriverID(driver), .login),
            .driver(DriverID(driver), .setStatus(inService: true, place: middle, odometer: .zero)))
    }

    /// Plans a passenger's login and reservation, from the middle of zone 1 unless told otherwise.
    func reserve(_ time: CityTime, _ passenger: PassengerID, _ form: ReservationForm) {
        send(time, .passenger(passenger, .login(client: .mobile)), .passenger(passenger, .reserve(form: form)))
    }

    /// Plans a passenger's login and call from the middle of zone 1.
    func call(_ time: CityTime, _ passenger: PassengerID) {
        send(
            time, .passenger(passenger, .login(client: .mobile)), .passenger(passenger, .prepareCall),
            .passenger(
                passenger,
                .call(
                    form: CallForm(client: .mobile, source: .gps, radius: .metres(5), place: middle, travelers: 1))))
    }

    /// Plans the boarding of a request and the end of its ride, both in the middle of zone 1.
    func ride(_ request: Int32, of driver: Int32, from begin: CityTime, to end: CityTime) {
        let (driver, request) = (DriverID(driver), RequestID(request))
        send(
            begin, as: .stateChange, .driver(driver, .position(place: middle, odometer: .zero)),
            .driver(driver, .boarded(request: request, travelers: 1, odometer: .zero)))
        send(
            end, as: .stateChange,
            .driver(driver, .rideComplete(request: request, place: middle, odometer: .metres(900), badCustomer: false)))
    }

    /// How a driver answers every offer; nil leaves offers unanswered.
    func answers(_ driver: Int, after span: TimeSpan = .zero, accepting: Bool?) {
        drivers[driver - 1].onLoop { $0.answer = accepting.map { ($0, span) } }
    }

    /// Runs, and expects that no invariant of the catalogue is broken unless told otherwise.
    func run(until time: CityTime, isLawful: Bool = true) throws {
        try loop.run(until: time)
        log.flush()
        if isLawful { #expect(monitor.violations.map { "\($0)" } == []) }
    }

    func close() {
        dispatcher.onLoop { $0.close() }
    }

    // MARK: What happened

    /// The facts of the reservation module, with their times.
    var reservations: [(time: CityTime, event: ReservationEvent)] {
        log.flush()
        return list.records.compactMap {
            guard case .reservation(let event) = $0.event else { return nil }
            return ($0.time, event)
        }
    }

    /// The facts of the sharing module, with their times.
    var sharings: [(time: CityTime, event: SharingEvent)] {
        log.flush()
        return list.records.compactMap {
            guard case .sharing(let event) = $0.event else { return nil }
            return ($0.time, event)
        }
    }

    /// The facts of the taxi service that a closure picks, with their times.
    func found<Found>(_ body: (TaxiEvent) -> Found?) -> [(time: CityTime, found: Found)] {
        log.flush()
        return list.records.compactMap { record in
            guard case .taxi(let event) = record.event, let found = body(event) else { return nil }
            return (record.time, found)
        }
    }

    /// The offers, as request and driver.
    var offers: [(time: CityTime, found: [Int32])] {
        found {
            guard case .offerSent(_, let request, let driver, _, _, _, _, _, _) = $0 else { return nil }
            return [request.number, driver.number]
        }
    }

    /// When requests were aborted.
    var aborts: [CityTime] {
        found { if case .requestAborted = $0 { true } else { nil } }.map(\.time)
    }

    /// When reservations were activated.
    var activations: [CityTime] {
        reservations.filter { if case .reservationActivated = $0.event { true } else { false } }.map(\.time)
    }

    /// How reservations ended.
    var endings: [ReservationOutcome] {
        reservations.compactMap { if case .reservationEnded(_, let outcome) = $0.event { outcome } else { nil } }
    }

    /// What a passenger's client was told, with the times.
    func notices(to passenger: PassengerID) -> [(time: CityTime, notice: PassengerNotice)] {
        reported[passenger.index - 1].onLoop { $0.notices }
    }

    /// What the reservation module told a passenger's client.
    func bookNotices(to passenger: PassengerID) -> [ReservationNotice] {
        notices(to: passenger).compactMap {
            if case .reservation(let notice) = $0.notice { notice } else { nil }
        }
    }
}

/// The middle of zone 1.
let middle = Place(metresEast: 500, north: 500)

/// A passenger's client that writes down what it is told.
private final actor Reported: CityActor, PassengerClient {
    nonisolated let loop: CityLoop
    var notices: [(time: CityTime, notice: PassengerNotice)] = []

    init(_ loop: CityLoop) {
        self.loop = loop
    }

    nonisolated func notify(_ notice: PassengerNotice) {
        onLoop { $0.notices.append((loop.now, notice)) }
    }
}

/// A driver's client that answers every offer in the same way.
private final actor BookedDriver: CityActor, DriverClient {
    nonisolated let loop: CityLoop
    nonisolated let id: DriverID
    private let dispatcher: Dispatcher
    var answer: (accept: Bool, after: TimeSpan)?

    init(_ id: DriverID, _ dispatcher: Dispatcher, _ loop: CityLoop) {
        self.id = id
        self.dispatcher = dispatcher
        self.loop = loop
    }

    nonisolated func notify(_ notice: DriverNotice) {
        guard case .offer(let card, _, _) = notice else { return }
        onLoop { $0.reply(to: card.offer) }
    }

    private func reply(to offer: OfferID) {
        guard let (accept, span) = answer else { return }
        let dispatcher = dispatcher
        let id = id
        loop.schedule(at: loop.now + span, as: .arrival) {
            dispatcher.send(.driver(id, .answer(offer: offer, accept: accept)))
        }
    }
}
