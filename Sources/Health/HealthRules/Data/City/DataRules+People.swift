// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What third parties ask of one person, and what the person answers.
extension DataRules {
    /// Takes a message; `wearer` is whom its social security number names, nil for nobody.
    public mutating func take(_ message: DataMessage, about wearer: WearerID?, at now: CityTime) -> [DataDirective] {
        var out = settle(at: now)
        switch message {
        case .person(let party, _, let wish):
            let person = wearer.flatMap { isHere($0) ? $0 : nil }
            switch wish {
            case .request: request(party, person, &out)
            case .read(let from, let to): read(party, person, from, to, &out)
            case .subscribe: subscribe(party, person, &out)
            case .unsubscribe: unsubscribe(party, person, &out)
            }
        case .group(let party, .ask(let query)): ask(party, query, .once, at: now, &out)
        case .group(let party, .subscribe(let query)): ask(party, query, .subscription, at: now, &out)
        case .group(let party, .stop(let group)): stop(party, group, at: now, &out)
        case .consent(let wearer, let wish): if isHere(wearer) || wearer.isGuest { take(wearer, wish, &out) }
        case .guest(let person, let organiser, let word): take(word, of: person, to: organiser, &out)
        }
        return finish(out)
    }

    // MARK: The third party

    mutating func request(_ party: ThirdPartyID, _ wearer: WearerID?, _ out: inout [DataDirective]) {
        guard isUp, isKnown(party), let wearer else {
            let reason: PersonalRefusal = !isUp ? .down : isKnown(party) ? .unknownNumber : .unknownParty
            out.append(.note(.requestRefused(party: party, reason: reason)))
            out.append(.tell(party, .requestRefused(reason)))
            return
        }
        // A withdrawal is no answer to a request, so it does not stand in the way of a new one (DEC-HEALTH-REREQUEST).
        if let state = consents.pair(wearer, party)?.state, state != .withdrawn {
            out.append(.note(.requestStatus(party: party, wearer: wearer, state: state)))
            out.append(.tell(party, .status(wearer, state)))
            return
        }
        set(wearer, party, .pending)
        out.append(.note(.requestForwarded(party: party, wearer: wearer)))
        out.append(.notify(wearer, .asked(party)))
        out.append(.tell(party, .forwarded(wearer)))
    }

    /// Why there is no access; nil when consent is in force.
    private func denial(_ party: ThirdPartyID, _ wearer: WearerID?) -> AccessDenial? {
        guard isUp else { return .down }
        guard isKnown(party) else { return .unknownParty }
        guard let wearer else { return .unknownNumber }
        switch consents.pair(wearer, party)?.state {
        case .accepted: return nil
        case .pending: return .pending
        case .refused: return .refused
        case .withdrawn: return .withdrawn
        case nil: return .notAsked
        }
    }

    private func deny(
        _ party: ThirdPartyID, _ wearer: WearerID?, _ purpose: PersonalPurpose, _ reason: AccessDenial,
        _ out: inout [DataDirective]
    ) {
        out.append(.note(.accessDenied(party: party, wearer: wearer, purpose: purpose, reason: reason)))
        out.append(.tell(party, .denied(wearer, reason)))
    }

    private func read(
        _ party: ThirdPartyID, _ wearer: WearerID?, _ from: CityTime, _ to: CityTime, _ out: inout [DataDirective]
    ) {
        let reason = denial(party, wearer)
        guard reason == nil, let wearer else { return deny(party, wearer, .read, reason ?? .unknownNumber, &out) }
        out.append(.read(party, wearer, from: from, to: to))
    }

    private mutating func subscribe(_ party: ThirdPartyID, _ wearer: WearerID?, _ out: inout [DataDirective]) {
        var reason = denial(party, wearer)
        if reason == nil, let wearer, consents.pair(wearer, party)?.isSubscribed == true { reason = .alreadySubscribed }
        guard reason == nil, let wearer else {
            return deny(party, wearer, .subscribe, reason ?? .unknownNumber, &out)
        }
        begin(wearer, party, &out)
    }

    private mutating func unsubscribe(_ party: ThirdPartyID, _ wearer: WearerID?, _ out: inout [DataDirective]) {
        guard isUp, let wearer, consents.pair(wearer, party)?.isSubscribed == true else {
            let reason: UnsubscribeRefusal = isUp ? .noSubscription : .down
            out.append(.note(.unsubscribeRefused(party: party, wearer: wearer, reason: reason)))
            out.append(.tell(party, .unsubscribeRefused(wearer, reason)))
            return
        }
        end(wearer, party, .stoppedByParty, &out)
    }

    // MARK: The person

    mutating func take(_ wearer: WearerID, _ wish: ConsentWish, _ out: inout [DataDirective]) {
        guard isUp else { return refuse(wearer, wish.party ?? ThirdPartyID(0), .down, &out) }
        switch wish {
        case .list:
            let rows = consents.pairs(of: wearer).map {
                ConsentRow(party: $0.party, state: $0.state, isSubscribed: $0.isSubscribed)
            }
            out.append(.notify(wearer, .requests(rows)))
        case .answer(let party, isYes: true): accept(wearer, party, &out)
        case .answer(let party, isYes: false): decline(wearer, party, &out)
        case .withdraw(let party): withdraw(wearer, party, &out)
        case .stopSubscription(let party):
            guard consents.pair(wearer, party)?.isSubscribed == true else {
                return refuse(wearer, party, .noSubscription, &out)
            }
            end(wearer, party, .stoppedByPerson, &out)
            out.append(.notify(wearer, .subscriptionEnded(party)))
        }
    }

    private func refuse(
        _ wearer: WearerID, _ party: ThirdPartyID, _ reason: AnswerRefusal, _ out: inout [DataDirective]
    ) {
        if reason == .noSubscription {
            out.append(.note(.unsubscribeRefused(party: party, wearer: wearer, reason: .noSubscription)))
        } else {
            out.append(.note(.answerRefused(wearer: wearer, party: party, reason: reason)))
        }
        out.append(.notify(wearer, .refused(party, reason)))
    }

    /// A yes, also after a no. After a withdrawal the third party has to ask first.
    private mutating func accept(_ wearer: WearerID, _ party: ThirdPartyID, _ out: inout [DataDirective]) {
        switch consents.pair(wearer, party)?.state {
        case nil, .withdrawn: refuse(wearer, party, .notAsked, &out)
        case .accepted: refuse(wearer, party, .alreadyGiven, &out)
        case .pending, .refused:
            set(wearer, party, .accepted)
            out.append(.note(.consentGiven(party: party, wearer: wearer)))
            out.append(.note(.collectorOpened(party: party, wearer: wearer)))
            report(wearer, party, .accepted, &out)
        }
    }

    /// A no; in place of a yes it is a withdrawal.
    private mutating func decline(_ wearer: WearerID, _ party: ThirdPartyID, _ out: inout [DataDirective]) {
        switch consents.pair(wearer, party)?.state {
        case nil, .withdrawn: refuse(wearer, party, .notAsked, &out)
        case .refused: refuse(wearer, party, .alreadyRefused, &out)
        case .accepted: withdraw(wearer, party, &out)
        case .pending:
            set(wearer, party, .refused)
            out.append(.note(.consentRefused(party: party, wearer: wearer)))
            report(wearer, party, .refused, &out)
        }
    }

    /// In force at once: the next batch is not delivered, whenever it was produced (HEALTH-R29).
    private mutating func withdraw(_ wearer: WearerID, _ party: ThirdPartyID, _ out: inout [DataDirective]) {
        guard let pair = consents.pair(wearer, party), pair.state == .accepted else {
            return refuse(wearer, party, .noConsent, &out)
        }
        set(wearer, party, .withdrawn)
        out.append(.note(.consentWithdrawn(party: party, wearer: wearer)))
        if pair.isSubscribed { end(wearer, party, .withdrawn, &out) }
        out.append(.note(.collectorClosed(party: party, wearer: wearer, cause: .withdrawn)))
        report(wearer, party, .withdrawn, &out)
    }

    private func report(
        _ wearer: WearerID, _ party: ThirdPartyID, _ state: RequestState, _ out: inout [DataDirective]
    ) {
        out.append(.note(.thirdPartyNotified(party: party, wearer: wearer, state: state)))
        out.append(.tell(party, .answered(wearer, state)))
        out.append(.notify(wearer, .stored(party, state)))
    }
}
