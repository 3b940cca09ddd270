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

/// A driver's client that writes down what it is told and answers every offer in one way.
actor BoardDriver: CityActor, DriverClient {
    enum Habit: Sendable {
        case accept(after: TimeSpan)
        case refuse
        case silent
        /// Accepts at once, boards everybody a minute later and ends the ride another minute later.
        case drive
    }

    nonisolated let loop: CityLoop
    private let id: DriverID
    private let dispatcher: Dispatcher
    private var habit = Habit.silent
    private var notices: [(time: CityTime, notice: DriverNotice)] = []
    private var riders: [Rider] = []

    init(_ id: DriverID, _ dispatcher: Dispatcher, _ loop: CityLoop) {
        self.id = id
        self.dispatcher = dispatcher
        self.loop = loop
    }

    nonisolated func always(_ habit: Habit) { onLoop { $0.habit = habit } }

    /// What the client was told, in order.
    nonisolated var reported: [(time: CityTime, notice: DriverNotice)] { onLoop { $0.notices } }

    /// The last table of fee shares that the client was told.
    nonisolated var feeShares: [FeeShare]? {
        reported.compactMap { if case .feeShares(_, let shares) = $0.notice { shares } else { nil } }.last
    }

    nonisolated func notify(_ notice: DriverNotice) { onLoop { $0.take(notice) } }

    private func take(_ notice: DriverNotice) {
        notices.append((loop.now, notice))
        switch notice {
        case .offer(let card, _, _):
            switch habit {
            case .accept(let span): send(.driver(id, .answer(offer: card.offer, accept: true)), after: span)
            case .drive: send(.driver(id, .answer(offer: card.offer, accept: true)), after: .zero)
            case .refuse: send(.driver(id, .answer(offer: card.offer, accept: false)), after: .zero)
            case .silent: break
            }
        case .ride(let ride, _):
            guard case .drive = habit else { return }
            riders = ride.riders
            send(.driver(id, .position(place: ride.place, odometer: .zero)), after: .seconds(60), as: .stateChange)
            loop.schedule(at: loop.now + .seconds(60), as: .stateChange) { [self] in self.onLoop { $0.board(ride) } }
        case .riders(_, let riders): self.riders = riders
        default: break
        }
    }

    private func board(_ ride: TaxiRide) {
        dispatcher.send(
            ride.riders.isEmpty
                ? .driver(id, .boarded(request: ride.request, travelers: ride.travelers, odometer: .zero))
                : .driver(id, .boardedEach(request: ride.request, counts: BoardCounts(riders), odometer: .zero)))
        send(
            .driver(
                id, .rideComplete(request: ride.request, place: ride.place, odometer: .metres(3000), badCustomer: false)
            ),
            after: .seconds(60), as: .stateChange)
    }

    private func send(_ message: TaxiMessage, after span: TimeSpan, as eventClass: EventClass = .arrival) {
        let dispatcher = dispatcher
        loop.schedule(at: loop.now + span, as: eventClass) { dispatcher.send(message) }
    }
}

/// All passengers' clients: writes down what each is told; some choose by themselves.
actor BoardPassengers: CityActor, PassengerClients {
    nonisolated let loop: CityLoop
    private let dispatcher: Dispatcher
    private var notices: [PassengerID: [PassengerNotice]] = [:]
    /// Who takes the first proposal or an own ride at once, in turn.
    private var choosesAlone = false

    init(_ dispatcher: Dispatcher, _ loop: CityLoop) {
        self.dispatcher = dispatcher
        self.loop = loop
    }

    nonisolated func chooseAlone() { onLoop { $0.choosesAlone = true } }

    nonisolated func reported(_ passenger: Int32) -> [PassengerNotice] {
        onLoop { $0.notices[PassengerID(passenger), default: []] }
    }

    nonisolated func notify(_ passenger: PassengerID, _ notice: PassengerNotice) {
        onLoop { $0.take(notice, passenger) }
    }

    private func take(_ notice: PassengerNotice, _ passenger: PassengerID) {
        notices[passenger, default: []].append(notice)
        guard choosesAlone, case .sharing(.proposals(let list)) = notice else { return }
        let message: TaxiMessage =
            passenger.number % 3 == 0
            ? .passenger(passenger, .declineRides) : .passenger(passenger, .joinRide(id: list[0].ride))
        let dispatcher = dispatcher
        loop.schedule(at: loop.now + .seconds(5)) { dispatcher.send(message) }
    }
}

/// Two squares of 10 km, straight ways at 10 m/s, the real actors with the sharing module and, if wanted, reservations. The
/// taxis wait at 6 km.
final class BoardCity {
    let loop = CityLoop()
    let log: EventLog
    private let list = EventList()
    private let monitor: InvariantMonitor
    let dispatcher: Dispatcher
    let drivers: [BoardDriver]
    let people: BoardPassengers
    private(set) var board: RideBoard?

    init(seats: [Int32] = [4, 4], sharing: Bool = true, reservations: Bool = false, isInService: Bool = true) throws {
        let layout = GridLayout(
            rows: 1, columns: 2, side: .metres(10_000), anchor: GeographicPoint(longitude: 9, latitude: 45))
        log = EventLog(loop, batchSize: 1)
        monitor = InvariantMonitor(
            context: RunContext(
                name: "board", start: .epoch, end: .seconds(864_000), zones: layout.zones,
                facts: RunFacts(TaxiRun(seats: seats))))
        log.add(list)
        log.add(monitor)
        let dispatcher = Dispatcher(
            loop: loop, log: log, layout: layout, travel: StraightRouter(freeSpeed: 10, circuity: 1),
            policy: FirstInQueue(), parameters: TaxiParameters(),
            taxis: seats.enumerated().map { index, seats in
                TaxiRegistration(seats: seats, licence: Int32(100 + index), plate: Int32(200 + index))
            })
        self.dispatcher = dispatcher
        let loop = loop
        drivers = seats.indices.map { BoardDriver(DriverID($0 + 1), dispatcher, loop) }
        people = BoardPassengers(dispatcher, loop)
        for (index, driver) in drivers.enumerated() {
            dispatcher.onLoop { $0.connect(driver, of: DriverID(index + 1)) }
        }
        let people = people
        dispatcher.onLoop { $0.connect(people) }
        if reservations {
            try dispatcher.onLoop { core in
                try core.install(ReservationBook.manifest) { context throws(ModuleAccessDenied) in
                    try ReservationBook(context: context)
                }
            }
        }
        if sharing {
            var made: RideBoard?
            try dispatcher.onLoop { core in
                try core.install(RideBoard.manifest) { context throws(ModuleAccessDenied) in
                    let board = try RideBoard(context: context, parameters: SharingParameters())
                    made = board
                    return board
                }
            }
            board = made
        }
        for number in seats.indices where isInService {
            send(
                1, .driver(DriverID(number + 1), .login),
                .driver(DriverID(number + 1), .setStatus(inService: true, place: east(6), odometer: .zero)))
        }
    }

    // MARK: The script

    /// Plans messages of clients at a time.
    func send(_ seconds: Double, as eventClass: EventClass = .arrival, _ messages: TaxiMessage...) {
        let dispatcher = dispatcher
        loop.schedule(at: .seconds(seconds), as: eventClass) { for message in messages { dispatcher.send(message) } }
    }

    /// Plans a search for now: login, form, search.
    func search(
        _ seconds: Double, _ passenger: Int32, travelers: Int32 = 1, from start: Place, to end: Place?,
        client: ClientKind = .mobile, pickUp: CivilTime? = nil
    ) {
        let id = PassengerID(passenger)
        let call = CallForm(client: client, source: .address, radius: .zero, place: start, travelers: travelers)
        let search = TaxiMessage.passenger(
            id, .shareSearch(form: ShareForm(call: call, destination: end, pickUp: pickUp)))
        if pickUp == nil {
            send(seconds, .passenger(id, .login(client: client)), .passenger(id, .prepareCall), search)
        } else {
            send(seconds, .passenger(id, .login(client: client)), search)
        }
    }

    func join(_ seconds: Double, _ passenger: Int32, _ ride: Int32) {
        send(seconds, .passenger(PassengerID(passenger), .joinRide(id: SharedRideID(ride))))
    }

    func run(until seconds: Double) throws { try loop.run(until: .seconds(seconds)) }

    // MARK: What happened

    var records: [EventRecord] {
        log.flush()
        return list.records
    }

    /// The facts of the sharing module, with their times in seconds.
    var shared: [(time: Double, fact: SharingEvent)] {
        records.compactMap { if case .sharing(let event) = $0.event { ($0.time.inSeconds, event) } else { nil } }
    }

    /// The facts of the core, with their times in seconds.
    var core: [(time: Double, fact: TaxiEvent)] {
        records.compactMap { if case .taxi(let event) = $0.event { ($0.time.inSeconds, event) } else { nil } }
    }

    /// The names of the facts of one instant, in order.
    func names(at seconds: Double) -> [String] {
        records.filter { $0.time == .seconds(seconds) }.map(\.event.name)
    }

    /// The broken invariants. The city begins at 1970-01-01 00:00 itself, which stamps are not allowed to.
    var violations: [String] {
        log.flush()
        return monitor.violations.filter { $0.id != "INV-UniqueTaxiLog" || $0.time > .epoch }.map { "\($0)" }
    }

    func proposed(to passenger: Int32) -> [RideProposal] {
        people.reported(passenger).compactMap {
            if case .sharing(.proposals(let list)) = $0 { list } else { nil }
        }.last ?? []
    }

    func close() {
        dispatcher.onLoop { $0.close() }
        log.finish(at: loop.now)
    }
}

/// A place so many kilometres east of the west end, in the middle of the squares' height.
func east(_ kilometres: Double) -> Place { Place(metresEast: kilometres * 1000, north: 5000) }
