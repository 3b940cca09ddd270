// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension HealthRules {
    /// Somebody signs up: with a social security number that nobody else has (ACCOUNT-TRACK-R12, ACCOUNT-TRACK-EXC).
    mutating func register(_ data: PersonalData, _ client: ClientSystem, at now: CityTime) -> [HealthDirective] {
        func refused(_ reason: SignUpRefusal) -> [HealthDirective] {
            [.note(.signUpRefused(reason: reason)), .tell(.signUpRefused(reason))]
        }
        guard isUp else { return refused(.down) }
        guard !data.number.isEmpty else { return refused(.missingNumber) }
        guard let birth = data.birth.midnight, birth <= now else { return refused(.wrongBirth) }
        guard numbers[data.number] == nil else { return refused(.alreadyRegistered) }
        wearers.append(Wearer())
        people.append(data)
        let id = WearerID(wearers.count)
        numbers[data.number] = id
        return [
            .note(.wearerRegistered(wearer: id, client: client)), .note(.sosEnabled(wearer: id)),
            .registered(id, data), .tell(.registered(id)),
        ]
    }

    /// A user asks for something.
    mutating func take(_ wish: WearerWish, of wearer: WearerID, at now: CityTime) -> [HealthDirective] {
        if let reason = refusal(of: wish, wearer, at: now) {
            return [.note(.wearerRefused(wearer: wearer, reason: reason)), .tell(.refused(wearer, reason))]
        }
        let index = wearer.index - 1
        var directives: [HealthDirective] = []
        switch wish {
        case .logIn(let seal):
            wearers[index].seal = seal
            directives.append(.note(.wearerLoggedIn(wearer: wearer)))
        case .logOut:
            wearers[index].seal = nil
            directives.append(.note(.wearerLoggedOut(wearer: wearer)))
        case .permit(let isGiven):
            wearers[index].isPermitted = isGiven
            directives = [
                .note(.permissionAsked(wearer: wearer)),
                .note(isGiven ? .permissionGiven(wearer: wearer) : .permissionRefused(wearer: wearer)),
            ]
        case .link(let device, isFound: false):
            return [
                .note(.deviceConnectFailed(wearer: wearer, device: device)), .tell(.followInstructions(wearer)),
            ]
        case .link(let device, isFound: true):
            owners[wearers[index].device] = nil
            owners[device] = wearer
            wearers[index].device = device
            directives.append(.note(.deviceConnected(wearer: wearer, device: device)))
        case .callHelpLine: directives.append(.note(.helpLineCalled(wearer: wearer)))
        case .setSOS(let isOn):
            if wearers[index].isSOSOn != isOn {
                wearers[index].isSOSOn = isOn
                directives.append(.note(isOn ? .sosEnabled(wearer: wearer) : .sosDisabled(wearer: wearer)))
            }
        case .change(let data):
            // Who somebody is stays: another number would be another person.
            guard var known = people[index] else { return [] }
            (known.birth, known.residence) = (data.birth, data.residence)
            people[index] = known
            directives = [.note(.personalDataChanged(wearer: wearer)), .changed(wearer, known)]
        case .leave: directives = leave(wearer)
        }
        return directives + [.tell(.done(wearer))]
    }

    private mutating func leave(_ wearer: WearerID) -> [HealthDirective] {
        let index = wearer.index - 1
        if let data = people[index] { numbers[data.number] = nil }
        owners[wearers[index].device] = nil
        people[index] = nil
        wearers[index] = Wearer()
        wearers[index].isGone = true
        pending.removeAll { $0.wearer == wearer }
        handOver.forget(wearer)
        return [.note(.wearerLeft(wearer: wearer)), .left(wearer)]
    }

    /// Something of the account of a live user. Accounts have machines of their own, so it is taken also while the service is down;
    /// they gave the number, and found that nobody else has the social security number.
    mutating func take(_ news: AccountNews, of wearer: WearerID) -> [HealthDirective] {
        let index = wearer.index - 1
        switch news {
        case .entered(let data) where person(wearer) != nil:
            people[index]?.birth = data.birth
            people[index]?.residence = data.residence
            return [.note(.personalDataChanged(wearer: wearer))] + (people[index].map { [.changed(wearer, $0)] } ?? [])
        case .entered(let data):
            while wearers.count <= index {
                wearers.append(Wearer())
                wearers[wearers.count - 1].isGone = true
                people.append(nil)
            }
            wearers[index] = Wearer()
            people[index] = data
            numbers[data.number] = wearer
            return [
                .note(.wearerRegistered(wearer: wearer, client: .unknown)), .note(.sosEnabled(wearer: wearer)),
                .registered(wearer, data),
            ]
        case .loggedOut:
            guard person(wearer) != nil, wearers[index].seal != nil else { return [] }
            wearers[index].seal = nil
            return [.note(.wearerLoggedOut(wearer: wearer))]
        case .closed: return person(wearer) == nil ? [] : leave(wearer)
        }
    }

    private func refusal(of wish: WearerWish, _ wearer: WearerID, at now: CityTime) -> WearerRefusal? {
        let index = wearer.index - 1
        guard isUp else { return .down }
        guard wearers.indices.contains(index), !wearers[index].isGone else { return .unknownPerson }
        switch wish {
        case .logIn, .logOut, .callHelpLine: return nil
        case .permit, .setSOS, .leave: return wearers[index].seal == nil ? .notLoggedIn : nil
        case .change(let data):
            if wearers[index].seal == nil { return .notLoggedIn }
            return data.birth.midnight.map { $0 <= now } ?? false ? nil : .wrongBirth
        case .link(let device, _):
            if wearers[index].seal == nil { return .notLoggedIn }
            if !wearers[index].isPermitted { return .notPermitted }
            return owners[device].map { $0 != wearer } ?? false ? .deviceTaken : nil
        }
    }
}
