// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import Synchronization
import TaxiRules
import TaxiService
import Testing

/// The plain call with nothing but the core: no module, no population, no geometry. `scripts/check core` builds and runs this
/// in a package that holds the core's targets alone.
@Suite struct PlainCallTests {
    /// The core with one taxi and one passenger, all real but the people and the map.
    private final class Core {
        let loop = CityLoop()
        let log: EventLog
        let list = EventList()
        let dispatcher: Dispatcher
        let driver: WillingDriver
        let passenger = Listener()

        init() {
            log = EventLog(loop, batchSize: 1)
            log.add(list)
            dispatcher = Dispatcher(
                loop: loop, log: log, layout: OneSquare(), travel: MinuteWays(), policy: FirstInQueue(),
                parameters: TaxiParameters(), taxis: [TaxiRegistration(seats: 4, licence: 1, plate: 1)])
            driver = WillingDriver(loop, dispatcher)
            let (driver, passenger) = (driver, passenger)
            dispatcher.onLoop {
                $0.connect(driver, of: DriverID(1))
                $0.connect(passenger, of: PassengerID(1))
            }
        }

        /// Plans messages at a time in seconds.
        func send(_ seconds: Double, _ messages: TaxiMessage...) {
            let dispatcher = dispatcher
            loop.schedule(at: .seconds(seconds), as: .arrival) { for message in messages { dispatcher.send(message) } }
        }

        /// When facts of a kind were noted, in seconds.
        func times(_ name: String) -> [Double] {
            list.records.filter { $0.event.name == name }.map(\.time.inSeconds)
        }
    }

    @Test("API-10: with the modules removed the plain call is stored, accepted, driven and ended")
    func plainCall() throws {
        let core = Core()
        let (driver, passenger, request) = (DriverID(1), PassengerID(1), RequestID(1))
        let place = Place(metresEast: 500, north: 500)
        core.send(
            10, .driver(driver, .login), .driver(driver, .setStatus(inService: true, place: place, odometer: .zero)))
        core.send(20, .passenger(passenger, .login(client: .mobile)), .passenger(passenger, .prepareCall))
        core.send(
            30,
            .passenger(
                passenger,
                .call(form: CallForm(client: .mobile, source: .gps, radius: .zero, place: place, travelers: 2))))
        core.send(97, .driver(driver, .position(place: place, odometer: .metres(600))))
        core.send(100, .driver(driver, .boarded(request: request, travelers: 2, odometer: .metres(600))))
        core.send(
            400,
            .driver(driver, .rideComplete(request: request, place: place, odometer: .metres(5_600), badCustomer: false))
        )
        try core.loop.run(until: .seconds(1_000))
        core.log.flush()
        #expect(core.times("requestStored") == [30])
        #expect(core.times("offerAccepted") == [37])
        #expect(core.times("passengerAboard") == [100] && core.times("requestFulfilled") == [100])
        #expect(core.times("rideEnded") == [400])
        // A way takes a minute: expected 60 s after the acceptance.
        let expected = PassengerNotice.call(.accepted(request, taxi: driver, arrival: .seconds(97), at: place))
        #expect(core.passenger.reported.contains(expected))
        #expect(core.loop.tearDown() == [] && core.loop.strayCount == 0)
    }

    @Test("API-10: a message for a module that is not there is refused and noted, and nothing else happens")
    func noModules() throws {
        let core = Core()
        let passenger = PassengerID(1)
        core.send(20, .passenger(passenger, .login(client: .mobile)))
        let call = CallForm(client: .mobile, source: .address, radius: .zero, place: .origin, travelers: 1)
        core.send(30, .passenger(passenger, .shareSearch(form: ShareForm(call: call, destination: .origin))))
        core.send(40, .passenger(passenger, .viewReservations))
        try core.loop.run(until: .seconds(1_000))
        core.log.flush()
        #expect(core.passenger.reported == [.moduleOff(.sharing), .moduleOff(.reservations)])
        #expect(core.times("moduleRefused") == [30, 40] && core.times("requestStored") == [])
    }
}

/// A driver who accepts every offer 7 s after it came.
private actor WillingDriver: CityActor, DriverClient {
    nonisolated let loop: CityLoop
    private nonisolated let dispatcher: Dispatcher

    init(_ loop: CityLoop, _ dispatcher: Dispatcher) {
        self.loop = loop
        self.dispatcher = dispatcher
    }

    nonisolated func notify(_ notice: DriverNotice) {
        guard case .offer(let card, _, _) = notice else { return }
        let dispatcher = dispatcher
        loop.schedule(at: loop.now + .seconds(7), as: .arrival) {
            dispatcher.send(.driver(card.driver, .answer(offer: card.offer, accept: true)))
        }
    }
}

/// A passenger's phone that keeps what it is told.
private final class Listener: PassengerClient {
    private let notices = Mutex<[PassengerNotice]>([])
    var reported: [PassengerNotice] { notices.withLock { $0 } }
    func notify(_ notice: PassengerNotice) { notices.withLock { $0.append(notice) } }
}

/// One square of a kilometre.
private final class OneSquare: ZoneLayout {
    let zones = [
        ZoneRecord(id: ZoneID(1), name: "1", inside: Place(metresEast: 500, north: 500), area: 1e6, outline: [])
    ]

    func zone(at place: Place) -> ZoneID? {
        (0..<1_000_000).contains(place.east) && (0..<1_000_000).contains(place.north) ? ZoneID(1) : nil
    }
    func crossings(from start: Place, to end: Place) -> [ZoneCrossing] { [] }
    func place(in zone: ZoneID, _ u: Double, _ v: Double) -> Place? { .origin }
    func geographic(_ place: Place) -> GeographicPoint { GeographicPoint(longitude: 0, latitude: 0) }
    func place(_ point: GeographicPoint) -> Place { .origin }
}

/// Every way takes a minute.
private final class MinuteWays: Router {
    func route(_ query: RouteQuery) -> Journey? {
        Journey(straight: query, .metres(query.mode == .walk ? 60 : 600), .seconds(60))
    }
}
