// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityLoop
public import CityModel

/// The account service: a thin shell around `AccountRules`.
///
/// Calls the rules once for each thing that happens, then carries out what they returned: in its store, in the event log,
/// with timers, by mail, at the gateway's sessions and at the service that the accounts are for. One actor, so that looking whether a name is
/// free and taking it are one step (ACCOUNT-REG-04).
///
/// In an outage its timers, and what the identity provider says, are held until the messages that waited are answered
/// (AVAIL-02).
public final actor AccountRegistry: TimedActor, HeldService, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// The first failure of the store that no client was told of, for the operator; nil while all went well.
    public internal(set) var storeFailure: (any Error)?

    var rules: AccountRules
    let store: any AccountStore
    let log: EventChannel<AccountEvent>
    let port: any RolePort
    var around = Surroundings()
    var timers: [TimerTag: TimerHandle] = [:]
    /// The open sessions of each account. The gateway has them too; here they are counted.
    var sessions = OpenTable(blank: [Session]())
    /// Records erased with the last account that was removed.
    var erased = 0
    private let hold: TimerHold
    private let hash: any PasswordHash
    /// Works with passwords beside the loop; nil to do it in the message's turn.
    private let pool: WorkPool?
    /// What the identity provider said while timers were held, in order.
    private var heldWords: [(request: ProviderRequest, identity: ProviderIdentity?)] = []
    private(set) var isClosed = false
    /// Every number of an account lies above this one.
    private let above: Int32
    let writer: RecordWriter
    /// Whether something is being written, and what waits for that.
    var isWriting = false
    var waiting: [AccountStep] = []
    /// Whether what is asked now is written in the turn, whoever writes the rest.
    private(set) var isEnrolling = false
    /// The answer to the message that was received last.
    private var held: HeldAnswer?

    /// Opens the registry. What the store holds is taken over by `restore`; `hold` is the one of the server's services;
    /// `pool` works with passwords beside the loop; numbers lie above `above`, so that no two services of a city number their
    /// accounts alike. `writer` writes the store beside the loop, where the store can leave that to it; nil to write in the turn.
    public init(
        loop: CityLoop, log: EventLog, store: any AccountStore, port: any RolePort, hash: any PasswordHash,
        tokens: any TokenSource, parameters: AccountParameters = AccountParameters(), hold: TimerHold = TimerHold(),
        pool: WorkPool? = nil, above: Int32 = 0, writer: RecordWriter? = nil
    ) {
        self.writer = writer ?? RecordWriter(loop)
        self.above = above
        self.hash = hash
        self.pool = pool
        self.hold = hold
        self.loop = loop
        self.log = log.channel(AccountEvent.self)
        self.store = store
        self.port = port
        rules = AccountRules(parameters: parameters, roles: port.rules, hash: hash, tokens: tokens)
        rules.restore(lastNumber: above)
    }

    /// Connects what the registry works with, before the first message.
    public func connect(_ surroundings: Surroundings) {
        around = surroundings
    }

    /// Whether accounts here have this part in their service.
    nonisolated public func serves(_ role: RoleName) -> Bool { port.rules.types.contains(role) }

    // MARK: Messages

    /// Begins the work with passwords that a message asks for, beside the loop; nil when there is none. Called on the loop,
    /// when a worker of the gateway takes the message.
    nonisolated public func prepare(_ message: AccountMessage, session: Session?) -> SideTask<PasswordOutcome>? {
        onLoop { $0.begin(message, session) }
    }

    private func begin(_ message: AccountMessage, _ session: Session?) -> SideTask<PasswordOutcome>? {
        guard let pool else { return nil }
        let work = rules.passwordWork(for: message, session: session, accounts: store, at: loop.now)
        return work.isNone ? nil : pool.begin(for: loop, work.call(hash))
    }

    /// Takes a client's message that has passed the gateway, and answers at once. Nil: the answer comes later, when the
    /// identity provider has spoken, through `AccountClients`. `worked` is what came of `prepare`. Called on the loop.
    nonisolated public func receive(
        _ message: AccountMessage, of envelope: Envelope, session: Session?, worked: PasswordOutcome? = nil
    ) -> AccountAnswer? {
        onLoop { registry in
            let held = registry.writer.isInTurn ? nil : HeldAnswer()
            registry.held = held
            return registry.take(.message(message, Sender(envelope), session, worked ?? PasswordOutcome(), held))
        }
    }

    /// The answer to the message that was received last, when it waits for what is being written.
    nonisolated public var heldAnswer: HeldAnswer? { onLoop { $0.held } }

    /// Adds a confirmed account at once, for populations that exist before a run: `active`, or `rejected` or `ended` as a
    /// registration. No mail is sent and nothing waits for a confirmation. `person` is the number of the person
    /// in the service; `password` is the hash of the password, so that it may be made once for many accounts. The
    /// passwords of the form are not looked at.
    public func enroll(_ form: RegistrationForm, person: Int32, password: String?) -> AccountAnswer {
        precondition(!isWriting, "accounts are enrolled before anything is served")
        isEnrolling = true
        defer { isEnrolling = false }
        return carryOut(rules.enroll(form, person: person, password: password, accounts: store, at: loop.now))
            ?? .loggedOut
    }

    // MARK: Time

    /// What an account was waked for is due, or it is time to look at the login log.
    public func timerFired(_ tag: TimerTag) {
        // Every timer here waits for the last message of the outage too: each is about something that such a message may have
        // decided in time, and none is pressing.
        if hold.lasts {
            // Kept as planned and without a handle, so that putting it to sleep or planning it anew shows.
            if tag != Self.wordTag { timers[tag] = TimerHandle.none }
            hold.keep(tag, of: self)
            return
        }
        if tag == Self.wordTag {
            let (request, identity) = heldWords.removeFirst()
            identified(request, as: identity)
            return
        }
        timers[tag] = nil
        _ = take(.timer(tag))
    }

    /// Looks at what a timer was for.
    func fired(_ tag: TimerTag) {
        if tag == Self.pruneTag {
            carryOut(rules.pruneDue(at: loop.now))
        } else if let (timer, account) = Self.timer(of: tag) {
            carryOut(rules.due(timer, account, accounts: store, at: loop.now))
        }
    }

    /// Plans a kept timer for now, unless its account has gone to sleep or it was planned anew.
    nonisolated public func plansAgain(_ tag: TimerTag) -> Bool { onLoop { $0.planAgain(tag) } }

    private func planAgain(_ tag: TimerTag) -> Bool {
        guard !isClosed, tag == Self.wordTag || timers[tag] == TimerHandle.none else { return false }
        let timer = loop.schedule(self, tag, at: loop.now, as: .deadline)
        if tag != Self.wordTag { timers[tag] = timer }
        return true
    }

    // MARK: Restart

    /// Takes over what the store holds, after a restart of the service or for a store that was filled before. Before the
    /// first message.
    ///
    /// - Throws: What the store throws when it cannot be read.
    public func restore() throws {
        rules.restore(lastNumber: store.lastNumber)
        try store.forEach(plan)
        carryOut(rules.restore(loginRows: try store.logins().count, at: loop.now))
    }

    private func plan(_ account: Account) {
        carryOut(rules.restore(account, at: loop.now))
    }

    // MARK: To another log

    /// All accounts by rising number, each numbered from 1 among those of the service.
    ///
    /// - Throws: what the store throws when it cannot be read.
    public func accountsToCarry() throws -> [Account] {
        var found: [Account] = []
        func add(_ account: Account) { found.append(account.numbered(AccountID(account.id.number - above))) }
        try store.forEach(add)
        return found
    }

    /// Takes in an account of another log, before the first message.
    ///
    /// - Parameters:
    ///   - carried: numbered from 1 among those of the service.
    ///   - service: which service that is, for the refusal.
    /// - Returns: whether there is a place for it: none for somebody whom the deployment does not have any more.
    /// - Throws: why the service cannot have it. Nothing is changed then.
    public func carry(_ carried: Account, of service: ServiceID) throws(CarryRefusal) -> Bool {
        precondition(!isWriting, "accounts are taken in before anything is served")
        guard let account = try rules.place(of: carried, of: service, above: above, store) else {
            return false
        }
        let isNew = store.account(account.id) == nil
        do {
            try store.save(account)
        } catch let error as AccountStoreError {
            throw .notStored(error.sentence)
        } catch {
            throw .notStored("\(error)")
        }
        carryOut(rules.carried(account, isNew: isNew, at: loop.now))
        return true
    }

    /// The service is over: nothing fires any more, and what it works with is let go. The store keeps everything.
    public func close() {
        isClosed = true
        // The order of cancelling is not seen by anything.
        for timer in timers.values { loop.cancel(timer) }
        timers = [:]
        (heldWords, waiting, held) = ([], [], nil)
        sessions = OpenTable(blank: [])
        around = Surroundings()
    }

    func identified(_ request: ProviderRequest, as identity: ProviderIdentity?) {
        guard !isClosed else { return }
        if hold.isOn {
            heldWords.append((request, identity))
            hold.keep(Self.wordTag, of: self)
            return
        }
        _ = take(.identified(request, identity))
    }
}
