// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Why a call of the interface did not reach the service; the part that all errors have in common.
public enum AccessError: Error, Hashable, Sendable {
    /// The channel is not encrypted (SEC-02).
    case plainChannel
    /// No session has this token, or it has ended (ACCOUNT-REG-17).
    case notLoggedIn
    /// The session is of the other type of account (ACCOUNT-LOGIN-08).
    case wrongRole
    /// The call speaks for somebody else than the session's person (API-03).
    case wrongPerson
    /// The service knows nobody behind the session.
    case unknownPerson
    /// A temporary password must be replaced first (ACCOUNT-LOGIN-04).
    case passwordChangeRequired
    /// The module is switched off (API-10).
    case moduleOff
    /// The sender sends too much.
    case rateLimited
    /// The server's queue is full.
    case serverBusy
    /// The call waited longer than the server keeps one.
    case timedOut
    /// A request with this number was carried out before, and nothing is left of what it brought (PERF-12).
    case repeated
    /// The calling task was cancelled before its message was sent, or while it waited for news: nothing was changed.
    case cancelled
    /// The run is over, or the client was closed.
    case closed
    /// The server's answer is not one to this call: client and server do not fit together.
    case misunderstood

    /// The error of a refusal at the gateway.
    public init(_ refusal: ServerRefusal) {
        self =
            switch refusal {
            case .plainChannel: .plainChannel
            case .notLoggedIn: .notLoggedIn
            case .wrongRole: .wrongRole
            case .wrongPerson: .wrongPerson
            case .passwordChangeRequired: .passwordChangeRequired
            case .moduleOff: .moduleOff
            case .rateLimited: .rateLimited
            case .serverBusy: .serverBusy
            case .timedOut: .timedOut
            }
    }
}

/// An error of a service, which may also be one of access.
public protocol ServiceError: Error, Hashable, Sendable {
    /// The call did not reach the service.
    static func access(_ error: AccessError) -> Self
}

/// The error of a call that nothing stops but a refusal of the service.
public enum RefusedError<Refusal: Hashable & Sendable>: ServiceError {
    /// The service refused it.
    case refused(Refusal)
    /// The call did not reach the service.
    case access(AccessError)
}

extension AccessError: ServiceError {
    /// The error itself.
    public static func access(_ error: AccessError) -> AccessError { error }
}
