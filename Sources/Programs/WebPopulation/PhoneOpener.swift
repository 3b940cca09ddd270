// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import StoreRules
import StoreSimulation
import Synchronization
import WebInterface

/// Signs in the phones of shoppers who have had a session since before the run: a code is asked for, its text message read, and given back
/// (ACCOUNT-R1).
final class PhoneOpener: Sendable {
    private struct State {
        var sessions: [ShopperID: String] = [:]
        /// The last code of each phone that has not been given back.
        var codes: [ShopperID: String] = [:]
        var count = AccountOpener.Count()
        /// How many codes were asked for, for the keys of requests.
        var asked = 0
    }

    private let name: String
    private let transport: any PersonTransport
    private let mail: (any PersonMail)?
    private let state = Mutex(State())

    init(_ name: String, _ transport: any PersonTransport, _ mail: (any PersonMail)?) {
        (self.name, self.transport, self.mail) = (name, transport, mail)
    }

    var count: AccountOpener.Count { state.withLock { $0.count } }

    /// The address of a shopper's phone, as in the run.
    static func source(of shopper: ShopperID) -> SourceAddress {
        SourceAddress(ipv4: 0x6440_0000 | (UInt32(bitPattern: shopper.number) &* 4) & 0x3f_ffff)
    }

    /// Signs in the shoppers with the numbers from 1 on, four at a time.
    func open(_ known: Int32, progress: @escaping @Sendable (Int) -> Void) async {
        guard known > 0 else { return }
        await withTaskGroup(of: Void.self) { group in
            for lane in 1...Int32(4) {
                group.addTask {
                    for number in stride(from: lane, through: known, by: 4) {
                        _ = await self.session(of: ShopperID(number))
                        progress(self.state.withLock { $0.count.opened + $0.count.failed })
                    }
                }
            }
        }
    }

    /// The secret of a shopper's session, opened when there is none; nil when it cannot be.
    func session(of shopper: ShopperID) async -> String? {
        if let known = state.withLock({ $0.sessions[shopper] }) { return known }
        do {
            let secret = try await opened(shopper)
            state.withLock {
                $0.sessions[shopper] = secret
                $0.count.opened += 1
            }
            return secret
        } catch {
            state.withLock {
                $0.count.failed += 1
                let phone = ShopperCrowd.phone(of: shopper)
                if $0.count.failures.count < 5 { $0.count.failures.append("\(phone): \(error.why)") }
            }
            return nil
        }
    }

    /// The server does not know the session any more: the next time another one is opened.
    func forget(_ shopper: ShopperID) { state.withLock { $0.sessions[shopper] = nil } }

    private struct Failure: Error {
        let why: String
    }

    private func opened(_ shopper: ShopperID) async throws(Failure) -> String {
        let phone = ShopperCrowd.phone(of: shopper)
        state.withLock { $0.codes[shopper] = nil }
        let asked = try await send(StoreRequests.code(for: phone), of: shopper)
        guard asked.isGood else { throw Failure(why: "\(asked.status) \(asked.word)") }
        guard let code = await code(of: shopper) else { throw Failure(why: "no text message came") }
        let answer = try await send(StoreRequests.session(of: phone, code: code), of: shopper)
        guard answer.isGood, let secret = answer.content["token"]?.text else {
            throw Failure(why: "\(answer.status) \(answer.word)")
        }
        return secret
    }

    /// Sends a request, later when the server has no room for it now.
    private func send(_ request: PersonRequest, of shopper: ShopperID) async throws(Failure) -> PersonAnswer {
        var request = request
        request.source = Self.source(of: shopper)
        for pause in [1, 2, 4, 8, 16, 0] {
            // Another one each time: what was refused was not done, and a session may be opened twice in a run.
            if request.isKeyed {
                let number = state.withLock { state in
                    state.asked += 1
                    return state.asked
                }
                request.key = "phone-\(name)-\(number)"
            }
            do {
                let answer = try await transport.send(request)
                // A phone gets a code each 30 s at most, be it that an earlier load has asked for one.
                let isLater = ["rateLimited", "tooSoon"].contains(answer.word) || [503, 504].contains(answer.status)
                guard isLater, pause > 0 else { return answer }
                try await Task.sleep(for: .seconds(pause))
            } catch {
                throw Failure(why: "\(error)")
            }
        }
        preconditionFailure("the last request has no pause")
    }

    /// The code of the text message to a phone, which comes within 10 s.
    private func code(of shopper: ShopperID) async -> String? {
        for _ in 0..<200 {
            _ = read()
            if let code = state.withLock({ $0.codes.removeValue(forKey: shopper) }) { return code }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return nil
    }

    /// Reads the text messages that have come since the last time.
    func read() -> [(shopper: ShopperID, code: String)] {
        guard let mail else { return [] }
        return state.withLock { state in
            let read = mail.texts().compactMap { text in
                ShopperCrowd.shopper(of: text.phone).map { (shopper: $0, code: text.code) }
            }
            for (shopper, code) in read { state.codes[shopper] = code }
            return read
        }
    }
}
