// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel

/// Services behind the door that write down what they are asked, and clients that write down what they are told.
actor ScriptedServices: CityActor, GatewayBackend, GatewayClients {
    nonisolated let loop: CityLoop
    private(set) var served: [(time: CityTime, envelope: Envelope, session: Session?)] = []
    private(set) var told: [(time: CityTime, connection: Connection, answer: ServerAnswer)] = []
    /// The numbers that came back with the answers.
    private(set) var serials: [Int32] = []
    private(set) var holds: [CityTime] = []
    private(set) var restarts: [CityTime] = []
    private(set) var releases: [CityTime] = []
    private var modules: [ModuleName] = [.reservations, .sharing]
    private var keeps = true
    private var action: (@Sendable (Envelope) -> Void)?
    private var work: (@Sendable (Envelope) -> (any SideWork)?)?

    init(_ loop: CityLoop) {
        self.loop = loop
    }

    /// The modules that are on.
    nonisolated func setModules(_ modules: [ModuleName]) {
        entered { $0.modules = modules }
    }

    /// What to do beside answering.
    nonisolated func whenServed(_ action: @escaping @Sendable (Envelope) -> Void) {
        entered { $0.action = action }
    }

    /// What other threads do for a message.
    nonisolated func setWork(_ work: @escaping @Sendable (Envelope) -> (any SideWork)?) {
        entered { $0.work = work }
    }

    nonisolated func prepare(_ envelope: Envelope, session: Session?) -> (any SideWork)? {
        entered { $0.work?(envelope) }
    }

    /// Writes nothing down any more, for long runs.
    nonisolated func forgetAll() {
        entered { $0.keeps = false }
    }

    nonisolated func serve(_ envelope: Envelope, session: Session?, prepared: (any SideWork)?) -> ServerAnswer {
        entered {
            if $0.keeps { $0.served.append((loop.now, envelope, session)) }
            $0.action?(envelope)
            return .taken(envelope.message.kind)
        }
    }

    nonisolated func isOn(_ module: ModuleName) -> Bool { entered { $0.modules.contains(module) } }

    nonisolated func hold() {
        entered { $0.holds.append(loop.now) }
    }

    nonisolated func restart() {
        entered { $0.restarts.append(loop.now) }
    }

    nonisolated func release() -> Int {
        entered {
            $0.releases.append(loop.now)
            return 7
        }
    }

    nonisolated func tell(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32) {
        entered { if $0.keeps { $0.serials.append(serial) } }
        tell(connection, answer)
    }

    nonisolated func tell(_ connection: Connection, _ answer: ServerAnswer) {
        entered { if $0.keeps { $0.told.append((loop.now, connection, answer)) } }
    }
}

/// Service times by kind; zero for a kind that is not named.
struct StatedTimes: ServiceTimes {
    var all = TimeSpan.zero
    var kinds: [MessageKind: TimeSpan] = [:]

    func next(_ envelope: Envelope, arrived: CityTime) -> TimeSpan { kinds[envelope.message.kind] ?? all }
}
