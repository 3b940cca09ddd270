// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TripRules

/// Phones of the planner's users that are dead at times (TRIP-OFFLINE; issue 33, decision 12): what their users change is kept on them
/// and sent when they work again, notices are kept for them; where they are is not known meanwhile.
extension TripPopulation {
    /// The phone of somebody may die.
    func hasMortalPhone(_ index: Int) {
        let traveller = travellers[index]
        travellers[index].planner?.phone = MortalPhone(draws: traveller.person.stream(for: .deadPhones))
        plansDeath(index)
    }

    private func plansDeath(_ index: Int) {
        guard let law = world.groups[travellers[index].group].deadPhones,
            let after = travellers[index].planner?.phone?.draws.time(law.after),
            let length = travellers[index].planner?.phone?.draws.time(law.length)
        else { return }
        // Neither takes no time, so that time goes on.
        let dies = loop.now + max(.seconds(1), after)
        guard dies <= world.end else { return }
        loop.schedule(at: dies, as: .stateChange) { [weak self] in self?.onLoop { $0.dies(index) } }
        loop.schedule(at: dies + max(.seconds(1), length), as: .stateChange) { [weak self] in
            self?.onLoop { $0.revives(index) }
        }
    }

    private func dies(_ index: Int) {
        guard travellers.indices.contains(index) else { return }
        travellers[index].planner?.phone?.isDead = true
        note(.phoneChanged(person: travellers[index].person.id, isDead: true))
    }

    /// What was kept is sent, and then where the person and the vehicles are; what was kept for the phone comes.
    private func revives(_ index: Int) {
        guard travellers.indices.contains(index), let phone = travellers[index].planner?.phone else { return }
        travellers[index].planner?.phone = MortalPhone(draws: phone.draws)
        note(.phoneChanged(person: travellers[index].person.id, isDead: false))
        if !phone.kept.isEmpty { send(index, .sync(phone.kept)) }
        send(index, .vehicles(travellers[index].vehicles))
        tellsPosition(index)
        for notice in phone.notices { hears(notice, index) }
        plansDeath(index)
    }

    /// Keeps what a dead phone cannot send: changes, while where somebody is or looks is told anew; whether it is dead.
    func keeps(_ message: DeviceMessage, _ index: Int) -> Bool {
        guard travellers[index].planner?.phone?.isDead == true else { return false }
        if case .change(let serial, let change) = message {
            travellers[index].planner?.phone?.kept.append(KeptChange(serial: serial, change))
        }
        return true
    }

    /// Keeps a notice for a dead phone; whether it is dead.
    func keeps(_ notice: TripNotice, _ index: Int) -> Bool {
        guard travellers.indices.contains(index), travellers[index].planner?.phone?.isDead == true else { return false }
        // Nobody answers later where somebody was.
        if case .positionWanted = notice { return true }
        if case .timeToLeave(let route) = notice, let activity = travellers[index].planner?.activities[route.key.id] {
            note(.noticeKept(person: travellers[index].person.id, activity: activity))
        }
        travellers[index].planner?.phone?.notices.append(notice)
        return true
    }
}
