// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityLoop
public import CityModel

/// Brings SMS to phones: a carrier outside the city's services (ACCOUNT-SMS-02).
public protocol SmsCarrier: AnyObject, Sendable {
    /// Takes an SMS. Called on the loop; returns at once. A carrier that knows that it cannot reach the phone says so later,
    /// on the loop, with `unreachable`.
    func send(_ sms: Sms, _ unreachable: @escaping @Sendable () -> Void)
}

/// The service of accounts by phone: a thin shell around `PhoneRules`.
///
/// A service of the city's host like any other: it opens sessions at the gateway, and notifies the service that the accounts are
/// for. It has no timers: what is too old is found so when it is looked at.
public final actor PhoneRegistry: CityActor, UnheldService, DirectService, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// "phones".
    nonisolated public let id = ServiceID.phones
    /// What the accounts' persons are in their service.
    nonisolated private let role: RoleName
    /// The accounts.
    nonisolated public let book: PhoneBook
    /// The first failure of the book that no client was told of, for the operator; nil while all went well.
    public private(set) var bookFailure: (any Error)?

    private var rules: PhoneRules
    private let log: EventChannel<PhoneEvent>
    private let port: any RolePort
    private var gateway: (any SessionGateway)?
    private var carrier: (any SmsCarrier)?
    private weak var clients: (any PhoneClients)?
    /// How many sessions each account has open.
    private var sessions = OpenTable(blank: Int32(0))
    private var erased = 0
    /// The newest texts, the oldest first: of others no report of a carrier counts.
    private var texts: [Sms] = []
    private static let mostTexts = 1000
    private var isClosed = false
    private let writer: RecordWriter
    /// Whether something is being written, and what waits for that.
    private var isWriting = false
    private var waiting: [PhoneStep] = []
    /// The answer to the message that was served last.
    private var held: HeldAnswer?

    /// Opens the registry with the accounts of its book. `writer` writes them beside the loop; nil to write in the message's turn.
    public init(
        loop: CityLoop, log: EventLog, book: PhoneBook, port: any RolePort, numbering: PersonNumbering,
        tokens: any TokenSource, parameters: PhoneParameters = PhoneParameters(), writer: RecordWriter? = nil
    ) {
        self.writer = writer ?? RecordWriter(loop)
        self.loop = loop
        self.log = log.channel(PhoneEvent.self)
        self.book = book
        self.port = port
        role = numbering.role
        rules = PhoneRules(numbering, parameters: parameters, tokens: tokens)
    }

    /// Whether accounts here have this part in their service.
    nonisolated public func serves(_ role: RoleName) -> Bool { role == self.role }

    /// Connects what the registry works with, before the first message: where sessions are kept, who brings SMS, who takes
    /// answers. Clients are kept weakly.
    public func connect(
        _ gateway: any SessionGateway, carrier: any SmsCarrier, clients: any PhoneClients
    ) {
        self.gateway = gateway
        self.carrier = carrier
        self.clients = clients
    }

    /// Adds the account of a person at once, for populations that exist before a run.
    ///
    /// - Throws: `PhoneTaken`, or what kept the account from being durable.
    public func enroll(_ phone: PhoneNumber, person: Int32) throws {
        let id = rules.numbering.account(of: person)
        try book.save(PhoneAccount(id: id, phone: phone, created: loop.now))
    }

    // MARK: To another log

    /// All accounts by rising number, each numbered from 1 as its person is.
    public func accountsToCarry() -> [PhoneAccount] {
        book.all.map {
            PhoneAccount(id: AccountID($0.id.number - rules.numbering.above), phone: $0.phone, created: $0.created)
        }
    }

    /// Takes in an account of another log, before the first message.
    ///
    /// - Parameter carried: numbered from 1, as its person is.
    /// - Throws: why the city cannot have it. Nothing is changed then.
    public func carry(_ carried: PhoneAccount) throws(CarryRefusal) {
        let id = try rules.numbering.place(of: carried.id) { book.account($0) == nil }
        do {
            try book.save(PhoneAccount(id: id, phone: carried.phone, created: carried.created))
        } catch is PhoneTaken {
            throw .notStored("the phone has another account")
        } catch {
            throw .notStored("\(error)")
        }
    }

    // MARK: The host's calls

    /// Takes a client's message.
    nonisolated public func serve(_ envelope: Envelope, session: Session?) {
        guard let message = envelope.message as? PhoneMessage else { return }
        onLoop { registry in
            registry.held = registry.writer.isInTurn ? nil : HeldAnswer()
            registry.take(.message(message, Sender(envelope), session, registry.held))
        }
    }

    /// The answer to the message that was served last, when it waits for what is being written.
    nonisolated public var heldAnswer: HeldAnswer? { onLoop { $0.held } }

    /// What carriers report.
    nonisolated public var directMessage: any RecordedInput.Type { PhoneReport.self }

    /// Takes a carrier's report.
    nonisolated public func hear(_ message: any RecordedInput) {
        guard case .undelivered(let number) = message as? PhoneReport else { return }
        onLoop { registry in
            if let sms = registry.texts.last(where: { $0.number == number }) { registry.undelivered(sms) }
        }
    }

    /// Whether the text of this number was sent lately.
    public func hasSent(_ number: Int32) -> Bool { texts.contains { $0.number == number } }

    private func undelivered(_ sms: Sms) { take(.undelivered(sms)) }

    /// Takes a step, or keeps it until what is being written is durable: one step after the other, since each looks at the
    /// accounts that the one before may have changed, and may yet fail to.
    private func take(_ step: PhoneStep) {
        guard !isClosed else { return }
        guard !isWriting, waiting.isEmpty else { return waiting.append(step) }
        begin(step)
    }

    private func begin(_ step: PhoneStep) {
        switch step {
        case .message(let message, let sender, let session, let held):
            carryOut(
                rules.receive(message, from: sender, session: session, accounts: book, port: port, at: loop.now)[...],
                held)
        case .undelivered(let sms): carryOut(rules.undelivered(sms, accounts: book, at: loop.now)[...], nil)
        }
    }

    /// Ends the service at the end of a run.
    nonisolated public func end() { onLoop { $0.close() } }

    private func close() {
        isClosed = true
        (gateway, carrier, clients) = (nil, nil, nil)
        (waiting, held) = ([], nil)
    }

    // MARK: Carrying out

    private func carryOut(_ directives: ArraySlice<PhoneDirective>, _ held: HeldAnswer?) {
        for index in directives.indices {
            let rest = directives[(index + 1)...]
            switch directives[index] {
            case .save(let account, let otherwise):
                do {
                    return write(
                        try book.saving(account), { $0.book.put(account) }, { _ in }, rest, otherwise, held)
                } catch {
                    bookFailure = bookFailure ?? error
                    return carryOut(otherwise[...], held)
                }
            case .remove(let id, let pseudonym, let otherwise):
                let done: Change = { registry in
                    registry.book.drop(id)
                    registry.erased = 1
                }
                return write(book.removing(id, pseudonym: pseudonym), done, { _ in }, rest, otherwise, held)
            case .logLogin(let account, let source, let isSuccess, let time):
                let row = LoginRow(time: loop.now, account: account, source: source, isSuccess: isSuccess)
                return write(
                    book.adding(row, dropBefore: time), { _ in }, { $0.book.undoLogin() }, rest, Array(rest), held)
            case .note(let event): log.note(event)
            case .send(let sms):
                texts.append(sms)
                if texts.count > 2 * Self.mostTexts { texts.removeFirst(Self.mostTexts) }
                carrier?.send(sms) { [self] in onLoop { $0.undelivered(sms) } }
            case .answer(let connection, let answer): clients?.notify(connection, answer)
            case .openSession(let session, let client):
                sessions[sessions.index(opening: session.account.number)] += 1
                gateway?.open(session)
                port.sessionBegan(session.role, client)
            case .closeSession(let session):
                gateway?.close(session.token)
                leave(session)
            case .forget(let id, let role):
                if sessions.close(id.number) != nil {
                    gateway?.closeSessions(of: id)
                    port.sessionEnded(role)
                }
                erased += port.leave(role) + port.forget(role)
            case .noteErased(let id):
                log.note(.phoneAccountDeleted(account: id, erased: Int32(clamping: erased)))
            }
        }
        held?.give()
    }

    private typealias Change = @Sendable (isolated PhoneRegistry) -> Void

    /// Writes, then goes on with the rest, or with the others when it cannot be made durable. Other steps wait meanwhile.
    private func write(
        _ writes: [RecordWrite], _ done: @escaping Change, _ undo: @escaping Change,
        _ rest: ArraySlice<PhoneDirective>, _ otherwise: [PhoneDirective], _ held: HeldAnswer?
    ) {
        isWriting = true
        writer.write(writes) { [self] outcome in
            onLoop { registry in
                registry.isWriting = false
                guard !registry.isClosed else { return }
                let failure = outcome.refused?.error
                registry.bookFailure = registry.bookFailure ?? failure ?? outcome.failure
                if failure == nil { done(registry) } else { undo(registry) }
                registry.carryOut(failure == nil ? rest : otherwise[...], held)
                while !registry.isWriting, !registry.waiting.isEmpty { registry.begin(registry.waiting.removeFirst()) }
            }
        }
    }

    private func leave(_ session: Session) {
        guard let slot = sessions.index(of: session.account.number) else { return }
        sessions[slot] -= 1
        guard sessions[slot] <= 0 else { return }
        sessions.close(session.account.number)
        port.sessionEnded(session.role)
    }
}

/// What the registry is asked to do.
private enum PhoneStep: Sendable {
    /// A client's message, and the answer that the gateway holds back.
    case message(PhoneMessage, Sender, Session?, HeldAnswer?)
    /// The carrier could not reach a phone.
    case undelivered(Sms)
}
