// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension RaceRules {
    /// Checks what must hold after every call; traps with the reason. For tests and sweeps.
    public func checkInvariants() {
        for race in races {
            precondition(race.start < race.end, "race \(race.id) ends before it starts")
            precondition(race.participants <= race.maximum, "race \(race.id) has too many participants")
            precondition(race.spectators.count <= Int(race.mostSpectators), "race \(race.id) has too many spectators")
            let list = race.participantList
            precondition(Set(list).count == list.count, "somebody is listed twice in race \(race.id)")
            precondition(
                list.count == Int(race.participants), "race \(race.id) counts the wrong number of participants")
            for user in list {
                precondition(users.races(of: user).contains(race.id), "user \(user) does not know of race \(race.id)")
            }
            precondition(race.followers.isEmpty || race.phase == .running, "race \(race.id) is followed and not on")
            if race.phase == .running {
                precondition(race.track != nil, "race \(race.id) is on without a track")
                precondition(
                    race.shown == race.runners.count { $0.isShown },
                    "race \(race.id) counts the wrong number of runners")
            }
        }
        for user in users.order {
            let own = users.races(of: user)
            precondition(Set(own).count == own.count, "user \(user) has a race twice")
            for (index, id) in own.enumerated() {
                precondition(self[id]?.index(of: user) != nil, "race \(id) does not know of user \(user)")
                for other in own[..<index] {
                    guard let one = self[id], let two = self[other], one.phase != .cancelled, two.phase != .cancelled
                    else { continue }
                    precondition(!one.overlaps(two), "the races \(id) and \(other) of user \(user) overlap")
                }
            }
        }
    }
}
