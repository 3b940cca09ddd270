// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A fact of the accounts by device. Names accounts by number; holds no identifier, and no hash of one (ACCOUNT-TRIP-02).
public enum DeviceEvent: Hashable, Sendable {
    /// A user was seen for the first time and has an account now (ACCOUNT-TRIP-R1).
    case deviceAccountCreated(account: AccountID)
    /// A user was recognised, and a session began; with what the device runs on (TRIP-STANDARDS).
    case deviceRecognised(account: AccountID, system: ClientSystem)
    /// No session began.
    case deviceRefused(reason: DeviceRefusal)
    /// A session ended: the app was closed, or the user has opened too many.
    case deviceSessionEnded(account: AccountID)
}

extension DeviceEvent: Event {
    /// They are not: a replay has no accounts.
    public static let isReplayed = false

    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .deviceAccountCreated(let a): visitor.kind(260, a)
        case .deviceRecognised(let a, let b): visitor.kind(261, a, b)
        case .deviceRefused(let a): visitor.kind(262, a)
        case .deviceSessionEnded(let a): visitor.kind(263, a)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(deviceAccountCreated), .of(deviceRecognised), .of(deviceRefused), .of(deviceSessionEnded),
    ]
}
