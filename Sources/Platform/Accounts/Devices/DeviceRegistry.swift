// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityLoop
public import CityModel

/// The service of accounts by device: a thin shell around `DeviceRules`, which hashes identifiers before anything else sees them
/// (ACCOUNT-TRIP-R1, -02).
///
/// A service of the city's host like any other: it opens sessions at the gateway. It has no timers.
public final actor DeviceRegistry: CityActor, UnheldService, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// "devices".
    nonisolated public let id = ServiceID.devices
    /// What the accounts' persons are in their service.
    nonisolated private let role: RoleName
    /// The accounts.
    nonisolated public let book: DeviceBook
    /// The first failure of the book, for the operator; nil while all went well.
    public private(set) var bookFailure: (any Error)?

    private var rules: DeviceRules
    private let key: IdentifierKey
    private let log: EventChannel<DeviceEvent>
    private var gateway: (any SessionGateway)?
    private weak var clients: (any DeviceClients)?
    private var isClosed = false
    private let writer: RecordWriter
    /// Whether an account is being written, and what waits for that.
    private var isWriting = false
    private var waiting: [DeviceStep] = []
    /// The answer to the message that was served last.
    private var held: HeldAnswer?

    /// Opens the registry with the accounts of its book, whose identifiers were hashed with this key. `writer` writes them beside the
    /// loop; nil to write in the message's turn.
    public init(
        loop: CityLoop, log: EventLog, book: DeviceBook, key: IdentifierKey, numbering: PersonNumbering,
        tokens: any TokenSource, writer: RecordWriter? = nil
    ) {
        self.loop = loop
        self.log = log.channel(DeviceEvent.self)
        (self.book, self.key) = (book, key)
        self.writer = writer ?? RecordWriter(loop)
        role = numbering.role
        rules = DeviceRules(numbering, tokens: tokens)
    }

    /// Whether accounts here have this part in their service.
    nonisolated public func serves(_ role: RoleName) -> Bool { role == self.role }

    /// Connects where sessions are kept, and who takes answers, before the first message. Clients are kept weakly.
    public func connect(_ gateway: any SessionGateway, clients: any DeviceClients) {
        self.gateway = gateway
        self.clients = clients
    }

    // MARK: To another log

    /// All accounts by rising number, each numbered from 1 as its person is.
    public func accountsToCarry() -> [DeviceAccount] {
        book.all.map {
            DeviceAccount(id: AccountID($0.id.number - rules.numbering.above), hash: $0.hash, created: $0.created)
        }
    }

    /// Takes in an account of another log under the same key, before the first message.
    ///
    /// - Parameter carried: numbered from 1, as its person is.
    /// - Throws: why the city cannot have it. Nothing is changed then.
    public func carry(_ carried: DeviceAccount) throws(CarryRefusal) {
        let id = try rules.numbering.place(of: carried.id) { book.account($0) == nil }
        guard book.account(carried.hash) == nil else { throw .notStored("the device has another account") }
        do {
            try book.save(DeviceAccount(id: id, hash: carried.hash, created: carried.created))
        } catch {
            throw .notStored("\(error)")
        }
    }

    // MARK: The host's calls

    /// Takes a client's message.
    nonisolated public func serve(_ envelope: Envelope, session: Session?) {
        guard let message = envelope.message as? DeviceSessionMessage else { return }
        let step = DeviceStep(
            request: DeviceStep.Request(message, key), sender: Sender(envelope), session: session)
        onLoop { registry in
            registry.held = registry.writer.isInTurn ? nil : HeldAnswer()
            registry.take(step.answered(by: registry.held))
        }
    }

    /// The answer to the message that was served last, when it waits for what is being written.
    nonisolated public var heldAnswer: HeldAnswer? { onLoop { $0.held } }

    /// Ends the service at the end of a run.
    nonisolated public func end() { onLoop { $0.close() } }

    private func close() {
        isClosed = true
        (gateway, clients) = (nil, nil)
        (waiting, held) = ([], nil)
    }

    // MARK: Carrying out

    /// Takes a step, or keeps it until the account that is being written is durable: a second device of the same new user must not
    /// make a second account.
    private func take(_ step: DeviceStep) {
        guard !isClosed else { return }
        guard !isWriting, waiting.isEmpty else { return waiting.append(step) }
        begin(step)
    }

    private func begin(_ step: DeviceStep) {
        switch step.request {
        case .open(let hash):
            carryOut(rules.open(hash, from: step.sender, accounts: book, at: loop.now)[...], step.held)
        case .close: carryOut(rules.close(step.session, from: step.sender)[...], step.held)
        }
    }

    private func carryOut(_ directives: ArraySlice<DeviceDirective>, _ held: HeldAnswer?) {
        for index in directives.indices {
            switch directives[index] {
            case .save(let account, let otherwise):
                return save(account, directives[(index + 1)...], otherwise, held)
            case .note(let event): log.note(event)
            case .answer(let connection, let answer): clients?.notify(connection, answer)
            case .openSession(let session):
                gateway?.open(session)
                carryOut(rules.began(session)[...], nil)
            case .closeSession(let session): gateway?.close(session.token)
            }
        }
        held?.give()
    }

    /// Writes a new account, then goes on with the rest, or with the others when it cannot be made durable.
    private func save(
        _ account: DeviceAccount, _ rest: ArraySlice<DeviceDirective>, _ otherwise: [DeviceDirective],
        _ held: HeldAnswer?
    ) {
        isWriting = true
        writer.write(book.saving(account)) { [self] outcome in
            onLoop { registry in
                registry.isWriting = false
                guard !registry.isClosed else { return }
                let failure = outcome.refused?.error
                registry.bookFailure = registry.bookFailure ?? failure
                if failure == nil { registry.book.put(account) }
                registry.carryOut(failure == nil ? rest : otherwise[...], held)
                while !registry.isWriting, !registry.waiting.isEmpty { registry.begin(registry.waiting.removeFirst()) }
            }
        }
    }
}

/// What the registry is asked to do, with the answer that the gateway holds back.
private struct DeviceStep: Sendable {
    /// A message whose identifier is hashed.
    enum Request: Sendable {
        case open(IdentifierHash?)
        case close

        init(_ message: DeviceSessionMessage, _ key: IdentifierKey) {
            switch message {
            case .open(let text): self = .open(CloudIdentifier(text).map { key.hash($0) })
            case .close: self = .close
            }
        }
    }

    let request: Request
    let sender: Sender
    let session: Session?
    var held: HeldAnswer?

    func answered(by held: HeldAnswer?) -> DeviceStep {
        var step = self
        step.held = held
        return step
    }
}
