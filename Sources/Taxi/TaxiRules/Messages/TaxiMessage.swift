// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A message to the taxi service, by its sender: the only way in, for synthetic people and for live ones.
///
/// Recorded messages, replayed without any agents, must give the same events (SIM-06).
public enum TaxiMessage: Hashable, Sendable {
    /// From a passenger's client.
    case passenger(PassengerID, PassengerMessage)
    /// From a driver's client.
    case driver(DriverID, DriverMessage)
    /// From the server itself.
    case control(ControlMessage)
}

extension TaxiMessage: ServedMessage {
    /// The taxi service.
    public static let service = ServiceID("taxi")

    /// What the gateway and the clients must know of the message.
    public var traits: MessageTraits {
        switch self {
        case .passenger(_, let message): message.traits
        case .driver(_, let message): message.traits
        // Never served, so that its kind counts nowhere.
        case .control: MessageTraits(.status, nil, isSentAgain: false)
        }
    }

    /// The session of the person whom the message speaks for (ACCOUNT-LOGIN-08).
    public var admission: Admission {
        switch self {
        case .passenger(let id, _): .role(.passenger(id))
        case .driver(let id, _): .role(.driver(id))
        case .control: .nobody
        }
    }

    /// The message as the service takes it while timers are held: an answer to an offer is in time when it reached the server
    /// before its deadline (AVAIL-02).
    public func reached(at time: CityTime) -> TaxiMessage {
        guard case .driver(let driver, .answer(let offer, let accept, let reading)) = self else { return self }
        return .control(.keptAnswer(driver: driver, offer: offer, accept: accept, arrived: time, at: reading))
    }
}

extension TaxiMessage: Codable {
    /// The sender's number stands under the sender's word; a message without one is the server's own.
    private enum Key: CodingKey {
        case passenger, driver, message
    }

    /// Reads a message.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        if let id = try fields.decodeIfPresent(PassengerID.self, forKey: .passenger) {
            self = .passenger(id, try fields.decode(PassengerMessage.self, forKey: .message))
        } else if let id = try fields.decodeIfPresent(DriverID.self, forKey: .driver) {
            self = .driver(id, try fields.decode(DriverMessage.self, forKey: .message))
        } else {
            self = .control(try fields.decode(ControlMessage.self, forKey: .message))
        }
    }

    /// Writes the message.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .passenger(let id, let message):
            try fields.encode(id, forKey: .passenger)
            try fields.encode(message, forKey: .message)
        case .driver(let id, let message):
            try fields.encode(id, forKey: .driver)
            try fields.encode(message, forKey: .message)
        case .control(let message): try fields.encode(message, forKey: .message)
        }
    }
}
