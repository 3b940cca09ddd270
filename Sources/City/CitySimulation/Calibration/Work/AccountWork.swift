// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityHost
import CityLoop
import CityModel
import CitySlices
import Foundation
import RecordStores
import Synchronization
import TaxiRules
import TaxiService

/// The messages of the account service as work to be measured, on a registry with a SQLite file that holds all accounts.
///
/// Logins, registrations and new passwords hash at the cost of a live service. What needs a session but no hash is sent by
/// people whose passwords were hashed at the least cost, so that ten thousand sessions do not take ten minutes.
final class AccountWork {
    private static let secret = "Calibration1"

    /// What a check of a password costs.
    static let password = CalibrationTable.PasswordCost(
        algorithm: "argon2id13", operations: PasswordCost.interactive.passes,
        memory: Int64(PasswordCost.interactive.kibibytes) * 1024)

    private let size: CalibrationSize
    private let phones: PhoneRegistry
    private let carrier = PhoneBox()
    private let city: SimulatedCity
    private let registry: AccountRegistry
    private let post = PostOffice()
    private var now: CityTime
    /// Accounts whose passwords are hashed at full cost come first.
    private let costly: Int
    private var registrants = 0
    private var logins = 0
    private var phoneLogins = 0
    private var visits = 0

    /// Opens the registry on a city whose passengers have had their rides, and enrolls all accounts.
    init(_ size: CalibrationSize, after taxi: RecordedWork) throws {
        self.size = size
        city = taxi.newCity()
        guard let dispatcher = city.host.service(TaxiMessage.service) as? Dispatcher else {
            preconditionFailure("a city of the calibration has taxis")
        }
        let port = TaxiRolePort(
            dispatcher: dispatcher, firstPassenger: Int32(clamping: size.accounts + 1),
            firstDriver: Int32(clamping: size.drivers + 1))
        var discarded = Measurements()
        try taxi.feed(city, { 0 }, into: &discarded)
        now = city.loop.now
        let folder = try Self.makeFolder()
        // The files stay as long as they are open, and nothing is left of them however the program ends.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let secrets = SystemSecrets()
        let key = RecordKey.drawn()
        let hash = Argon2Hash(cost: .interactive, secrets: secrets)
        registry = AccountRegistry(
            loop: city.loop, log: city.log,
            store: try RecordedAccounts(path: folder + "/accounts.sqlite", key: key, details: port.rules.details),
            port: port,
            hash: hash, tokens: SecretTokens(secrets))
        let sessions = SessionShelf()
        let file = folder + "/phones.sqlite"
        phones = PhoneRegistry(
            loop: city.loop, log: city.log,
            book: try PhoneBook(
                try RecordFile<PhoneAccount>(path: file, key: key),
                logins: try RecordFile<LoginEntry>(path: file, key: key)),
            port: port, numbering: PersonNumbering(.passenger, above: 1_000_000_000), tokens: SecretTokens(secrets))
        phones.onLoop { [carrier] in $0.connect(sessions, carrier: carrier, clients: carrier) }
        costly = min(size.accounts / 2, 1000)
        let full = hash.hash(Self.secret)
        let cheap = Argon2Hash(cost: .reduced, secrets: secrets).hash(Self.secret)
        var refusal: AccountAnswer?
        city.loop.runTurn(at: now) { [registry, post, costly] in
            registry.onLoop { registry in
                registry.connect(AccountRegistry.Surroundings(mailer: post, sessions: sessions))
                for number in 0..<size.accounts {
                    let answer = registry.enroll(
                        Self.form(number), person: Int32(number + 1), password: number < costly ? full : cheap)
                    guard case .active = answer else {
                        refusal = answer
                        return
                    }
                }
            }
        }
        if let refusal { throw CalibrationProblem.accounts("\(refusal)") }
    }

    /// Lets the registry and its files go.
    func end() {
        registry.onLoop { $0.close() }
        phones.end()
        city.loop.tearDown()
    }

    /// A new folder that only this process's user may enter, beside whatever there is.
    static func makeFolder() throws -> String {
        var path = Array((FileManager.default.temporaryDirectory.path + "/cabrank-calibrate-XXXXXX").utf8CString)
        guard mkdtemp(&path) != nil else {
            throw CalibrationProblem.accounts("no folder can be made in \(FileManager.default.temporaryDirectory.path)")
        }
        return String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func form(_ number: Int) -> RegistrationForm {
        var form = RegistrationForm(.passenger)
        form.username = name(number)
        form.email = "\(name(number))@example.org"
        form.name = "Name"
        form.surname = "Surname"
        form.phone = "+39 02 \(number)"
        form.password = secret
        form.passwordRepeat = secret
        return form
    }

    private static func name(_ number: Int) -> String { "person\(number)" }

    // MARK: The works

    /// A person registers and follows the link of the mail: two messages of the kind registration.
    func register(_ clock: HostClock, into measured: inout Measurements) throws {
        let number = size.accounts + registrants
        registrants += 1
        let answer = try send(.register(Self.form(number)), nil, clock, &measured)
        guard case .registered = answer else {
            throw CalibrationProblem.accounts("a registration was answered by \(String(describing: answer))")
        }
        guard let link = post.lastLink else { throw CalibrationProblem.accounts("a registration sent no link") }
        guard case .linkFollowed = try send(.followLink(link), nil, clock, &measured) else {
            throw CalibrationProblem.accounts("the link of a registration was refused")
        }
    }

    /// A person logs in with the right password and out again; every twentieth time the password is wrong.
    func logIn(_ clock: HostClock, into measured: inout Measurements) throws {
        logins += 1
        let name = Self.name(logins % costly)
        if logins.isMultiple(of: 20) {
            let wrong = AccountMessage.login(LoginForm(username: name, password: "Wrong" + Self.secret))
            guard case .loginRefused(.badCredentials) = try send(wrong, nil, clock, &measured) else {
                throw CalibrationProblem.accounts("a wrong password was taken")
            }
        } else {
            _ = try send(.logout, session(of: name, clock, &measured), clock, &measured)
        }
    }

    /// A person whose password was cheap to hash visits: home page, profile, history; every twentieth time an edit, of which
    /// every fourth is given up, and every fiftieth time somebody has forgotten the password. Only the messages of the
    /// kinds profile and logout are measured.
    func visit(_ clock: HostClock, into measured: inout Measurements) throws {
        visits += 1
        var unmeasured = Measurements()
        let session = try session(of: Self.name(costly + visits % (size.accounts - costly)), clock, &unmeasured)
        var messages: [AccountMessage] = [.openDashboard, .viewProfile, .viewHistory(from: nil, to: nil)]
        if visits.isMultiple(of: 20) {
            var edit = ProfileEdit()
            edit.phone = "+39 06 \(visits)"
            edit.address = "Street \(visits)"
            messages += [.draft(edit), visits.isMultiple(of: 80) ? .abandonEdit : .done]
        }
        if visits.isMultiple(of: 50) {
            messages.append(.forgotPassword(email: "\(Self.name(visits % costly))@example.org"))
        }
        for message in messages { _ = try send(message, session, clock, &measured) }
        _ = try send(.logout, session, clock, &measured)
    }

    /// A person sets a new password, at full cost twice: the old one is checked, the new one is hashed.
    func changePassword(_ clock: HostClock, into measured: inout Measurements) throws {
        logins += 1
        var unmeasured = Measurements()
        let session = try session(of: Self.name(logins % costly), clock, &unmeasured)
        let change = PasswordChange(current: Self.secret, new: Self.secret, newRepeat: Self.secret)
        guard case .passwordChanged = try send(.changePassword(change), session, clock, &measured) else {
            throw CalibrationProblem.accounts("a new password was refused")
        }
        _ = try send(.logout, session, clock, &unmeasured)
    }

    /// Somebody asks for a code by SMS and gives it back: two messages of the kind phone login.
    func logInByPhone(_ clock: HostClock, into measured: inout Measurements) throws {
        phoneLogins += 1
        let phone = "+39 333 \(1_000_000 + phoneLogins % size.accounts)"
        try send(.askCode(phone: phone), clock, &measured)
        guard let code = carrier.code else { throw CalibrationProblem.accounts("a phone got no code") }
        try send(.giveCode(phone: phone, code: code), clock, &measured)
        guard carrier.isLoggedIn else { throw CalibrationProblem.accounts("the code of a phone was refused") }
    }

    private func send(_ message: PhoneMessage, _ clock: HostClock, _ measured: inout Measurements) throws {
        let time = try step()
        let envelope = Envelope(message, from: .visitor(1), source: 0x7F00_0001)
        let begin = clock()
        city.loop.runTurn(at: time) { phones.serve(envelope, session: nil) }
        let end = clock()
        measured.add(message.kind, end - begin)
    }

    private func session(
        of name: String, _ clock: HostClock, _ measured: inout Measurements
    ) throws -> Session {
        let form = LoginForm(username: name, password: Self.secret)
        let answer = try send(.login(form), nil, clock, &measured)
        guard case .loggedIn(let session) = answer else {
            throw CalibrationProblem.accounts("a login was answered by \(String(describing: answer))")
        }
        return session
    }

    /// Sends a message a minute after the one before, so that nobody is held back, and times its turn.
    private func send(
        _ message: AccountMessage, _ session: Session?, _ clock: HostClock, _ measured: inout Measurements
    ) throws -> AccountAnswer? {
        let (loop, now) = (city.loop, try step())
        let envelope = Envelope(
            message, from: .visitor(1), token: session?.token, source: 0x7F00_0001)
        var answer: AccountAnswer?
        let begin = clock()
        loop.runTurn(at: now) { answer = registry.receive(message, of: envelope, session: session) }
        let end = clock()
        measured.add(message.kind, end - begin)
        return answer
    }

    /// The time of the next message.
    private func step() throws -> CityTime {
        now = now + .seconds(60)
        while let next = city.loop.nextTime, next < now, try city.loop.runOneTurn(until: now) {}
        return now
    }
}

/// Takes mails and keeps the link of the last one.
private final class PostOffice: Mailer {
    private let link = Mutex<Token?>(nil)

    var lastLink: Token? { link.withLock { $0 } }

    func send(_ mail: Mail) {
        if let token = mail.link { link.withLock { $0 = token } }
    }
}

/// The phones of everybody: keeps the last code, and whether the last one given back opened a session.
private final class PhoneBox: SmsCarrier, PhoneClients {
    private let last = Mutex<(code: String?, isLoggedIn: Bool)>((nil, false))

    var code: String? { last.withLock { $0.code } }
    var isLoggedIn: Bool { last.withLock { $0.isLoggedIn } }

    func send(_ sms: Sms, _ unreachable: @escaping @Sendable () -> Void) { last.withLock { $0.code = sms.code } }

    func notify(_ connection: Connection, _ answer: PhoneAnswer) {
        last.withLock { if case .loggedIn = answer { $0.isLoggedIn = true } else { $0.isLoggedIn = false } }
    }
}

/// Keeps the open sessions of accounts, as the gateway does.
private final class SessionShelf: SessionGateway {
    private let open = Mutex<[Token: AccountID]>([:])

    func open(_ session: Session) { open.withLock { $0[session.token] = session.account } }
    func close(_ token: Token) { open.withLock { _ = $0.removeValue(forKey: token) } }
    func closeSessions(of account: AccountID) { open.withLock { open in open = open.filter { $0.value != account } } }
    func restrict(_ account: AccountID, mustChangePassword: Bool) {}
}
