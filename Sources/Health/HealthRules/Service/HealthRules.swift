// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The health monitor as a value: who may send batches, which are stored, which are a danger, and when an SOS goes out.
///
/// It is told what happens, with the time, and answers with directives. It draws nothing and never waits. A batch is evaluated when
/// it is received; its SOS goes out when a worker is done with it (DEC-HEALTH-5S), before any batch without danger that waits. It acts
/// on the first value outside its range, and filters nothing (HEALTH-RELIABLE). The sender's own service decides whether a call is open already (INV-AtMostOneAmbulance).
public struct HealthRules: Sendable {
    /// The numbers of the rules.
    public let parameters: HealthParameters
    /// By parameter.
    let lows: [Int32]
    let highs: [Int32]
    /// By number, from 1.
    var wearers: [Wearer] = []
    /// What is known of each; nil once the account is deleted.
    var people: [PersonalData?] = []
    /// Who has a social security number.
    var numbers: [String: WearerID] = [:]
    /// Whose a device is.
    var owners: [DeviceID: WearerID] = [:]
    var pool: WorkerPool
    /// Whether somebody keeps what is received, and what waits for it.
    let isStoring: Bool
    var handOver = HandOver()
    /// How far workers were, when that was said last.
    var saidHandled = CityTime.never
    /// The next one last.
    var pending: [PendingSOS] = []
    var sosCount: Int64 = 0
    /// Whether the service works.
    public internal(set) var isUp = true
    private var wakesAt = CityTime.never

    /// A service without users, which begins at this time; `isStoring` when somebody keeps what is received.
    public init(_ parameters: HealthParameters, isStoring: Bool = false, at now: CityTime) {
        self.parameters = parameters
        self.isStoring = isStoring
        lows = parameters.ranges.map { $0.low ?? .min }
        highs = parameters.ranges.map { $0.high ?? .max }
        pool = WorkerPool(parameters.pool, at: now)
    }

    // MARK: What happens

    /// Takes any message but a batch, which `receive` takes.
    public mutating func take(_ message: HealthMessage, at now: CityTime) -> [HealthDirective] {
        switch message {
        case .register(let data, let client): finish(register(data, client, at: now))
        case .wearer(let wearer, let wish): finish(take(wish, of: wearer, at: now))
        case .account(let wearer, let news): finish(take(news, of: wearer))
        case .batch(let sent): receive(sent, at: now).directives
        case .answered(let wearer, let reply): [.note(.sosAnswered(wearer: wearer, reply: reply))]
        case .crash: finish(crash())
        case .restart: finish(restart(at: now))
        }
    }

    /// A time asked for has come: SOS go out, the load is looked at, new workers begin.
    public mutating func due(at now: CityTime) -> [HealthDirective] {
        var directives: [HealthDirective] = []
        wakesAt = .never
        guard isUp else { return directives }
        while let next = pending.last, next.time <= now {
            pending.removeLast()
            send(next, &directives)
        }
        store(at: now, &directives)
        if pool.next <= now { directives += pool.due(at: now).map { .note($0) } }
        return finish(directives)
    }

    /// The first time for `due`; once, when the service opens.
    public mutating func begin() -> [HealthDirective] { finish([]) }

    /// The directives, with the time of the next call of `due` when that is another one now.
    mutating func finish(_ directives: [HealthDirective]) -> [HealthDirective] {
        let next = isUp ? min(pending.last?.time ?? .never, pool.next, handOver.next) : .never
        guard next != wakesAt else { return directives }
        wakesAt = next
        return directives + [.wake(at: next)]
    }

    // MARK: What is known

    /// How many accounts there were, deleted ones included.
    public var wearerCount: Int { wearers.count }
    /// How many workers handle batches.
    public var workers: Int32 { pool.workers }
    /// What is known of a user; nil for nobody.
    public func person(_ wearer: WearerID) -> PersonalData? {
        people.indices.contains(wearer.index - 1) ? people[wearer.index - 1] : nil
    }
    /// Whether somebody's SOS service is on; false for nobody.
    public func isSOSOn(_ wearer: WearerID) -> Bool {
        person(wearer) != nil && wearers[wearer.index - 1].isSOSOn
    }
    /// The key of the check values of somebody's phone; nil when it sends nothing (SEC-09).
    public func key(of wearer: WearerID) -> UInt64? {
        person(wearer) == nil ? nil : wearers[wearer.index - 1].seal
    }
    /// Who has this social security number.
    public func wearer(of number: String) -> WearerID? { numbers[number] }
}
