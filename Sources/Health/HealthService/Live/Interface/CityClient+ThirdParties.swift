// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityLoop
public import CityModel
public import HealthRules

extension CityClient: ThirdPartyService {
    /// Opens an organisation's account (ACCOUNT-TRACK-R16).
    public func createOrganisation(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID {
        try await createAccount(form, as: .thirdParty, of: .health)
    }

    // MARK: One person

    /// Asks a person for consent (HEALTH-R7).
    public func request(_ token: Token, number: String) async throws(RequestError) -> RequestedPerson {
        let answer: Result<RequestedPerson, RequestError>? = try await ask(token, number, .request) {
            switch $0 {
            case .forwarded(let wearer): .success(RequestedPerson(wearer: wearer, state: .pending))
            case .status(let wearer, let state): .success(RequestedPerson(wearer: wearer, state: state))
            case .requestRefused(let refusal): .failure(.refused(refusal))
            default: nil
            }
        }
        guard let answer else { throw .access(.misunderstood) }
        return try answer.get()
    }

    /// Reads what is stored of a person (HEALTH-R27).
    public func read(
        _ token: Token, number: String, from: CityTime, to: CityTime
    ) async throws(DataError) -> [DeliveredBatch] {
        try await access(token, number, .read(from: from, to: to)) {
            if case .batches(_, let batches) = $0 { batches } else { nil }
        }
    }

    /// Wants each new batch of a person (HEALTH-R10-GAP).
    public func subscribe(_ token: Token, number: String) async throws(DataError) -> WearerID {
        try await access(token, number, .subscribe) { if case .subscribed(let wearer) = $0 { wearer } else { nil } }
    }

    /// Wants none any more (HEALTH-R28).
    public func unsubscribe(_ token: Token, number: String) async throws(UnsubscribeError) {
        let answer: Result<Void, UnsubscribeError>? = try await ask(token, number, .unsubscribe) {
            switch $0 {
            case .subscriptionEnded(_, .stoppedByParty): .success(())
            case .unsubscribeRefused(_, let refusal): .failure(.refused(refusal))
            default: nil
            }
        }
        guard let answer else { throw .access(.misunderstood) }
        try answer.get()
    }

    private func access<Found>(
        _ token: Token, _ number: String, _ wish: PersonalWish, _ pick: (PartyNotice) -> Found?
    ) async throws(DataError) -> Found {
        let answer: Result<Found, DataError>? = try await ask(token, number, wish) {
            if case .denied(_, let reason) = $0 { .failure(.refused(reason)) } else { pick($0).map { .success($0) } }
        }
        guard let answer else { throw .access(.misunderstood) }
        return try answer.get()
    }

    private func ask<Found, Refusal>(
        _ token: Token, _ number: String, _ wish: PersonalWish,
        _ pick: (PartyNotice) -> Result<Found, RefusedError<Refusal>>?
    ) async throws(RefusedError<Refusal>) -> Result<Found, RefusedError<Refusal>>? {
        let found = try await exchange(token, RefusedError<Refusal>.self) {
            DataMessage.person(ThirdPartyID($0.role.number), number: number, wish)
        }
        return found.last(pick)
    }

    // MARK: Groups

    /// Asks once for the data of a group (HEALTH-R6).
    public func ask(_ token: Token, _ query: GroupQuery) async throws(GroupError) -> AskedGroup {
        let known = healthPart.watched
        return try await group(token, .ask(query)) {
            switch $0 {
            case .group(let group, let answer) where !known.contains(group): .answered(group, answer)
            case .groupFrozen(let group): .frozen(group)
            default: nil
            }
        }
    }

    /// Wants an aggregate of each closed interval (HEALTH-GROUP-SUB).
    public func subscribe(_ token: Token, to query: GroupQuery) async throws(GroupError) -> SubscribedGroup {
        try await group(token, .subscribe(query)) {
            switch $0 {
            case .groupSubscribed(let group): SubscribedGroup(group: group, isFrozen: false)
            case .groupFrozen(let group): SubscribedGroup(group: group, isFrozen: true)
            default: nil
            }
        }
    }

    private func group<Found>(
        _ token: Token, _ wish: GroupWish, _ pick: (PartyNotice) -> Found?
    ) async throws(GroupError) -> Found {
        let found = try await exchange(token, GroupError.self) {
            DataMessage.group(ThirdPartyID($0.role.number), wish)
        }
        let answer: Result<Found, GroupError>? = found.last { (notice: PartyNotice) in
            if case .groupRefused(_, let refusal) = notice { return .failure(.refused(refusal)) }
            return pick(notice).map { .success($0) }
        }
        guard let answer else { throw .access(.misunderstood) }
        return try answer.get()
    }

    /// Wants none any more (HEALTH-R28).
    public func stop(_ token: Token, _ group: GroupID) async throws(GroupStopError) {
        let found = try await exchange(token, GroupStopError.self) {
            DataMessage.group(ThirdPartyID($0.role.number), .stop(group))
        }
        let answer: Result<Void, GroupStopError>? = found.last { (notice: PartyNotice) in
            switch notice {
            case .groupEnded(group): .success(())
            case .groupStopRefused(group, let refusal): .failure(.refused(refusal))
            default: nil
            }
        }
        guard let answer else { throw .access(.misunderstood) }
        try answer.get()
    }

    // MARK: What comes in

    /// What the organisation is told beside answers.
    public func nextDelivery(_ token: Token) async throws(AccessError) -> PartyNotice {
        let session = try openSession(token, AccessError.self)
        guard session.role.name == .thirdParty else { throw .wrongRole }
        return try await nextNotice(token) { (notice: PartyNotice) in notice }
    }

    private func take(_ notice: PartyNotice, _ party: ThirdPartyID) {
        let connection = Connection(.thirdParty(party))
        note(notice, for: connection)
        if healthPart.isNews(notice, whileAsking: isAsking(connection)) { tell(notice, to: connection) }
        healthPart.take(notice)
    }
}

extension CityClient: DataClients {
    /// Takes what the data side of the health service says to an organisation.
    nonisolated public func tell(_ party: ThirdPartyID, _ notice: PartyNotice) { onLoop { $0.take(notice, party) } }
    /// Takes what it says to a person.
    nonisolated public func notify(_ wearer: WearerID, _ notice: PersonNotice) { onLoop { $0.take(notice, wearer) } }
}
