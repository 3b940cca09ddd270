// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityLoop
public import CityModel
public import EventLog

/// Brings SMS to phones: a carrier outside the city's services (ACCOUNT-SMS-02).
public protocol SmsCarrier: AnyObject, Sendable {
    /// Takes an SMS. Called on the loop; returns at once. A carrier that knows that it cannot reach the phone says so later,
    /// on the loop, with `unreachable`.
    func send(_ sms: Sms, _ unreachable: @escaping @Sendable () -> Void)
}

/// The service of accounts by phone: a thin shell around `PhoneRules`.
///
/// A service of the city's host like any other: it opens sessions at the gateway, and tells the service that the accounts are
/// for. It has no timers: what is too old is found so when it is looked at.
public final actor PhoneRegistry: CityActor, CityService, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// "phones".
    nonisolated public let id = ServiceID.phones
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
    private var isClosed = false

    /// Opens the registry with the accounts of its book.
    public init(
        loop: CityLoop, log: EventLog, book: PhoneBook, port: any RolePort, numbering: PhoneNumbering,
        tokens: any TokenSource, parameters: PhoneParameters = PhoneParameters()
    ) {
        self.loop = loop
        self.log = log.channel(PhoneEvent.self)
        self.book = book
        self.port = port
        rules = PhoneRules(numbering, parameters: parameters, tokens: tokens)
    }

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

    // MARK: The host's calls

    /// Takes a client's message.
    nonisolated public func serve(_ envelope: Envelope, session: Session?) {
        guard let message = envelope.message as? PhoneMessage else { return }
        onLoop { $0.take(message, Sender(envelope), session) }
    }

    private func take(_ message: PhoneMessage, _ sender: Sender, _ session: Session?) {
        guard !isClosed else { return }
        carryOut(
            rules.receive(message, from: sender, session: session, accounts: book, port: port, at: loop.now))
    }

    private func undelivered(_ sms: Sms) {
        guard !isClosed else { return }
        carryOut(rules.undelivered(sms, accounts: book, at: loop.now))
    }

    /// There are no optional parts.
    nonisolated public func isOn(_ module: ModuleName) -> Bool { false }
    /// There are no timers.
    nonisolated public func holdTimers() {}
    /// There are no timers.
    nonisolated public func restartTimers() {}
    /// There are no timers.
    nonisolated public func releaseTimers() -> Int { 0 }

    /// Ends the service at the end of a run.
    nonisolated public func end() { onLoop { $0.close() } }

    private func close() {
        isClosed = true
        (gateway, carrier, clients) = (nil, nil, nil)
    }

    // MARK: Carrying out

    private func carryOut(_ directives: [PhoneDirective]) {
        for directive in directives {
            switch directive {
            case .save(let account, let otherwise):
                guard isDone({ try book.save(account) }) else { return carryOut(otherwise) }
            case .remove(let id, let pseudonym, let otherwise):
                guard isDone({ try book.remove(id, pseudonym: pseudonym) }) else { return carryOut(otherwise) }
                erased = 1
            case .note(let event): log.note(event)
            case .send(let sms):
                carrier?.send(sms) { [self] in onLoop { $0.undelivered(sms) } }
            case .answer(let connection, let answer): clients?.tell(connection, answer)
            case .logLogin(let account, let source, let isSuccess, let time):
                let row = LoginRow(time: loop.now, account: account, source: source, isSuccess: isSuccess)
                _ = isDone { try book.add(row, dropBefore: time) }
            case .openSession(let session, let client):
                sessions[sessions.place(opening: session.account.number)] += 1
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
    }

    private func leave(_ session: Session) {
        guard let place = sessions.place(of: session.account.number) else { return }
        sessions[place] -= 1
        guard sessions[place] <= 0 else { return }
        sessions.close(session.account.number)
        port.sessionEnded(session.role)
    }

    private func isDone(_ work: () throws -> Void) -> Bool {
        do {
            try work()
            return true
        } catch {
            bookFailure = bookFailure ?? error
            return false
        }
    }
}
