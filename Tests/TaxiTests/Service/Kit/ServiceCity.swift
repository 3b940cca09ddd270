// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityMap
import CityModel
import CitySlices
import CityTestKit
import Reporting
import RuleTestKit
import TaxiRules
import TaxiService
import TaxiSimulation
import Testing

/// A city of the real actors, squares in a row (1 km unless told otherwise), straight ways at 10 m/s, with scripted clients.
final class ServiceCity {
    let loop = CityLoop()
    let log: EventLog
    let list = EventList()
    let monitor: InvariantMonitor
    let inputLog = InputLog()
    let dispatcher: Dispatcher
    let drivers: [ScriptedDriver]
    private(set) var passengers: [PassengerID: ScriptedPassenger] = [:]

    init(
        zones: Int = 2, side: Int = 1000, seats: [Int32] = [4, 4], policy: any DispatchPolicy = FirstInQueue(),
        parameters: TaxiParameters = TaxiParameters(), traffic: Double = 1, alert: AlertMode = .sound,
        hysteresis: Distance = .zero, hasClients: Bool = true
    ) {
        let layout = GridLayout(
            rows: 1, columns: zones, side: .metres(side), anchor: GeographicPoint(longitude: 9, latitude: 45))
        log = EventLog(loop, batchSize: 1)
        monitor = InvariantMonitor(
            context: RunContext(
                name: "services", start: .epoch, end: .seconds(86_400), zones: layout.zones,
                facts: RunFacts(TaxiRun(seats: seats))))
        log.add(list)
        log.add(monitor)
        dispatcher = Dispatcher(
            loop: loop, log: log, layout: layout,
            travel: StraightRouter(
                freeSpeed: 10, trafficFactors: .even(traffic), circuity: 1),
            policy: policy, parameters: parameters, hysteresis: hysteresis,
            taxis: seats.enumerated().map { index, seats in
                TaxiRegistration(seats: seats, licence: Int32(100 + index), plate: Int32(200 + index), alert: alert)
            }, inputLog: inputLog)
        let dispatcher = dispatcher
        let loop = loop
        drivers = seats.indices.map { ScriptedDriver(DriverID($0 + 1), dispatcher, loop) }
        guard hasClients else { return }
        for driver in drivers { dispatcher.onLoop { $0.connect(driver, of: driver.id) } }
    }

    /// The events so far.
    var events: [EventRecord] {
        log.flush()
        return list.records
    }

    /// The broken invariants so far. The city begins at 1970-01-01 00:00 itself, which INV-UniqueTaxiLog does not allow for
    /// stamps; everything else counts.
    var violations: [Violation] {
        log.flush()
        return monitor.violations.filter { $0.id != "INV-UniqueTaxiLog" || $0.time > .epoch }
    }

    /// The drivers in a zone's queue, top first.
    func queue(_ zone: Int32) -> [Int32] {
        dispatcher.zone(ZoneID(zone))?.onLoop { $0.queue.map(\.driver.number) } ?? []
    }

    func driver(_ number: Int) -> ScriptedDriver { drivers[number - 1] }

    func status(_ number: Int32) -> DriverStatus? {
        dispatcher.taxi(DriverID(number))?.onLoop { $0.status }
    }

    /// The client of a passenger, connected when first asked for.
    @discardableResult
    func passenger(_ number: Int32) -> ScriptedPassenger {
        let id = PassengerID(number)
        if let known = passengers[id] { return known }
        let passenger = ScriptedPassenger(loop)
        passengers[id] = passenger
        dispatcher.onLoop { $0.connect(passenger, of: id) }
        return passenger
    }

    // MARK: The script

    /// Plans messages of clients at a time.
    func send(_ seconds: Double, as eventClass: EventClass = .arrival, _ messages: TaxiMessage...) {
        let dispatcher = dispatcher
        loop.schedule(at: .seconds(seconds), as: eventClass) { for message in messages { dispatcher.send(message) } }
    }

    /// Plans a driver's login and start of service at a place.
    func inService(_ seconds: Double, _ driver: Int32, at place: Place) {
        send(
            seconds, .driver(DriverID(driver), .login),
            .driver(DriverID(driver), .setStatus(inService: true, place: place, odometer: .zero)))
    }

    /// Plans a passenger's login and call.
    func call(_ seconds: Double, _ passenger: Int32, from place: Place, travelers: Int32 = 1) {
        let id = PassengerID(passenger)
        self.passenger(passenger)
        send(
            seconds, .passenger(id, .login(client: .mobile)), .passenger(id, .prepareCall),
            .passenger(
                id,
                .call(
                    form: CallForm(
                        client: .mobile, source: .gps, radius: .metres(5), place: place, travelers: travelers))))
    }

    /// Plans a reported position.
    func position(_ seconds: Double, _ driver: Int32, _ place: Place, as eventClass: EventClass = .stateChange) {
        send(seconds, as: eventClass, .driver(DriverID(driver), .position(place: place, odometer: .zero)))
    }

    func run(until seconds: Double) throws {
        try loop.run(until: .seconds(seconds))
    }

    func close() {
        dispatcher.onLoop { $0.close() }
        log.finish(at: loop.now)
    }
}

/// A place so many metres east of the west end of the row, in the middle of its height.
func metres(_ east: Double) -> Place { Place(metresEast: east, north: 500) }
