// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Why a request for a person's data was refused.
public enum PersonalRefusal: UInt8, EventWord {
    /// Nobody has this social security number: it may be corrected (HEALTH-REQ-EXC).
    case unknownNumber
    /// Nobody has registered as this third party.
    case unknownParty
    /// The service is down until the system manager restarts it (AVAIL-08).
    case down
}

/// Why a third party has no access to a person's data (HEALTH-R9).
public enum AccessDenial: UInt8, EventWord {
    /// Nobody has this social security number.
    case unknownNumber
    /// Nobody has registered as this third party.
    case unknownParty
    /// The third party never asked the person.
    case notAsked
    /// The person has not answered.
    case pending
    /// The person said no.
    case refused
    /// The person took the consent back.
    case withdrawn
    /// There is consent, and a subscription already.
    case alreadySubscribed
    /// The service is down until the system manager restarts it (AVAIL-08).
    case down
}

/// Why a subscription was not stopped (HEALTH-R28).
public enum UnsubscribeRefusal: UInt8, EventWord {
    /// There is no active one.
    case noSubscription
    /// The service is down until the system manager restarts it (AVAIL-08).
    case down
}

/// Why a person's answer changed nothing.
public enum AnswerRefusal: UInt8, EventWord {
    /// The third party has no request that could be answered.
    case notAsked
    /// The consent is in force.
    case alreadyGiven
    /// The answer was no before.
    case alreadyRefused
    /// There is no consent to withdraw.
    case noConsent
    /// There is no subscription to stop (HEALTH-R28).
    case noSubscription
    /// The service is down until the system manager restarts it (AVAIL-08).
    case down
}

/// Why a request for a group's data was refused.
public enum GroupRefusal: UInt8, EventWord {
    /// Fewer people match than a group must have. How many is not told; other criteria may do (HEALTH-GROUP-EXC).
    case tooFew
    /// The lower age is above the upper one, or an age is below 0.
    case badAges
    /// The south-west corner is not south-west of the other.
    case badArea
    /// The interval is none of those that are offered.
    case badInterval
    /// Fewer than one interval, or more than are answered.
    case badCount
    /// No parameter is asked for.
    case noParameter
    /// Nobody has registered as this third party.
    case unknownParty
    /// The service is down until the system manager restarts it (AVAIL-08).
    case down
    /// The age range does not consist of whole steps, such as 20 to 24.
    case tooFineAges
    /// The rectangle does not consist of whole squares of the grid.
    case tooFineArea
    /// The organisation has asked as often as it may on one day.
    case requestsUsed
    /// The organisation is told of as many intervals as it may be on one day, with those of its subscriptions.
    case intervalsUsed
}

/// What a third party can do about a refusal (HEALTH-GROUP-EXC).
public enum GroupAdvice: UInt8, EventWord {
    /// Try other criteria, or let the request wait until the group has grown.
    case otherCriteria
    /// Ask for what is offered: ages, area, interval, count or parameters are wrong.
    case correctRequest
    /// Ask again tomorrow, or stop a subscription today.
    case anotherDay
    /// Ask again when the service works.
    case later
    /// Register first.
    case register
}

extension GroupRefusal {
    /// What the refusal advises; it goes with each one.
    public var advice: GroupAdvice {
        switch self {
        case .tooFew: .otherCriteria
        case .badAges, .badArea, .badInterval, .badCount, .noParameter, .tooFineAges, .tooFineArea: .correctRequest
        case .requestsUsed, .intervalsUsed: .anotherDay
        case .down: .later
        case .unknownParty: .register
        }
    }
}

/// Why a group subscription was not stopped (HEALTH-R28).
public enum GroupStopRefusal: UInt8, EventWord {
    /// No subscription with this number is active.
    case noSubscription
    /// It is another third party's.
    case notOwn
    /// The service is down until the system manager restarts it (AVAIL-08).
    case down
}
