// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension ServiceID {
    /// The accounts of people who are recognised by their devices.
    public static let devices = ServiceID("devices")
}

extension MessageType {
    /// Opening and closing an app that recognises its user.
    public static let deviceSession = MessageType(41, "deviceSession", request: 700, answer: 500)
}

/// A message of a client to the accounts by device. Who sends it is known from the session of its envelope.
public enum DeviceSessionMessage: ServedMessage {
    /// The accounts by device.
    public static let service = ServiceID.devices

    /// The app is opened: recognises the user by the device's cloud identifier, as the device tells it, makes the account if there
    /// is none, and opens a session (ACCOUNT-TRIP-R1).
    case open(identifier: String)
    /// The app is closed: the session ends.
    case close

    /// What the gateway and the clients must know of the message.
    public var traits: MessageTraits {
        switch self {
        case .open: MessageTraits(.deviceSession, .loggedIn)
        case .close: MessageTraits(.deviceSession, .loggedOut)
        }
    }

    /// Whose session the message needs: none before there is one.
    public var admission: Admission {
        switch self {
        case .open: .anybody
        case .close: .session
        }
    }
}

extension DeviceSessionMessage: CustomStringConvertible, CustomReflectable {
    /// Says which, without the identifier (ACCOUNT-TRIP-02).
    public var description: String {
        switch self {
        case .open: "a device opens"
        case .close: "a device closes"
        }
    }
    /// Shows nothing inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What is answered.
public enum DeviceAnswer: Hashable, Sendable {
    /// The session that later messages carry; whether the account was made by it.
    case opened(Session, isNew: Bool)
    /// No session.
    case refused(DeviceRefusal)
    /// The session is over.
    case closed
}

/// Takes answers to the clients. Called on the loop; returns at once.
public protocol DeviceClients: AnyObject, Sendable {
    /// Takes the answer to a message.
    func notify(_ connection: Connection, _ answer: DeviceAnswer)
}

/// Why no session began.
public enum DeviceRefusal: UInt8, EventWord {
    /// The device gives no identifier, or none that can be one: it is logged in with no account (TRIP-ASSUME).
    case badIdentifier
    /// The account could not be stored durably, so it is not made.
    case notStored
}
