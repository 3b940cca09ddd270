// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import Foundation
import RecordStores
import Synchronization
import TaxiRules
import TaxiService

/// A live city on an input log: `KilledService FOLDER live beside serve 0` serves its people, who are tasks on other threads, until
/// somebody kills it, and writes a line for whatever one of them was answered or told. `KilledService FOLDER live beside check 0` takes the
/// log up and holds it against all those lines.
final class KilledLive {
    private static let passengers: ClosedRange<Int32> = 1...6
    private static let drivers: ClosedRange<Int32> = 1...3
    private static let meeting = EnteredPlace(source: .address, place: Place(metresEast: 400, north: 500))

    private let folder: String
    private let host: CityHost
    private let client: CityClient
    private let list = TaxiFacts()

    init(folder: String) throws {
        self.folder = folder
        let store = try RecordFile<StoredInput>(
            path: folder + "/input.sqlite", key: RecordKey(digits: String(repeating: "7", count: 64)))
        host = CityHost(start: try LiveInputs.start(of: store) ?? .seconds(8 * 3600), observers: [list])
        let layout = GridLayout(
            rows: 1, columns: 1, side: .metres(1000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456))
        let dispatcher = Dispatcher(
            loop: host.loop, log: host.log, layout: layout, travel: StraightRouter(freeSpeed: 10, circuity: 1),
            policy: FirstInQueue(), parameters: TaxiParameters(),
            taxis: Self.drivers.map { TaxiRegistration(seats: 4, licence: $0, plate: $0) })
        host.add(dispatcher)
        let roles = TaxiRolePort(dispatcher: dispatcher, firstPassenger: 1, firstDriver: 1)
        let secrets = SystemSecrets()
        let inputs = LiveInputs(
            of: host, in: store, origin: LogOrigin(build: "test", city: "one square"), types: [TaxiMessage.self],
            secrets: secrets, hash: Argon2Hash(cost: .reduced, secrets: secrets),
            writing: WorkPool(threads: 1, waits: false))
        var parameters = AccessParameters(
            gateway: GatewayParameters(), times: NoTimes(), store: MemoryAccountStore(details: roles.rules.details),
            roles: roles, hash: inputs.hash, tokens: inputs.secrets)
        (parameters.inputs, parameters.pool) = (inputs, WorkPool(threads: 2, waits: false))
        parameters.hold = dispatcher.timerHold
        let access = host.open(parameters)
        client = CityClient(
            loop: host.loop, gateway: access.gateway, layout: layout, notices: TaxiNotices(dispatcher))
        access.connect(client)
        for number in Self.passengers { Self.enroll(.passenger, number, in: access.registry, inputs.hash) }
        for number in Self.drivers { Self.enroll(.driver, number, in: access.registry, inputs.hash) }
        try access.takeUp()
    }

    private static func enroll(
        _ type: RoleName, _ number: Int32, in registry: AccountRegistry, _ hash: any PasswordHash
    ) {
        var form = RegistrationForm(type)
        (form.username, form.email) = ("\(type)\(number)", "\(type)\(number)@example.org")
        (form.name, form.surname) = ("Ada", "Byron")
        if type == .driver {
            (form.address, form.phone) = ("Via Dante 1", "+39 02 \(number)")
            (form.licence, form.licenceExpiry, form.plate, form.seats) = (
                number, CivilDate(2030, 1, 1), "AB\(number)", 4
            )
        }
        registry.onLoop { [form] in _ = $0.enroll(form, person: number, password: hash.hash("Passw0rd1")) }
    }

    // MARK: Serving

    /// Serves until it is killed.
    func serve() throws {
        // The time that it was away: what fell due is done.
        try host.loop.run(until: host.loop.now + .seconds(2))
        let tokens = try lines().filter { $0.first == "token" }
        func token(_ type: RoleName, _ number: Int32) -> Token? {
            guard let line = tokens.last(where: { $0[1] == "\(type)\(number)" }), let high = UInt64(line[2]),
                let low = UInt64(line[3])
            else { return nil }
            return Token(high: high, low: low)
        }
        let client = client
        for number in Self.passengers {
            let known = token(.passenger, number)
            let life: @Sendable () async throws -> Void = { try await Self.ride(client, number, known) }
            Self.begin("passenger\(number)", life)
        }
        for number in Self.drivers {
            let known = token(.driver, number)
            let life: @Sendable () async throws -> Void = { try await Self.drive(client, number, known) }
            Self.begin("driver\(number)", life)
        }
        try host.loop.run(pace: .wall)
    }

    /// Begins a life on other threads than the city's.
    private static func begin(_ who: String, _ life: @escaping @Sendable () async throws -> Void) {
        Task.detached {
            do {
                try await life()
            } catch {
                say("error", who, "\(error)")
            }
        }
    }

    private static func logIn(_ client: CityClient, _ name: String, _ known: Token?) async throws -> Token {
        if let known { return known }
        let token = try await client.loop.ask {
            try await client.login(LoginForm(username: name, password: "Passw0rd1"))
        }
        say("token", name, "\(token.high)", "\(token.low)")
        return token
    }

    /// A passenger calls, reads what is told, and gives the taxi up again.
    private static func ride(_ client: CityClient, _ number: Int32, _ known: Token?) async throws {
        let token = try await logIn(client, "passenger\(number)", known)
        var last: Int64 = 0
        while true {
            do {
                let request = try await client.loop.ask { try await client.placeCall(token, at: meeting, travelers: 1) }
                say("call", "\(number)", "\(request.number)")
                let from = last
                let read = try await client.loop.ask { try await client.notices(token, after: from) }
                for told in read.news { say("notice", "\(number)", "\(told.number)", "\(told.news)") }
                last = read.last
                try await client.loop.ask { try await client.abandon(token, request) }
            } catch CallError.refused(.alreadyWaiting), CallError.refused(.alreadyTraveling) {
                // What the process before had taken is still under way: it is given up.
                let open = last
                let read = try await client.loop.ask { try await client.notices(token, after: open) }
                for told in read.news { say("notice", "\(number)", "\(told.number)", "\(told.news)") }
                last = read.last
                for told in read.news {
                    guard case .call(.stored(let request)) = told.news as? PassengerNotice else { continue }
                    try await client.loop.ask { try await client.abandon(token, request) }
                }
            }
        }
    }

    /// A driver is in service and takes every offer.
    private static func drive(_ client: CityClient, _ number: Int32, _ known: Token?) async throws {
        let token = try await logIn(client, "driver\(number)", known)
        try await client.loop.ask {
            try await client.updateLocation(token, latitude: 45.46, longitude: 9.19)
            if try await client.getStatus(token) == .offShift { try await client.setStatus(token, inService: true) }
        }
        while true {
            let offer = try await client.loop.ask { try await client.nextOffer(token) }
            do {
                _ = try await client.loop.ask { try await client.answer(token, offer.id, accept: true) }
                say("accepted", "\(number)", "\(offer.id.number)")
            } catch OfferError.notPending {
                continue
            }
        }
    }

    /// One line, in one write: it is out when this returns.
    private static func say(_ words: String...) {
        FileHandle.standardOutput.write(Data((words.joined(separator: "\t") + "\n").utf8))
    }

    // MARK: Checking

    /// The words of all lines that the processes before wrote. The last line of each may be cut off.
    private func lines() throws -> [[String]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("said-") }
            .sorted()
        return try names.flatMap { name in
            let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
            let whole = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            return whole.map { $0.split(separator: "\t").map(String.init) }
        }
    }

    /// The notices of a session's person that are kept.
    private func kept(of token: Token) -> [Int64: String] {
        let reading = Reading()
        host.loop.runTurn(at: host.loop.now) {
            // Who was told nothing yet waits on, until the loop is torn down.
            host.loop.start("reader", endless: true) { [client] in
                let read = try await client.notices(token, after: 0)
                reading.put(Dictionary(uniqueKeysWithValues: read.news.map { ($0.number, "\($0.news)") }))
            }
        }
        return reading.found
    }

    /// Whether all that was said is in the city, once. Writes what is not, then how much was looked at.
    func check() throws -> Bool {
        var problems: [String] = []
        host.log.flush()
        let (stored, accepted) = (list.stored, list.accepted)
        if Set(stored.map(\.request)).count != stored.count { problems.append("a request was stored twice") }
        if Set(accepted).count != accepted.count { problems.append("an offer was accepted twice") }
        var notices: [String: [Int64: String]] = [:]
        let told = try lines()
        var tokens: [String: Token] = [:]
        for line in told where line[0] == "token" {
            guard let high = UInt64(line[2]), let low = UInt64(line[3]) else { continue }
            tokens[line[1]] = Token(high: high, low: low)
        }
        for (name, token) in tokens.sorted(by: { $0.key < $1.key }) {
            guard client.onLoop({ $0.session(of: token) }) != nil else {
                problems.append("\(name) is logged out")
                continue
            }
            notices[name] = kept(of: token)
        }
        var counts: [String: Int] = [:]
        for line in told {
            counts[line[0], default: 0] += 1
            switch line[0] {
            case "call" where !stored.contains { "\($0.passenger)" == line[1] && "\($0.request)" == line[2] }:
                problems.append("lost: \(line)")
            case "accepted" where !accepted.contains { "\($0)" == line[2] }: problems.append("lost: \(line)")
            case "notice":
                guard let number = Int64(line[2]), let known = notices["passenger\(line[1])"] else { continue }
                // The newest hundred are kept.
                if let word = known[number], word != line[3] { problems.append("told otherwise: \(line), \(word)") }
                if known[number] == nil, number > (known.keys.min() ?? .max) { problems.append("not told: \(line)") }
            case "error": problems.append("\(line)")
            default: break
            }
        }
        for problem in problems { print(problem) }
        let kinds = ["call", "notice", "accepted", "token"]
        print("checked", kinds.map { "\(counts[$0] ?? 0) \($0)" }.joined(separator: ", "))
        return problems.isEmpty
    }
}

/// What somebody was told, left by a task of the loop.
private final class Reading: Sendable {
    private let notices = Mutex<[Int64: String]>([:])
    var found: [Int64: String] { notices.withLock { $0 } }
    func put(_ found: [Int64: String]) { notices.withLock { $0 = found } }
}

/// What requests were stored, and which offers accepted.
private final class TaxiFacts: EventObserver {
    private(set) var stored: [(request: Int32, passenger: Int32)] = []
    private(set) var accepted: [Int32] = []

    func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { [unowned self] batch in for index in batch.indices { take(batch[index].event) } }
    }

    private func take(_ event: TaxiEvent) {
        if case .requestStored(let request, let passenger, _, _, _, _) = event {
            stored.append((request.number, passenger.number))
        } else if case .offerAccepted(let offer, _, _) = event {
            accepted.append(offer.number)
        }
    }
}
