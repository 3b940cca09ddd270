// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityMap
import CityModel
import CityTestKit
import Foundation
import RecordStores
import RuleTestKit
import Synchronization
import TaxiReservations
import TaxiRules
import TaxiService
import TaxiSharing
import Testing

/// The service of `KilledService` started again at 08:00:01 on its files, or on another store; times are in seconds since. Its
/// driver accepts at once and serves every ride in 100 s.
final class StoredCity {
    let loop = CityLoop(start: .seconds(8 * 3600 + 1))
    let dispatcher: Dispatcher
    let log: EventLog
    /// What passengers were notified of.
    let listener = Listener()
    private let list = EventList()
    private let store: any RecordStore<StoredCall>
    private let driver: ServingDriver

    convenience init(_ folder: Folder) throws {
        try self.init(
            RecordFile<StoredCall>(path: folder.file("calls.sqlite")),
            RecordFile<Reservation>(path: folder.file("book.sqlite")))
    }

    init(
        _ store: any RecordStore<StoredCall>,
        _ reservations: any RecordStore<Reservation> = RecordMemory<Reservation>(), writing: WorkPool? = nil,
        writingBook: WorkPool? = nil
    ) throws {
        self.store = store
        log = EventLog(loop, batchSize: 1)
        log.add(list)
        let dispatcher = Dispatcher(
            loop: loop, log: log,
            layout: GridLayout(
                rows: 1, columns: 2, side: .metres(10_000), anchor: GeographicPoint(longitude: 9, latitude: 45)),
            travel: StraightRouter(freeSpeed: 10, circuity: 1), policy: FirstInQueue(), parameters: TaxiParameters(),
            taxis: [TaxiRegistration(seats: 8, licence: 1, plate: 1)], store: store,
            writer: RecordWriter(loop, pool: writing))
        self.dispatcher = dispatcher
        let driver = ServingDriver(dispatcher, loop)
        self.driver = driver
        let listener = listener
        try dispatcher.onLoop { core in
            core.connect(driver, of: DriverID(1))
            core.connect(listener)
            var book: ReservationBook?
            try core.install(ReservationBook.manifest) { context throws(ModuleAccessDenied) in
                let made = try ReservationBook(
                    context: context, store: reservations, writer: RecordWriter(core.loop, pool: writingBook))
                book = made
                return made
            }
            try core.install(RideBoard.manifest) { context throws(ModuleAccessDenied) in
                try RideBoard(context: context, parameters: SharingParameters())
            }
            try core.restore()
            try book?.onLoop { try $0.restore() }
        }
    }

    /// Plans messages of clients.
    func send(_ seconds: Double, _ messages: TaxiMessage...) {
        let dispatcher = dispatcher
        loop.schedule(at: start + .seconds(seconds), as: .arrival) {
            for message in messages { dispatcher.send(message) }
        }
    }

    func inService(_ seconds: Double) {
        send(
            seconds, .driver(DriverID(1), .login),
            .driver(DriverID(1), .setStatus(inService: true, place: home, odometer: .zero)))
    }

    func call(_ seconds: Double, _ passenger: Int) {
        let id = PassengerID(passenger)
        send(
            seconds, .passenger(id, .login(client: .mobile)), .passenger(id, .prepareCall),
            .passenger(
                id, .call(form: CallForm(client: .mobile, source: .address, radius: .zero, place: home, travelers: 1))))
    }

    func reserve(_ seconds: Double, _ passenger: Int, hour: Int = 12) {
        let id = PassengerID(passenger)
        let form = ReservationForm(
            origin: EnteredPlace(place: home), destination: EnteredPlace(place: away),
            pickUp: CivilTime(.seconds(hour * 3600)), travelers: 1, isShared: false)
        send(seconds, .passenger(id, .login(client: .mobile)), .passenger(id, .reserve(form: form)))
    }

    /// Asks for a shared ride, or joins one.
    func share(_ seconds: Double, _ passenger: Int, joining ride: Int? = nil) {
        let id = PassengerID(passenger)
        let call = CallForm(client: .mobile, source: .address, radius: .zero, place: home, travelers: 1)
        send(
            seconds, .passenger(id, .login(client: .mobile)), .passenger(id, .prepareCall),
            .passenger(id, .shareSearch(form: ShareForm(call: call, destination: away))))
        if let ride { send(seconds + 1, .passenger(id, .joinRide(id: SharedRideID(ride)))) }
    }

    func run(until seconds: Double) throws {
        try loop.run(until: start + .seconds(seconds))
        log.flush()
    }

    private let start = CityTime.seconds(8 * 3600 + 1)
    private let home = Place(metresEast: 1000, north: 5000)
    private let away = Place(metresEast: 9000, north: 5000)

    /// What the store holds.
    var open: [StoredCall] { (try? store.load().open) ?? [] }

    /// The requests whose passengers rode, in their order.
    var served: [Int32] {
        list.records.compactMap {
            if case .rideEnded(let request, _, _, _, _) = $0.taxi { request.number } else { nil }
        }
    }

    /// How many passengers each shared ride had.
    var sharedPassengers: [Int32] {
        list.records.compactMap {
            guard case .sharing(.sharedRideEnded(_, _, let passengers, _, _, _)) = $0.event else { return nil }
            return passengers
        }
    }

    var activations: [Int32] {
        list.records.compactMap {
            guard case .reservation(.reservationActivated(let reservation, _, _, _)) = $0.event else { return nil }
            return reservation.number
        }
    }

    /// The facts so far, with their times.
    var facts: [EventRecord] {
        log.flush()
        return list.records
    }

    /// The names of the facts so far.
    var names: [String] {
        log.flush()
        return list.records.map(\.event.name)
    }
}

/// The client of all passengers.
final class Listener: PassengerClients {
    private let heard = Mutex<[(PassengerID, PassengerNotice)]>([])

    /// What a passenger was notified of, in order.
    func notices(to passenger: Int) -> [PassengerNotice] {
        heard.withLock { $0.filter { $0.0 == PassengerID(passenger) }.map(\.1) }
    }

    func notify(_ passenger: PassengerID, _ notice: PassengerNotice) {
        heard.withLock { $0.append((passenger, notice)) }
    }
}

/// A driver's client that accepts every offer, and boards and ends every ride.
private final actor ServingDriver: CityActor, DriverClient {
    nonisolated let loop: CityLoop
    private let dispatcher: Dispatcher
    private var riders: [Rider] = []

    init(_ dispatcher: Dispatcher, _ loop: CityLoop) {
        self.dispatcher = dispatcher
        self.loop = loop
    }

    nonisolated func notify(_ notice: DriverNotice) { onLoop { $0.take(notice) } }

    private func take(_ notice: DriverNotice) {
        let id = DriverID(1)
        switch notice {
        case .offer(let card, _, _):
            send(.driver(id, .answer(offer: card.offer, accept: true)), after: .zero, as: .arrival)
        case .riders(_, let riders): self.riders = riders
        case .ride(let ride, _):
            riders = ride.riders
            send(.driver(id, .position(place: ride.place, odometer: .zero)), after: .seconds(30), as: .report)
            loop.schedule(at: loop.now + .seconds(40), as: .stateChange) { self.onLoop { $0.board(ride) } }
            send(
                .driver(
                    id,
                    .rideComplete(request: ride.request, place: ride.place, odometer: .metres(900), badCustomer: false)),
                after: .seconds(100), as: .stateChange)
        default: break
        }
    }

    private func board(_ ride: TaxiRide) {
        dispatcher.send(
            ride.riders.isEmpty
                ? .driver(DriverID(1), .boarded(request: ride.request, travelers: ride.travelers, odometer: .zero))
                : .driver(
                    DriverID(1), .boardedEach(request: ride.request, counts: BoardCounts(riders), odometer: .zero)))
    }

    private func send(_ message: TaxiMessage, after span: TimeSpan, as eventClass: EventClass) {
        let dispatcher = dispatcher
        loop.schedule(at: loop.now + span, as: eventClass) { dispatcher.send(message) }
    }
}
