// SPDX-License-Identifier: GPL-3.0-or-later
import Accounts
package import CityGateway
import CityLoop
import CityModel
import Synchronization

/// The interface of a live city as requests and answers of HTTP: which path asks for what, and what errors are in it.
///
/// It knows no server: one hands it the requests that came over HTTPS, and sends its answers.
package final class WebCity: Sendable {
    private let loop: CityLoop
    private let client: CityClient
    private let shelf = Mutex(IdempotencyShelf())

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
        AccountRoutes.all + PassengerRoutes.all + DriverRoutes.all + PhoneRoutes.all + StoreRoutes.all + StaffRoutes.all
        + TotemRoutes.all + WearerRoutes.all + ThirdPartyRoutes.all
        + RaceRoutes.all + OrganiserRoutes.all + TripRoutes.all + TripChangeRoutes.all

    /// The interface of a client of the city.
    package init(_ client: CityClient) { (loop, self.client) = (client.loop, client) }

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
            return await run(action, key)
        } catch {
            return error.answer
        }
    }

    private func find(_ request: WebRequest) throws(Problem) -> (Route, WebCall) {
        guard request.path.hasPrefix(Self.prefix + "/") else { throw Refusals.unknown }
        let path = String(request.path.dropFirst(Self.prefix.count))
        var methods: [WebMethod] = []
        for route in Self.routes {
            guard let parts = route.match(path) else { continue }
            if route.method == request.method {
                return (route, WebCall(request: request, parts: parts, layout: client.layout))
            }
            methods.append(route.method)
        }
        guard !methods.isEmpty else { throw Refusals.unknown }
        let allowed = methods.map(\.rawValue).joined(separator: ", ")
        throw Problem(
            405, "wrongMethod", "Only \(allowed) is understood here.", headers: [.init("allow", allowed)])
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

    private func run(_ action: @escaping Route.Action, _ key: SentKey?) async -> WebAnswer {
        do {
            return try await loop.ask { [self] in
                guard let key else { return try await action(client) }
                return try await once(key, action)
            }
        } catch {
            return problem(error).answer
        }
    }

    private func problem(_ error: any Error) -> Problem {
        if let problem = error as? Problem { return problem }
        // The loop has ended, and with it the city.
        return Refusals.ofAccounts(error) ?? Refusals.ofTaxis(error) ?? Refusals.ofStores(error)
            ?? Refusals.ofHealth(error) ?? Refusals.ofRaces(error) ?? Refusals.ofTrips(error)
            ?? Refusals.problem(AccessError.closed)
    }

    // MARK: - Once

    /// The key of a request, with what tells that two requests are the same.
    private struct SentKey: Sendable {
        let text: String
        let content: [UInt8]
        let token: Token?
        let source: String
    }

    private func key(_ call: WebCall) throws(Problem) -> SentKey {
        let request = call.request
        guard let text = request.header("idempotency-key"), (1...64).contains(text.utf8.count) else {
            throw Problem(400, "keyMissing", "The request needs an Idempotency-Key of 1 to 64 characters.")
        }
        let content = "\(request.method.rawValue) \(request.path)\n" + String(decoding: request.body, as: UTF8.self)
        return SentKey(
            text: text, content: KeyedHash.bytes(of: content, key: Array("idempotency-key.".utf8), count: 32),
            token: try? call.token(), source: request.source)
    }

    /// Carries a request out unless its key says that it was. Runs on the loop, as all that it changes.
    private func once(_ sent: SentKey, _ action: Route.Action) async throws -> WebAnswer {
        // Keys are those of an account, whatever the session, or before a login of the sender.
        var owner = "source " + sent.source
        if let token = sent.token, let session = await client.session(of: token) {
            owner = "account \(session.account)"
        }
        let key = IdempotencyShelf.Key(owner: owner, key: sent.text)
        switch shelf.withLock({ $0.take(key, content: sent.content, at: loop.now) }) {
        case .isNew: break
        case .answered(var answer):
            answer.headers.append(.init("idempotent-replayed", "true"))
            return answer
        case .isUnderWay:
            throw Problem(
                409, "underWay", "The first request with this key is under way.", headers: [.init("retry-after", "1")])
        case .isAnother: throw Problem(422, "keyUsed", "The key was used for another request.")
        }
        let answer: WebAnswer
        do {
            answer = try await action(client)
        } catch {
            answer = problem(error).answer
        }
        shelf.withLock { $0.keep(key, answer) }
        return answer
    }
}
