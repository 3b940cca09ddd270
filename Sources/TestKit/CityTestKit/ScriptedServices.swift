// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
package import CityLoop
package import CityModel
import TaxiRules

/// Services behind the gateway that write down what they are asked, and clients that write down what they are told.
package actor ScriptedServices: CityActor, GatewayBackend, GatewayClients {
    nonisolated package let loop: CityLoop
    /// The messages that were served.
    package private(set) var served: [(time: CityTime, envelope: Envelope, session: Session?)] = []
    /// What the clients were told.
    package private(set) var reported: [(time: CityTime, connection: Connection, answer: ServerAnswer)] = []
    /// The numbers that came back with the answers.
    package private(set) var serials: [Int32] = []
    /// When timers were held.
    package private(set) var holds: [CityTime] = []
    /// When the server restarted.
    package private(set) var restarts: [CityTime] = []
    /// When held timers were released.
    package private(set) var releases: [CityTime] = []
    private var modules: [ModuleName] = [.reservations, .sharing]
    private var keeps = true
    private var action: (@Sendable (Envelope) -> Void)?
    private var work: (@Sendable (Envelope) -> (any SideWork)?)?

    /// Services of a loop that have seen nothing yet.
    package init(_ loop: CityLoop) {
        self.loop = loop
    }

    /// The modules that are on.
    nonisolated package func setModules(_ modules: [ModuleName]) {
        onLoop { $0.modules = modules }
    }

    /// What to do beside answering.
    nonisolated package func whenServed(_ action: @escaping @Sendable (Envelope) -> Void) {
        onLoop { $0.action = action }
    }

    /// What other threads do for a message.
    nonisolated package func setWork(_ work: @escaping @Sendable (Envelope) -> (any SideWork)?) {
        onLoop { $0.work = work }
    }

    /// The work that was set.
    nonisolated package func prepare(_ envelope: Envelope, session: Session?) -> (any SideWork)? {
        onLoop { $0.work?(envelope) }
    }

    /// Writes nothing down any more, for long runs.
    nonisolated package func forgetAll() {
        onLoop { $0.keeps = false }
    }

    /// Writes down, acts and answers that the message is taken.
    nonisolated package func serve(_ envelope: Envelope, session: Session?, prepared: (any SideWork)?) -> ServerAnswer {
        onLoop {
            if $0.keeps { $0.served.append((loop.now, envelope, session)) }
            $0.action?(envelope)
            return .taken(envelope.message.kind)
        }
    }

    /// Whether a module is on.
    nonisolated package func isOn(_ module: ModuleName) -> Bool { onLoop { $0.modules.contains(module) } }

    /// Writes the instant down.
    nonisolated package func hold() {
        onLoop { $0.holds.append(loop.now) }
    }

    /// Writes the instant down.
    nonisolated package func restart() {
        onLoop { $0.restarts.append(loop.now) }
    }

    /// Writes the instant down, and says that 7 timers fired.
    nonisolated package func release() -> Int {
        onLoop {
            $0.releases.append(loop.now)
            return 7
        }
    }

    /// Writes an answer down.
    nonisolated package func notify(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32) {
        onLoop { if $0.keeps { $0.serials.append(serial) } }
        notify(connection, answer)
    }

    /// Writes an answer down.
    nonisolated package func notify(_ connection: Connection, _ answer: ServerAnswer) {
        onLoop { if $0.keeps { $0.reported.append((loop.now, connection, answer)) } }
    }
}

/// Service times by kind; zero for a kind that is not named.
package struct StatedTimes: ServiceTimes {
    /// The time of a kind that is not named.
    package var all: TimeSpan
    /// The times by kind.
    package var kinds: [MessageType: TimeSpan]

    package init(all: TimeSpan = .zero, kinds: [MessageType: TimeSpan] = [:]) {
        self.all = all
        self.kinds = kinds
    }

    package func next(_ envelope: Envelope, arrived: CityTime) -> TimeSpan { kinds[envelope.message.kind] ?? all }
}
