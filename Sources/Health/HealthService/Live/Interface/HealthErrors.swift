// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import HealthRules

/// Why what somebody sets in the app of the health service changed nothing (HEALTH-R34, SEC-10).
public typealias WearerError = RefusedError<WearerRefusal>

/// Why a person's answer to an organisation changed nothing (HEALTH-R8, HEALTH-R29).
public typealias ConsentError = RefusedError<AnswerRefusal>

/// Why nobody was asked for consent (HEALTH-REQ-EXC).
public typealias RequestError = RefusedError<PersonalRefusal>

/// Why an organisation has no access to a person's data (HEALTH-R9).
public typealias DataError = RefusedError<AccessDenial>

/// Why no subscription to a person's data was stopped (HEALTH-R28).
public typealias UnsubscribeError = RefusedError<UnsubscribeRefusal>

/// Why there are no data of a group (HEALTH-R4).
public typealias GroupError = RefusedError<GroupRefusal>

/// Why no subscription to a group was stopped (HEALTH-R28).
public typealias GroupStopError = RefusedError<GroupStopRefusal>

/// Why a batch of a client with a session was not stored, or the word of whoever sends ambulances not taken.
public enum BatchSendingError: ServiceError {
    /// The service did not take it.
    case batch(BatchError)
    /// It did not reach the service.
    case access(AccessError)
}

/// Why a batch was not stored.
public enum BatchError: Error, Hashable, Sendable {
    /// The service refused it, and would again.
    case refused(BatchRefusal)
    /// The service is down: the phone keeps the batch (AVAIL-08).
    case unheard
}
