// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CityTestKit
import RuleTestKit
import TaxiRules
import TaxiService

/// One zone without a border.
final class OneZone: ZoneLayout {
    let zones = [ZoneRecord(id: ZoneID(1), name: "1", inside: .origin, area: 1, outline: [])]

    func zone(at place: Place) -> ZoneID? { ZoneID(1) }
    func crossings(from start: Place, to end: Place) -> [ZoneCrossing] { [] }
    func place(in zone: ZoneID, _ u: Double, _ v: Double) -> Place? { .origin }
    func geographic(_ place: Place) -> GeographicPoint { GeographicPoint(longitude: 0, latitude: 0) }
    func place(_ point: GeographicPoint) -> Place { .origin }
}

/// Every way takes a minute.
final class MinuteWays: Router {
    func route(_ query: RouteQuery) -> Journey? {
        Journey(straight: query, .metres(query.mode == .walk ? 60 : 600), .seconds(60))
    }
}

/// The real taxi service behind the gateway.
final class TaxiServices: GatewayBackend {
    let dispatcher: Dispatcher

    init(_ dispatcher: Dispatcher) {
        self.dispatcher = dispatcher
    }

    func serve(_ envelope: Envelope, session: Session?, prepared: (any SideWork)?) -> ServerAnswer {
        if let message = envelope.message as? TaxiMessage { dispatcher.send(message, reached: envelope.reached) }
        return .taken(envelope.message.kind)
    }

    func isOn(_ module: ModuleName) -> Bool { false }
    func hold() { dispatcher.holdTimers() }
    func restart() { dispatcher.restartTimers() }
    func release() -> Int { dispatcher.releaseTimers() }
}

/// The real dispatcher behind a real gateway: two taxis in service from t = 10 s on.
final class TaxiCity {
    let loop = CityLoop()
    let log: EventLog
    let list = EventList()
    let inputLog = InputLog()
    let dispatcher: Dispatcher
    let gateway: Gateway

    init(
        outages: [Outage], times: any ServiceTimes = StatedTimes(), parameters: TaxiParameters = TaxiParameters(),
        gateway numbers: GatewayParameters = GatewayParameters()
    ) throws {
        log = EventLog(loop, batchSize: 1)
        log.add(list)
        dispatcher = Dispatcher(
            loop: loop, log: log, layout: OneZone(), travel: MinuteWays(), policy: FirstInQueue(),
            parameters: parameters,
            taxis: (1...2).map { TaxiRegistration(seats: 4, licence: $0, plate: $0) }, inputLog: inputLog)
        let gateway = Gateway(
            loop: loop, log: log, parameters: numbers, times: times, outages: ListedOutages(outages))
        self.gateway = gateway
        gateway.connect(TaxiServices(dispatcher), ScriptedServices(loop))
        for number in 1...2 as ClosedRange<Int32> {
            gateway.open(.passenger(number))
            gateway.open(.driver(number))
            let id = DriverID(number)
            send(10, driver: number, .driver(id, .login))
            send(10, driver: number, .driver(id, .setStatus(inService: true, place: .origin, odometer: .zero)))
            send(10, passenger: number, .passenger(PassengerID(number), .login(client: .mobile)))
        }
    }

    func send(_ seconds: Double, passenger: Int32, _ message: TaxiMessage) {
        var envelope = Envelope.call(passenger)
        envelope.message = message
        send(seconds, envelope)
    }

    func send(_ seconds: Double, driver: Int32, _ message: TaxiMessage) {
        var envelope = Envelope.position(driver)
        envelope.message = message
        send(seconds, envelope)
    }

    func send(_ seconds: Double, _ envelope: Envelope) {
        let gateway = gateway
        loop.schedule(at: .seconds(seconds), as: .arrival) { gateway.arrive(envelope) }
    }

    func call(_ seconds: Double, _ passenger: Int32) {
        send(seconds, passenger: passenger, .passenger(PassengerID(passenger), .prepareCall))
        send(seconds, passenger: passenger, .passenger(PassengerID(passenger), .call(form: .here)))
    }

    func run(until seconds: Double = 1000) throws {
        try loop.run(until: .seconds(seconds))
        log.flush()
    }

    /// The names and seconds of the taxi service's events of these kinds.
    func story(_ names: String...) -> [String] {
        list.records.filter { names.contains($0.event.name) }.map { "\($0.event.name) at \($0.time.inSeconds)" }
    }
}
