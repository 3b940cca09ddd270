// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a user of the health service asks for.
public enum WearerWish: Hashable, Sendable, Codable {
    /// Be logged in, with the key by which the phone's batches are checked (SEC-09).
    case logIn(seal: UInt64)
    /// Not be logged in any more.
    case logOut
    /// The app may read health data and position, or may not (SEC-10).
    case permit(Bool)
    /// Link a device to the phone (HEALTH-R34); false when the phone did not find it (HEALTH-DEVICE-EXC).
    case link(DeviceID, isFound: Bool)
    /// Call the help line (HEALTH-DEVICE-EXC).
    case callHelpLine
    /// Switch the SOS service on or off (HEALTH-R26).
    case setSOS(Bool)
    /// Have other personal data (ACCOUNT-TRACK-R31).
    case change(PersonalData)
    /// Have no account any more.
    case leave
}

/// What a phone sends.
public struct SentBatch: Hashable, Sendable, Codable {
    /// The values.
    public let batch: HealthBatch
    /// Their check value (SEC-09).
    public let seal: UInt64
    /// Where the phone is now, when it had to keep the batch for a while; nil when it is sent at once.
    public let keptUntil: Place?
    /// Where the device says that it is, when it says so. The service goes by the phone (HEALTH-POSITION, DEC-HEALTH-POSITION).
    public let watch: Place?

    /// States all.
    @inlinable
    public init(_ batch: HealthBatch, seal: UInt64, keptUntil: Place? = nil, watch: Place? = nil) {
        (self.batch, self.seal, self.keptUntil, self.watch) = (batch, seal, keptUntil, watch)
    }
}

/// What the accounts of a live service tell of a user.
public enum AccountNews: Hashable, Sendable, Codable {
    /// There is an account, or its personal data are others now (ACCOUNT-TRACK-R13, ACCOUNT-TRACK-R31).
    case entered(PersonalData)
    /// Nobody is logged in any more.
    case loggedOut
    /// The account is gone.
    case closed
}

/// A message to the health service: the only way in, for synthetic people and for live ones.
///
/// None of them passes the gateway that other services share: a life may hang on it (AVAIL-03).
public enum HealthMessage: Hashable, Sendable, RecordedInput {
    /// Somebody signs up (ACCOUNT-TRACK-R12), with an app on this system.
    case register(PersonalData, client: ClientSystem)
    /// From a user.
    case wearer(WearerID, WearerWish)
    /// From the accounts of a live service, which have looked at form and session.
    case account(WearerID, AccountNews)
    /// From a user's phone.
    case batch(SentBatch)
    /// What whoever sends help said to an SOS.
    case answered(WearerID, RescueReply)
    /// The service crashes (AVAIL-08).
    case crash
    /// The system manager restarts it; nobody else can (ACCOUNT-TRACK-MANAGER).
    case restart

    /// The health service.
    public static let service = ServiceID.health
}

extension ServiceID {
    /// The health service.
    public static let health = ServiceID("health")
}
