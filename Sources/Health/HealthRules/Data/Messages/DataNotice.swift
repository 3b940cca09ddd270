// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A batch as a third party gets it: the person's position and values, without the device (HEALTH-R2).
public struct DeliveredBatch: Hashable, Codable, Sendable {
    /// When the first value began.
    public let start: CityTime
    /// When the last one ended.
    public let end: CityTime
    /// Where the person's phone was.
    public let place: Place
    /// All values.
    public let values: [HealthValue]

    /// What of a batch may be delivered.
    public init(_ batch: HealthBatch) {
        (start, end, place) = (batch.start, batch.end, batch.place)
        values = (0..<batch.valueCount).map { batch[$0] }
    }
}

/// What the service answers a third party. A person has the number by which the service will speak of the person.
public enum PartyNotice: Hashable, Codable, Sendable {
    /// The person is asked (HEALTH-R7).
    case forwarded(WearerID)
    /// Where the first request stands (HEALTH-REQ-EXC).
    case status(WearerID, RequestState)
    /// The request is refused.
    case requestRefused(PersonalRefusal)
    /// The person answered, or took the answer back (HEALTH-R8).
    case answered(WearerID, RequestState)
    /// What was read (HEALTH-R27).
    case batches(WearerID, [DeliveredBatch])
    /// No access (HEALTH-R9).
    case denied(WearerID?, AccessDenial)
    /// New batches follow.
    case subscribed(WearerID)
    /// No more follow.
    case subscriptionEnded(WearerID, DataEnd)
    /// There was nothing to stop (HEALTH-R28).
    case unsubscribeRefused(WearerID?, UnsubscribeRefusal)
    /// A new batch (HEALTH-R10-GAP).
    case batch(WearerID, DeliveredBatch)
    /// The person is no user any more: all that was kept of the person is erased.
    case left(WearerID)
    /// A group's data (HEALTH-R6), once or of one interval.
    case group(GroupID, GroupAnswer)
    /// None, and why.
    case groupRefused(GroupID, GroupRefusal)
    /// The request waits (HEALTH-GROUP-EXC).
    case groupFrozen(GroupID)
    /// Aggregates follow.
    case groupSubscribed(GroupID)
    /// None for now; neither count nor cause is told (HEALTH-GROUP-SUB).
    case groupPaused(GroupID)
    /// Aggregates follow again.
    case groupResumed(GroupID)
    /// No more follow.
    case groupEnded(GroupID)
    /// There was nothing to stop.
    case groupStopRefused(GroupID, GroupStopRefusal)
}

/// What the service notifies a person of.
public enum PersonNotice: Hashable, Codable, Sendable {
    /// A third party asks for the person's data (HEALTH-R7).
    case asked(ThirdPartyID)
    /// The answer is stored.
    case stored(ThirdPartyID, RequestState)
    /// Who has asked, and where each request stands.
    case requests([ConsentRow])
    /// The subscription is stopped.
    case subscriptionEnded(ThirdPartyID)
    /// Nothing was changed, or told; the third party is 0 for a list of all.
    case refused(ThirdPartyID, AnswerRefusal)
}

/// A third party's request as the person sees it.
public struct ConsentRow: Hashable, Codable, Sendable {
    /// Who asked.
    public let party: ThirdPartyID
    /// Where the request stands.
    public let state: RequestState
    /// Whether new batches are delivered.
    public let isSubscribed: Bool
}
