// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import HealthRules

/// What an organisation asks of the health service. The token is one of `WearerService.loginToHealth`.
public protocol ThirdPartyService: Sendable {
    /// Opens an organisation's account (ACCOUNT-TRACK-R16). Returns its number.
    func createOrganisation(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID

    /// Asks a person for consent, by social security number (HEALTH-R7). A repeated request is not forwarded again and says where the
    /// first stands (HEALTH-REQ-EXC).
    func request(_ token: Token, number: String) async throws(RequestError) -> RequestedPerson
    /// Reads what is stored of a person: the batches that began from one instant on and before another (HEALTH-R27).
    func read(
        _ token: Token, number: String, from: CityTime, to: CityTime
    ) async throws(DataError) -> [DeliveredBatch]
    /// Wants each new batch of a person, to be read with `nextDelivery` (HEALTH-R10-GAP).
    func subscribe(_ token: Token, number: String) async throws(DataError) -> WearerID
    /// Wants none any more (HEALTH-R28).
    func unsubscribe(_ token: Token, number: String) async throws(UnsubscribeError)

    /// Asks once for the data of a group (HEALTH-R4, HEALTH-R6).
    func ask(_ token: Token, _ query: GroupQuery) async throws(GroupError) -> AskedGroup
    /// Wants an aggregate of each closed interval, to be read with `nextDelivery` (HEALTH-GROUP-SUB).
    func subscribe(_ token: Token, to query: GroupQuery) async throws(GroupError) -> SubscribedGroup
    /// Wants none any more (HEALTH-R28).
    func stop(_ token: Token, _ group: GroupID) async throws(GroupStopError)

    /// What the organisation is told beside answers, such as a yes, a new batch or an aggregate: the oldest that was not read, or the
    /// next one. The newest hundred are kept.
    func nextDelivery(_ token: Token) async throws(AccessError) -> PartyNotice
}

/// A person who was asked for consent.
public struct RequestedPerson: Hashable, Sendable {
    /// The number by which the service speaks of the person.
    public let wearer: WearerID
    /// Where the request stands.
    public let state: RequestState
}

/// What became of a request for a group's data.
public enum AskedGroup: Hashable, Sendable {
    /// The answer.
    case answered(GroupID, GroupAnswer)
    /// The group is too small, and the request waits: `nextDelivery` brings the answer (HEALTH-GROUP-EXC).
    case frozen(GroupID)
}

/// A subscription to a group's data.
public struct SubscribedGroup: Hashable, Sendable {
    /// The number by which it is stopped.
    public let group: GroupID
    /// The group is too small, and the subscription waits until it has grown (HEALTH-GROUP-EXC).
    public let isFrozen: Bool
}
