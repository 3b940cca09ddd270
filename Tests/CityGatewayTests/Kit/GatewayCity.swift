// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CityTestKit
import RuleTestKit
import TaxiRules

/// An answer or a refusal, as the log holds it.
struct Outcome: Hashable {
    var message: Int32
    var kind: MessageType
    var channel: Channel
    var arrived: CityTime
    var time: CityTime
    var started: CityTime?
    var refusal: ServerRefusal?
}

/// A real gateway on a real loop, with scripted services: passenger n has account n, driver n account 1000 + n.
final class GatewayCity {
    let loop = CityLoop()
    let log: EventLog
    let list = EventList()
    let services: ScriptedServices
    let gateway: Gateway

    init(
        _ parameters: GatewayParameters = GatewayParameters(), times: any ServiceTimes = StatedTimes(),
        outages: [Outage] = []
    ) {
        log = EventLog(loop, batchSize: 1)
        log.add(list)
        services = ScriptedServices(loop)
        gateway = Gateway(
            loop: loop, log: log, parameters: parameters, times: times, outages: ListedOutages(outages))
        gateway.connect(services, services)
        for number in 1...9 as ClosedRange<Int32> {
            gateway.open(.passenger(number))
            gateway.open(.driver(number))
        }
    }

    /// Plans an arrival.
    func send(_ seconds: Double, as eventClass: EventClass = .arrival, _ envelopes: Envelope...) {
        let gateway = gateway
        loop.schedule(at: .seconds(seconds), as: eventClass) { for envelope in envelopes { gateway.arrive(envelope) } }
    }

    /// Plans anything else.
    func plan(_ seconds: Double, _ action: @escaping @Sendable (Gateway) -> Void) {
        let gateway = gateway
        loop.schedule(at: .seconds(seconds)) { action(gateway) }
    }

    func run(until seconds: Double = 100_000) throws {
        try loop.run(until: .seconds(seconds))
        log.flush()
    }

    var events: [ServerEvent] {
        list.records.compactMap { if case .server(let event) = $0.event { event } else { nil } }
    }

    /// What became of the messages, in the order of the log.
    var outcomes: [Outcome] {
        list.records.compactMap { record in
            switch record.event {
            case .server(.messageAnswered(let message, let kind, _, let channel, _, let arrived, let started, _)):
                Outcome(
                    message: message.number, kind: kind, channel: channel, arrived: arrived, time: record.time,
                    started: started)
            case .server(.messageRefused(let message, let kind, _, let channel, _, let arrived, _, let reason)):
                Outcome(
                    message: message.number, kind: kind, channel: channel, arrived: arrived, time: record.time,
                    refusal: reason)
            default: nil
            }
        }
    }

    var refusals: [ServerRefusal] { outcomes.compactMap(\.refusal) }

    /// When each message was answered, in the order of answers: number and second.
    var answers: [String] {
        outcomes.filter { $0.refusal == nil }.map { "\($0.message) at \($0.time.inSeconds)" }
    }

    var state: GatewayRules { gateway.onLoop { $0.state } }
}

extension Session {
    static func passenger(_ number: Int32, token: UInt64? = nil, mustChangePassword: Bool = false) -> Session {
        Session(
            token: Token(high: 1, low: token ?? UInt64(number)), account: AccountID(number),
            role: .passenger(PassengerID(number)), mustChangePassword: mustChangePassword)
    }

    static func driver(_ number: Int32) -> Session {
        Session(
            token: Token(high: 2, low: UInt64(number)), account: AccountID(1000 + number),
            role: .driver(DriverID(number)))
    }
}

extension Envelope {
    /// A passenger's call, with the own session.
    static func call(_ number: Int32, channel: Channel = .tls) -> Envelope {
        Envelope(
            TaxiMessage.passenger(PassengerID(number), .call(form: .here)), from: .passenger(PassengerID(number)),
            token: Session.passenger(number).token, channel: channel)
    }

    /// A driver's position, with the own session.
    static func position(_ number: Int32) -> Envelope {
        Envelope(
            TaxiMessage.driver(DriverID(number), .position(place: .origin, odometer: .zero)),
            from: .driver(DriverID(number)),
            token: Session.driver(number).token)
    }

    /// A message of a passenger to the account service.
    static func account(_ number: Int32, _ message: AccountMessage) -> Envelope {
        Envelope(
            message, from: .passenger(PassengerID(number)), token: Session.passenger(number).token)
    }

    /// A registration of somebody unknown.
    static func anonymous(_ number: Int32, source: SourceAddress = .unknown) -> Envelope {
        Envelope(AccountMessage.register(RegistrationForm(.passenger)), from: .visitor(number), source: source)
    }
}

extension CallForm {
    static let here = CallForm(client: .mobile, source: .gps, radius: .metres(5), place: .origin, travelers: 1)
}
