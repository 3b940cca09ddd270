// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityLoop
public import CityModel
import TaxiRules

/// Services behind the gateway that write down what they are asked, and clients that write down what they are told.
public actor ScriptedServices: CityActor, GatewayBackend, GatewayClients {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// The messages that were served.
    public private(set) var served: [(time: CityTime, envelope: Envelope, session: Session?)] = []
    /// What the clients were told.
    public private(set) var reported: [(time: CityTime, connection: Connection, answer: ServerAnswer)] = []
    /// The numbers that came back with the answers.
    public private(set) var serials: [Int32] = []
    /// When timers were held.
    public private(set) var holds: [CityTime] = []
    /// When the server restarted.
    public private(set) var restarts: [CityTime] = []
    /// When held timers were released.
    public private(set) var releases: [CityTime] = []
    private var modules: [ModuleName] = [.reservations, .sharing]
    private var keeps = true
    private var action: (@Sendable (Envelope) -> Void)?
    private var work: (@Sendable (Envelope) -> (any SideWork)?)?

    /// Services of a loop that have seen nothing yet.
    public init(_ loop: CityLoop) {
        self.loop = loop
    }

    /// The modules that are on.
    nonisolated public func setModules(_ modules: [ModuleName]) {
        onLoop { $0.modules = modules }
    }

    /// What to do beside answering.
    nonisolated public func whenServed(_ action: @escaping @Sendable (Envelope) -> Void) {
        onLoop { $0.action = action }
    }

    /// What other threads do for a message.
    nonisolated public func setWork(_ work: @escaping @Sendable (Envelope) -> (any SideWork)?) {
        onLoop { $0.work = work }
    }

    /// The work that was set.
    nonisolated public func prepare(_ envelope: Envelope, session: Session?) -> (any SideWork)? {
        onLoop { $0.work?(envelope) }
    }

    /// Writes nothing down any more, for long runs.
    nonisolated public func forgetAll() {
        onLoop { $0.keeps = false }
    }

    /// Writes down, acts and answers that the message is taken.
    nonisolated public func serve(_ envelope: Envelope, session: Session?, prepared: (any SideWork)?) -> ServerAnswer {
        onLoop {
            if $0.keeps { $0.served.append((loop.now, envelope, session)) }
            $0.action?(envelope)
            return .taken(envelope.message.kind)
        }
    }

    /// Whether a module is on.
    nonisolated public func isOn(_ module: ModuleName) -> Bool { onLoop { $0.modules.contains(module) } }

    /// Writes the instant down.
    nonisolated public func hold() {
        onLoop { $0.holds.append(loop.now) }
    }

    /// Writes the instant down.
    nonisolated public func restart() {
        onLoop { $0.restarts.append(loop.now) }
    }

    /// Writes the instant down, and says that 7 timers fired.
    nonisolated public func release() -> Int {
        onLoop {
            $0.releases.append(loop.now)
            return 7
        }
    }

    /// Writes an answer down.
    nonisolated public func notify(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32) {
        onLoop { if $0.keeps { $0.serials.append(serial) } }
        notify(connection, answer)
    }

    /// Writes an answer down.
    nonisolated public func notify(_ connection: Connection, _ answer: ServerAnswer) {
        onLoop { if $0.keeps { $0.reported.append((loop.now, connection, answer)) } }
    }
}

/// Service times by kind; zero for a kind that is not named.
public struct StatedTimes: ServiceTimes {
    /// The time of a kind that is not named.
    public var all: TimeSpan
    /// The times by kind.
    public var kinds: [MessageType: TimeSpan]

    /// Makes the times.
    public init(all: TimeSpan = .zero, kinds: [MessageType: TimeSpan] = [:]) {
        self.all = all
        self.kinds = kinds
    }

    /// The stated time.
    public func next(_ envelope: Envelope, arrived: CityTime) -> TimeSpan { kinds[envelope.message.kind] ?? all }
}
