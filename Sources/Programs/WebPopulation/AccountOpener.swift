// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Synchronization
import TaxiRules
import TaxiSimulation
import WebInterface

/// Opens the accounts that people have had before the run: forms are sent, mails read, links followed.
final class AccountOpener: Sendable {
    /// What came of it.
    struct Count: Sendable {
        /// Opened now, and there before.
        var opened = 0, known = 0
        /// What stood in the way of others, the first few.
        var failures: [String] = []
        var failed = 0
    }

    private struct State {
        var names: Set<String> = []
        var count = Count()
        var mail: [String: String] = [:]
        var addresses: [String: UInt32] = [:]
    }

    private let name: String
    private let transport: any PersonTransport
    private let mail: (any PersonMail)?
    private let state = Mutex(State())

    init(_ name: String, _ transport: any PersonTransport, _ mail: (any PersonMail)?) {
        (self.name, self.transport, self.mail) = (name, transport, mail)
    }

    var count: Count { state.withLock { $0.count } }

    /// Whether the account of a form is open.
    func isKnown(_ form: RegistrationForm) -> Bool { state.withLock { $0.names.contains(form.username ?? "") } }

    /// Opens the accounts of everybody: drivers one after the other, since each takes the next taxi of the city, and passengers four at
    /// a time beside them.
    func open(_ enrolments: [Enrolment], progress: @escaping @Sendable (Int) -> Void) async {
        let drivers = enrolments.filter { $0.role.name == .driver }.map(\.form)
        let others = enrolments.filter { $0.role.name != .driver }.map(\.form)
        let lanes = 4
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for form in drivers { await self.open(form, progress) } }
            for lane in 0..<lanes {
                group.addTask {
                    for index in stride(from: lane, to: others.count, by: lanes) {
                        await self.open(others[index], progress)
                    }
                }
            }
        }
    }

    private func open(_ form: RegistrationForm, _ progress: @Sendable (Int) -> Void) async {
        await open(form)
        progress(state.withLock { $0.names.count + $0.count.failed })
    }

    /// Opens an account; one that is there is left as it is.
    func open(_ form: RegistrationForm) async {
        let username = form.username ?? ""
        do {
            var request = PersonRequests.registration(form)
            // The same in every run: an account is opened once.
            request.key = "account-\(username)-\(name)"
            let answer = try await send(request, of: username)
            if answer.status == 409, answer.word.hasPrefix("duplicate") { return note(username) { $0.known += 1 } }
            guard answer.isGood else { return fail(username, "\(answer.status) \(answer.word)") }
            guard let link = await link(to: form.email ?? "") else { return fail(username, "no mail came") }
            var follow = PersonRequest(.post, "/links/\(link)", [:], isKeyed: true)
            follow.key = "link-\(username)-\(name)"
            let followed = try await send(follow, of: username)
            guard followed.isGood else { return fail(username, "\(followed.status) \(followed.word)") }
            note(username) { $0.opened += 1 }
        } catch {
            fail(username, "\(error)")
        }
    }

    /// Sends a request from an address of the person's own, later when the server has no room for it now.
    private func send(_ request: PersonRequest, of username: String) async throws -> PersonAnswer {
        var request = request
        request.source = state.withLock { state in
            let number = state.addresses[username, default: UInt32(state.addresses.count)]
            state.addresses[username] = number
            // Of the private range; those of clients during the run begin with the same byte, and lie below.
            return SourceAddress(ipv4: 10 << 24 | 192 << 16 | number & 0x3f_ffff)
        }
        for pause in [1, 2, 4, 8, 16] {
            let answer = try await transport.send(request)
            guard [429, 503, 504].contains(answer.status) else { return answer }
            try await Task.sleep(for: .seconds(pause))
        }
        return try await transport.send(request)
    }

    private func note(_ username: String, _ change: (inout Count) -> Void) {
        state.withLock { state in
            state.names.insert(username)
            change(&state.count)
        }
    }

    private func fail(_ username: String, _ why: String) {
        state.withLock { state in
            state.count.failed += 1
            if state.count.failures.count < 5 { state.count.failures.append("\(username): \(why)") }
        }
    }

    /// The link of the mail to an address, which comes within 10 s.
    private func link(to address: String) async -> String? {
        guard let mail else { return nil }
        for _ in 0..<200 {
            let found = state.withLock { state in
                for read in mail.new() { state.mail[read.address] = read.link }
                return state.mail.removeValue(forKey: address)
            }
            if let found { return found }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return nil
    }
}
