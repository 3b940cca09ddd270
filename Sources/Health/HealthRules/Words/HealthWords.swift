// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Why nobody was registered (ACCOUNT-TRACK-EXC).
public enum SignUpRefusal: UInt8, EventWord {
    /// There is no social security number or fiscal code (ACCOUNT-TRACK-R12).
    case missingNumber
    /// Somebody has this number already.
    case alreadyRegistered
    /// The day of birth is no date, or not yet over.
    case wrongBirth
    /// The service is down.
    case down
}

/// Why a request of a user changed nothing.
public enum WearerRefusal: UInt8, EventWord {
    /// Nobody has this number, or the account is deleted.
    case unknownPerson
    /// Only a logged-in user may (HEALTH-BACKGROUND, HEALTH-R34).
    case notLoggedIn
    /// The app may not read health data and position (SEC-10).
    case notPermitted
    /// The device is somebody else's.
    case deviceTaken
    /// The service is down.
    case down
    /// The day of birth is no date, or not yet over.
    case wrongBirth
}

/// Why a batch was not stored. That it was tampered with is an event of its own.
public enum BatchRefusal: UInt8, EventWord {
    /// It is empty, too large, too long, or ends before it starts (INV-DataBatchShape).
    case shape
    /// It does not lie behind the last one of its person (INV-DataNoOverlap): a phone sends in order.
    case overlap
    /// It ends later than now.
    case early
    /// The device is not linked to the person's phone (HEALTH-R34).
    case notLinked
    /// The person is not logged in (HEALTH-BACKGROUND).
    case notLoggedIn
    /// Nobody has this number, or the account is deleted (INV-DataOneIndividual).
    case unknownPerson
    /// The person has not permitted it (SEC-10).
    case notPermitted
    /// The check value does not fit: somebody changed it on the way, or made it up (SEC-09).
    case tampered
}
