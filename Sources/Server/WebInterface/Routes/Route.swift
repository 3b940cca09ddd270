// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityLoop
import CityModel

/// A path of the interface: what is read of a request, and what the city is asked then.
struct Route: Sendable {
    /// What the city is asked, on its loop, when the form was read.
    typealias Action = @Sendable (CityClient) async throws -> WebAnswer

    let method: WebMethod
    /// The path, such as `/calls/{id}`: parts in braces stand for any text.
    let pattern: String
    /// The method of the interface that it stands for.
    let name: String
    /// Whether it changes something that must not be done twice: then the request has an `Idempotency-Key`.
    let needsKey: Bool
    let read: @Sendable (WebCall, inout FormReader) throws(Problem) -> Action

    init(
        _ method: WebMethod, _ pattern: String, _ name: String, key needsKey: Bool = false,
        _ read: @escaping @Sendable (WebCall, inout FormReader) throws(Problem) -> Action
    ) {
        (self.method, self.pattern, self.name, self.needsKey, self.read) = (method, pattern, name, needsKey, read)
    }

    /// Asks the city for something that has no answer but that it is done.
    static func done(_ ask: @escaping @Sendable (CityClient) async throws -> Void) -> Action {
        { city in
            try await ask(city)
            return .done
        }
    }

    /// How things stand, with the time of the server and the number of the last notice: events after it change what is told here.
    static func standing(_ state: JSONValue, _ token: Token, _ city: CityClient) async throws -> WebAnswer {
        WebAnswer(
            200,
            ["now": .time(city.loop.now), "last": .whole(UInt64(try await city.lastNotice(token))), "state": state])
    }

    /// The parts of a path that stand for something; nil when it is another path.
    func match(_ path: String) -> [String: String]? {
        let (own, other) = (pattern.split(separator: "/"), path.split(separator: "/", omittingEmptySubsequences: false))
        guard other.first == "", own.count == other.count - 1 else { return nil }
        var parts: [String: String] = [:]
        for (part, text) in zip(own, other.dropFirst()) {
            if part.hasPrefix("{") {
                guard !text.isEmpty, text.count <= 100 else { return nil }
                parts[String(part.dropFirst().dropLast())] = String(text)
            } else if part != text {
                return nil
            }
        }
        return parts
    }
}
