// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What happens with the data of the health service. Of people it holds their number only (SEC-09): no name, no social security number,
/// no device. Events of groups name nobody (HEALTH-R5).
@frozen
public enum DataEvent: Hashable, Sendable {
    // MARK: People and third parties

    /// What decides to which groups a person belongs, from now on; `birth` is a date written as yyyymmdd.
    case personKnown(wearer: WearerID, birth: Int32, residence: Place)
    /// The account is gone, and with it all that was kept of the person.
    case personLeft(wearer: WearerID)
    /// An organisation has an account.
    case partyRegistered(party: ThirdPartyID)

    // MARK: One person's data

    /// A third party's request reached the person (HEALTH-R7).
    case requestForwarded(party: ThirdPartyID, wearer: WearerID)
    /// A repeated request got the state of the first (HEALTH-REQ-EXC).
    case requestStatus(party: ThirdPartyID, wearer: WearerID, state: RequestState)
    /// A request was refused.
    case requestRefused(party: ThirdPartyID, reason: PersonalRefusal)
    /// The person said yes (HEALTH-R8).
    case consentGiven(party: ThirdPartyID, wearer: WearerID)
    /// The person said no.
    case consentRefused(party: ThirdPartyID, wearer: WearerID)
    /// The person took a yes back (HEALTH-R29).
    case consentWithdrawn(party: ThirdPartyID, wearer: WearerID)
    /// An answer changed nothing.
    case answerRefused(wearer: WearerID, party: ThirdPartyID, reason: AnswerRefusal)
    /// The third party was told of the answer (HEALTH-R8).
    case thirdPartyNotified(party: ThirdPartyID, wearer: WearerID, state: RequestState)
    /// The third party has access from now on (INV-AccessIffConsent).
    case collectorOpened(party: ThirdPartyID, wearer: WearerID)
    /// It has none any more.
    case collectorClosed(party: ThirdPartyID, wearer: WearerID, cause: DataEnd)
    /// A read or a subscription was refused (HEALTH-R9).
    case accessDenied(party: ThirdPartyID, wearer: WearerID?, purpose: PersonalPurpose, reason: AccessDenial)
    /// Stored batches were read (HEALTH-R27).
    case dataRead(party: ThirdPartyID, wearer: WearerID, from: CityTime, to: CityTime, batches: Int32)
    /// New batches are delivered from now on.
    case subscriptionOpened(party: ThirdPartyID, wearer: WearerID)
    /// None is any more.
    case subscriptionEnded(party: ThirdPartyID, wearer: WearerID, cause: DataEnd)
    /// There was nothing to stop (HEALTH-R28).
    case unsubscribeRefused(party: ThirdPartyID, wearer: WearerID?, reason: UnsubscribeRefusal)
    /// A batch reached a subscribed third party (HEALTH-R2, HEALTH-R11); `produced` is its end.
    case dataDelivered(
        party: ThirdPartyID, wearer: WearerID, produced: CityTime, place: Place, values: BatchValues)

    // MARK: Data of groups

    /// A group is asked for (HEALTH-R4); a missing criterion does not restrict.
    case groupAsked(
        group: GroupID, party: ThirdPartyID, purpose: GroupPurpose, youngest: Int32?, oldest: Int32?,
        southWest: Place?, northEast: Place?, by: AreaKind, waits: Bool)
    /// The answer is out; `members` rounded down to hundreds, as it is told.
    case groupAnswered(group: GroupID, members: Int32, intervals: Int32)
    /// There is none.
    case groupRefused(group: GroupID, reason: GroupRefusal)
    /// The request waits until the group has grown (HEALTH-GROUP-EXC).
    case groupFrozen(group: GroupID)
    /// The subscription begins.
    case groupSubscribed(group: GroupID)
    /// The aggregate of a closed interval is out; how many parameters it tells of.
    case groupDelivered(group: GroupID, from: CityTime, to: CityTime, members: Int32, values: Int32)
    /// One number of an answer or aggregate, as it is told: after it, in the same turn; means in tenths of the unit.
    case groupValue(
        group: GroupID, from: CityTime, parameter: HealthParameter, contributors: Int32, mean: Int32, low: Int32,
        high: Int32)
    /// The group is too small now (HEALTH-GROUP-SUB).
    case groupSubscriptionPaused(group: GroupID)
    /// It is large enough again.
    case groupSubscriptionResumed(group: GroupID)
    /// The third party stopped it.
    case groupSubscriptionEnded(group: GroupID)
    /// There was nothing to stop (HEALTH-R28).
    case groupStopRefused(group: GroupID, party: ThirdPartyID, reason: GroupStopRefusal)
}
