// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel

/// Who sends a request, as far as the server sees it: its address and its kind of client. A server has one `CityClient` for all its
/// users, and this for each of their requests; limits, floods and the login log (SEC-04) go by it.
public struct RequestSender: Hashable, Sendable {
    /// The address that the request came from; a proxy's word for it only where the server was told to trust the proxy.
    public let address: SourceAddress
    /// Mobile or web (ACCOUNT-LOGIN-09).
    public let kind: ClientKind
    /// What the client runs on (OPS-04).
    public let system: ClientSystem
    /// The request's key, when it has one.
    public internal(set) var request: RequestKey?

    /// The sender of the request whose code runs now; nil outside of one.
    @TaskLocal static var current: RequestSender?

    /// Names a sender.
    public init(from address: SourceAddress, kind: ClientKind, system: ClientSystem = .unknown) {
        (self.address, self.kind, self.system) = (address, kind, system)
    }
}

extension CityClient {
    /// Who sends what this code sends: the sender of the request that it belongs to, else the client's own.
    nonisolated public var sender: RequestSender { RequestSender.current ?? ownSender }

    /// Lets code of any thread call into the city for one request. All that the input sends is the sender's; all else is as in
    /// `CityLoop.ask`.
    nonisolated public func ask<Answer: Sendable>(
        from sender: RequestSender, _ input: @escaping @Sendable (CityClient) async throws -> Answer
    ) async throws -> Answer {
        try await loop.ask {
            try await RequestSender.$current.withValue(sender) { try await input(self) }
        }
    }

    /// Does a part of a request: all that it sends belongs to the request of this key.
    nonisolated public func carryOut<Answer: Sendable>(
        _ request: RequestKey, _ body: @Sendable (CityClient) async throws -> Answer
    ) async throws -> Answer {
        var sender = sender
        sender.request = request
        return try await RequestSender.$current.withValue(sender) { try await body(self) }
    }
}
