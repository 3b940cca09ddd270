// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension MessageType {
    /// What a user's app sets, or the system manager's word.
    public static let healthRequest = MessageType(73, "healthRequest", request: 300, answer: 200)
}

/// What passes the gateway to the health service, in a session of its accounts: everything of a live user but batches, on which a life
/// may hang (AVAIL-03).
public enum HealthRequest: Hashable, Sendable, Codable {
    /// From a user's app. Personal data are changed, and accounts deleted, where the account is.
    case wearer(WearerID, WearerWish)
    /// The system manager of this number restarts the service; nobody else can (ACCOUNT-TRACK-MANAGER).
    case restart(manager: Int32)
}

extension HealthRequest: ServedMessage {
    /// The health service.
    public static var service: ServiceID { .health }

    /// What the gateway must know of the message.
    public var traits: MessageTraits { MessageTraits(.healthRequest, nil) }

    /// The session of whom the message speaks for.
    public var admission: Admission {
        switch self {
        case .wearer(_, .change), .wearer(_, .leave): .nobody
        case .wearer(let wearer, _): .role(.wearer(wearer))
        case .restart(let manager): .role(Role(.systemManager, manager))
        }
    }

    /// What the health monitor takes.
    public var message: HealthMessage {
        switch self {
        case .wearer(let wearer, let wish): .wearer(wearer, wish)
        case .restart: .restart
        }
    }
}
