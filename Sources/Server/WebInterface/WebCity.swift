// SPDX-License-Identifier: GPL-3.0-or-later
package import Accounts
package import CityGateway
package import CityHost
import CityLoop
import CityModel
import Synchronization

/// The interface of a live city as requests and answers of HTTP: which path asks for what, and what errors are in it.
///
/// It knows no server: one hands it the requests that came over HTTPS, and sends its answers.
package final class WebCity: Sendable {
    private let client: CityClient
    private let secrets: RecordedSecrets
    private let inputs: LiveInputs?
    private let devices: WebDevices
    private let board: WebBoard?
    private let stores: WebStores?
    private let pages: WebPages
    private let shelf: Mutex<RequestShelf>
    private let streams = WebEvents.Places()

    /// The paths begin with this.
    package static let prefix = "/api/v1"
    /// Bytes of content that a request may have.
    package static let mostBytes = 16 * 1024

    /// Bytes of headers that it may have.
    package static let mostHeaderBytes = 8 * 1024

    /// What the interface is, for programs: OpenAPI 3.1.
    static let description = WebDescription.text
    private static let descriptionPath = prefix + "/openapi.json"

    /// All paths.
    static let routes: [Route] =
        CityRoutes.all + AccountRoutes.all + PassengerRoutes.all + DriverRoutes.all + PhoneRoutes.all + StoreRoutes.all
        + StoreFactRoutes.all + StaffRoutes.all
        + TotemRoutes.all + WearerRoutes.all + BatchRoutes.all + ThirdPartyRoutes.all
        + RaceRoutes.all + OrganiserRoutes.all + TripRoutes.all + TripChangeRoutes.all

    /// The interface of a client of the city.
    ///
    /// - Parameters:
    ///   - client: speaks to the city.
    ///   - secrets: where the city's tokens come from.
    ///   - inputs: the city's input log; nil for a city that keeps nothing.
    ///   - takenUp: what the city took up from it.
    ///   - devices: who else may ask, such as totems.
    ///   - board: for the city's dispatcher; nil for none.
    ///   - stores: the stores that are served; nil for none.
    ///   - pages: what people see in a browser.
    package init(
        _ client: CityClient, secrets: RecordedSecrets, inputs: LiveInputs? = nil, takenUp: TakenUp? = nil,
        devices: WebDevices = WebDevices(), board: WebBoard? = nil, stores: WebStores? = nil,
        pages: WebPages = WebPages()
    ) {
        (self.client, self.secrets, self.inputs) = (client, secrets, inputs)
        (self.devices, self.board, self.stores, self.pages) = (devices, board, stores, pages)
        shelf = Mutex(RequestShelf(takenUp?.requests ?? []))
    }

    /// What is sent back to a request.
    package enum Reply: Sendable {
        /// An answer.
        case answer(WebAnswer)
        /// Events, until the client hangs up or the session ends.
        case events(WebEvents)
    }

    /// Answers a request, or opens the events that it asks for.
    package func reply(_ request: WebRequest) async -> Reply {
        guard request.path == WebEvents.path, request.method == .get else {
            if let page = pages.answer(request) { return .answer(page) }
            return .answer(await answer(request))
        }
        do throws(Problem) {
            let call = call(request, [:])
            return .events(try await WebEvents.open(call, client, streams))
        } catch {
            return .answer(error.answer)
        }
    }

    /// Whether what is asked for with this path is told when something happens, and not before.
    package static func waits(_ path: String) -> Bool {
        guard path.hasPrefix(prefix) else { return false }
        let own = String(path.dropFirst(prefix.count))
        return path == WebEvents.path || waiting.contains { $0.match(own) != nil }
    }

    private static let waiting = routes.filter {
        $0.method == .get && ["nextOffer", "settled", "displays"].contains($0.name)
    }

    /// Whether a request shows a session that is open, or the key of a device.
    package func knows(_ request: WebRequest) async -> Bool {
        if devices.device(of: request) != nil { return true }
        let call = call(request, [:])
        guard let token = call.shownToken else { return false }
        return (try? await client.ask(from: call.sender) { await $0.session(of: token) != nil }) ?? false
    }

    /// Answers a request. Takes as long as the city takes, some calls until something happens.
    package func answer(_ request: WebRequest) async -> WebAnswer {
        if request.method == .get, request.path == Self.descriptionPath {
            return WebAnswer(200, headers: [.init("content-type", "application/json")], body: Self.description)
        }
        do throws(Problem) {
            let (route, call) = try find(request)
            var form =
                request.method == .get ? FormReader(query: request.query) : try FormReader(content: request.body)
            if request.method != .get { try checkContent(request) }
            let action = try route.read(call, &form)
            try form.finish()
            let key = route.needsKey ? try key(call) : nil
            return await run(action, key, from: call.sender)
        } catch {
            return error.answer
        }
    }

    private func call(_ request: WebRequest, _ parts: [String: String]) -> WebCall {
        WebCall(
            request: request, parts: parts, layout: client.layout, secrets: secrets, devices: devices,
            dispatcher: board, served: stores)
    }

    /// The pattern of the path that a request is for; of no path that is known a dash.
    static func pattern(of request: WebRequest) -> String {
        if [WebEvents.path, descriptionPath].contains(request.path) { return request.path }
        guard request.path.hasPrefix(prefix + "/") else { return "-" }
        let path = String(request.path.dropFirst(prefix.count))
        return routes.first { $0.match(path) != nil }.map { prefix + $0.pattern } ?? "-"
    }

    private func find(_ request: WebRequest) throws(Problem) -> (Route, WebCall) {
        guard request.path.hasPrefix(Self.prefix + "/") else { throw Refusals.unknown }
        let path = String(request.path.dropFirst(Self.prefix.count))
        var methods: [WebMethod] = []
        for route in Self.routes {
            guard let parts = route.match(path) else { continue }
            if route.method == request.method {
                return (
                    route,
                    call(request, parts)
                )
            }
            methods.append(route.method)
        }
        throw Self.wrongMethod(methods)
    }

    private static func wrongMethod(_ methods: [WebMethod]) -> Problem {
        guard !methods.isEmpty else { return Refusals.unknown }
        let allowed = methods.map(\.rawValue).joined(separator: ", ")
        return Problem(405, "wrongMethod", "Only \(allowed) is understood here.", headers: [.init("allow", allowed)])
    }

    /// The answer to a method that no path understands: which ones this path does.
    package static func answer(toUnknownMethodAt path: String) -> WebAnswer {
        let known = [WebEvents.path, descriptionPath].contains(path) || WebPages.file(of: path) != nil
        guard path.hasPrefix(prefix + "/"), !known else { return wrongMethod([.get]).answer }
        let own = String(path.dropFirst(prefix.count))
        return wrongMethod(routes.filter { $0.match(own) != nil }.map(\.method)).answer
    }

    /// A form of a foreign page cannot send JSON.
    private func checkContent(_ request: WebRequest) throws(Problem) {
        guard request.body.count <= Self.mostBytes else {
            throw Problem(413, "tooLong", "The content has more than \(Self.mostBytes) bytes.")
        }
        let type = (request.header("content-type") ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        guard request.body.isEmpty || type == "application/json" else {
            throw Problem(415, "wrongContent", "The content must be application/json.")
        }
    }

    private func run(_ action: @escaping Route.Action, _ key: SentKey?, from sender: RequestSender) async -> WebAnswer {
        do {
            return try await client.ask(from: sender) { [self] client in
                guard let key else { return try await action(client) }
                return try await once(key, action)
            }
        } catch {
            return Refusals.of(error).answer
        }
    }

    // MARK: - Once

    /// The key of a request, with what tells that two requests are the same.
    private struct SentKey: Sendable {
        let text: String
        let content: Token
        let owner: Owner
        let source: SourceAddress

        enum Owner: Sendable {
            case session(Token)
            /// What a device is called.
            case device(String)
            case nobody
        }
    }

    private func key(_ call: WebCall) throws(Problem) -> SentKey {
        let request = call.request
        guard let text = request.header("idempotency-key"), (1...64).contains(text.utf8.count) else {
            throw Problem(400, "keyMissing", "The request needs an Idempotency-Key of 1 to 64 characters.")
        }
        // Without passwords: whoever reads the log could try them out against a hash that is made fast.
        let body = String(decoding: request.body, as: UTF8.self)
            .replacing(#/"(?:password|passwordRepeat|current|new|newRepeat)"\s*:\s*"(?:[^"\\]|\\.)*"/#, with: "")
        let content = "\(request.method.rawValue) \(request.path)\n" + body
        return SentKey(
            text: text, content: Self.digest(content), owner: owner(call), source: request.source)
    }

    /// Keys are those of an account or a device, or before a login of the sender.
    private func owner(_ call: WebCall) -> SentKey.Owner {
        if let token = try? call.token() { return .session(token) }
        return devices.device(of: call.request).map { .device($0.name) } ?? .nobody
    }

    private static func digest(_ text: String) -> Token {
        let bytes = KeyedHash.bytes(of: text, key: Array("idempotency-key.".utf8), count: 16)
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        return Token(high: word(bytes[..<8]), low: word(bytes[8...]))
    }

    /// Carries a request out unless its key says that it was. Runs on the loop, as all that it changes.
    private func once(_ sent: SentKey, _ action: @escaping Route.Action) async throws -> WebAnswer {
        let key = await requestKey(sent)
        switch shelf.withLock({ $0.take(key, at: client.loop.now) }) {
        case .isNew: break
        case .answered(var answer):
            answer.headers.append(.init("idempotent-replayed", "true"))
            return answer
        case .isUnanswered: throw Refusals.unanswered
        case .isUnderWay: throw Refusals.underWay
        case .isAnother: throw Refusals.keyUsed
        }
        let answer: WebAnswer
        do {
            answer = try await client.carryOut(key, action)
        } catch {
            answer = Refusals.of(error).answer
        }
        // Who was not let in, or came too often, may come again with the same key, and so may anybody whom the server failed.
        let isFinal = answer.status < 500 && answer.status != 401 && answer.status != 429
        shelf.withLock { $0.keep(isFinal ? answer : nil, to: key) }
        // What did not reach a service is in no log.
        if isFinal || answer.status >= 500 { inputs?.keep(isFinal ? answer.kept : nil, to: key) }
        if isFinal { await keepBeyondSession(answer, sent, ended: key) }
        return answer
    }

    /// The key of a request: that of the account, whatever its session, of the device, or of the address that it came from. A browser may
    /// have a cookie of a session that has ended, which is nobody's, unless the request ended it.
    private func requestKey(_ sent: SentKey) async -> RequestKey {
        func key(of owner: String) -> RequestKey {
            RequestKey(name: Self.digest(owner + "\n" + sent.text), content: sent.content)
        }
        switch sent.owner {
        case .session(let token):
            if let session = await client.session(of: token) { return key(of: "account \(session.account)") }
            let own = key(of: Self.owner(token))
            return shelf.withLock { $0.holds(own) } ? own : key(of: "source \(sent.source)")
        case .device(let name): return key(of: "device \(name)")
        case .nobody: return key(of: "source \(sent.source)")
        }
    }

    private static func owner(_ token: Token) -> String { "session \(token.high) \(token.low)" }

    /// A request that ended its own session, such as that of an account that is no more, is known by that session from then on: who sends
    /// it again, because the answer was lost on the way, has no other.
    private func keepBeyondSession(_ answer: WebAnswer, _ sent: SentKey, ended key: RequestKey) async {
        guard case .session(let token) = sent.owner, await client.session(of: token) == nil else { return }
        let own = RequestKey(name: Self.digest(Self.owner(token) + "\n" + sent.text), content: sent.content)
        guard own.name != key.name else { return }
        let isNew = shelf.withLock { shelf in
            guard case .isNew = shelf.take(own, at: client.loop.now) else { return false }
            shelf.keep(answer, to: own)
            return true
        }
        if isNew { inputs?.keep(answer.kept, to: own) }
    }
}
