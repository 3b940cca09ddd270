// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What people around races draw for: the numbers from 400 on.
extension Purpose {
    /// How quick a runner is, how much the pace fades, where the runner stands in line.
    static var ability: Purpose { Purpose(400) }
    /// Joining, consent, wishes, watching.
    static var raceChoices: Purpose { Purpose(401) }
    /// What becomes of a runner in a race, and how old the phone's positions are.
    static var racing: Purpose { Purpose(402) }
    /// Delays on the way to a follower's map.
    static var raceNetwork: Purpose { Purpose(403) }
    /// Whether a passenger runs as well.
    static var raceTraits: Purpose { Purpose(404) }
}

extension PersonID {
    /// A member of a group of runners or watchers: the groups of this part from 2^20 on.
    static func racePerson(group: Int, member: Int) -> PersonID {
        PersonID(part: 3, group: 1 << 20 + group, member: member)
    }
}
