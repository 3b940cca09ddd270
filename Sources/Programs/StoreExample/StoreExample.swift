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
import StoreCodes
import StoreRules
import StoreService
import Synchronization

/// A live store service with one store, on encrypted files: `StoreExample FOLDER`, with the key in `CABRANK_KEY_FILE` or
/// `CABRANK_KEY`. Ends with 2 when the key is missing or wrong.
///
/// A manager and a shopper talk to it from tasks on other threads than the city's. What a carrier would send to the shopper's
/// phone stays in the program; the ticket is left in the folder as `ticket.svg`.
@main
struct StoreExample {
    static func main() {
        guard let folder = CommandLine.arguments.dropFirst().first else { end("StoreExample FOLDER", with: 2) }
        do {
            try run(in: folder)
        } catch let error as RecordKeyError {
            end("\(error)", with: RecordKeyError.exitCode)
        } catch {
            end("\(error)", with: 1)
        }
    }

    private static func end(_ problem: String, with code: Int32) -> Never {
        FileHandle.standardError.write(Data("error: \(problem)\n".utf8))
        exit(code)
    }

    private static func run(in folder: String) throws {
        let key = try RecordKey.read(ProcessInfo.processInfo.environment)
        let files = try StoreFiles(folder: folder, key: key)
        // Monday at 10 o'clock, whatever the clock on the wall says.
        let host = CityHost(start: .seconds(4 * 86_400 + 10 * 3600))
        let (secrets, phone) = (SystemSecrets(), Phone())
        var parameters = LiveStores.Parameters()
        parameters.managers = [manager]
        // Passwords are worked with, and files written, on other threads than the city's.
        let writing = WorkPool(threads: 3, waits: false)
        (parameters.pool, parameters.writing) = (WorkPool(threads: 1, waits: false), writing)
        let stores = try LiveStores(
            in: host, parameters, files: files, codes: SecretCodes(secrets), secrets: secrets,
            hash: Argon2Hash(cost: .interactive, secrets: secrets), times: NoTimes())
        let client = CityClient(
            loop: host.loop, gateway: stores.access.gateway,
            layout: GridLayout(
                rows: 1, columns: 1, side: .metres(1000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456)))
        try stores.connect(client, carrier: phone)
        var form = RegistrationForm(.staff)
        (form.username, form.email, form.name, form.surname) = ("ada1", "ada@example.org", "Ada", "Byron")
        stores.enroll(manager, form, password: password)

        let loop = host.loop
        let problem = Mutex<(any Error)?>(nil)
        let outcome = Outcome(problem: problem)
        Task.detached {
            do {
                let store = try await loop.ask { try await Self.open(client) }
                try await loop.ask { try await Self.shop(client, at: store, phone, folder) }
            } catch {
                outcome.problem.withLock { $0 = error }
            }
            loop.stop()
        }
        // A hundred times as fast as the clock on the wall; `.wall` is the pace of a real service.
        try loop.run(pace: .scaled(100))
        host.close(at: loop.now)
        loop.tearDown()
        writing.waitForAll()
        if let problem = outcome.problem.withLock({ $0 }) { throw problem }
    }

    private static let manager = StaffID(1)
    private static let password = "Passw0rd1"

    /// What the manager does: adds a store.
    private static func open(_ city: CityClient) async throws -> StoreID {
        let token = try await city.loginStaff(LoginForm(username: "ada1", password: password))
        let settings = StoreSettings(limit: 3, quotas: ClassCounts(normal: 2, booking: 1))
        let store = try await city.addStore(
            token, StoreForm(name: "corner shop", place: Place(metresEast: 400, north: 500), settings: settings))
        print("the manager opens store \(store)")
        return store
    }

    /// What the shopper does: signs in by phone, joins the queue, shows the code at the gate, shops and leaves.
    private static func shop(_ city: CityClient, at store: StoreID, _ phone: Phone, _ folder: String) async throws {
        let number = "+39 333 1234567"
        try await city.askCode(phone: number)
        let token = try await city.login(phone: number, code: phone.code)
        let receipt = try await city.join(token, store)
        try QRImage(receipt.code).svg.write(toFile: folder + "/ticket.svg", atomically: true, encoding: .utf8)
        while true {
            if case .called = try await city.nextNotice(token) { break }
        }
        print("the shopper is called")
        _ = try await city.scanIn(receipt.code, at: store)
        try await city.loop.sleep(for: .minutes(2))
        _ = try await city.scanOut(receipt.code, at: store)
        let visits = try await city.ownData(token).records.filter { $0.kind == "visit" }.count
        print("the shopper leaves after visit number \(visits)")
    }
}

/// How the story ended.
private final class Outcome: Sendable {
    let problem: Mutex<(any Error)?>
    init(problem: consuming sending Mutex<(any Error)?>) { self.problem = problem }
}

/// A carrier and a phone in one: every SMS is there at once.
private final class Phone: SmsCarrier {
    private let last = Mutex("")
    var code: String { last.withLock { $0 } }
    func send(_ sms: Sms, _ unreachable: @escaping @Sendable () -> Void) { last.withLock { $0 = sms.code } }
}
