// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What people draw for whose day is a plan: the numbers from 700 on.
extension Purpose {
    /// Home, work, what is owned and used.
    static var planTraits: Purpose { Purpose(700) }
    /// What is done each day, and when.
    static var planDays: Purpose { Purpose(701) }
    /// How late the trips of lines are.
    static var lineDelays: Purpose { Purpose(702) }
    /// From a notice to setting out.
    static var noticeReactions: Purpose { Purpose(704) }
    /// Where shared vehicles stand at first.
    static var vehicleStands: Purpose { Purpose(703) }
    /// The links of planner users to the server.
    static var tripNetwork: Purpose { Purpose(705) }
    /// Whether a phone is faulty and sends over a plain channel.
    static var tripChannel: Purpose { Purpose(706) }
    /// What a phone runs on.
    static var phoneTraits: Purpose { Purpose(707) }
    /// The key of cloud identifiers.
    static var cloudIdentifiers: Purpose { Purpose(708) }
    /// The tokens of their sessions.
    static var deviceTokens: Purpose { Purpose(709) }
    /// When phones are dead.
    static var deadPhones: Purpose { Purpose(710) }
}

extension PersonID {
    /// A member of a group of people whose day is a plan: the groups of this part from 3 x 2^20 on.
    static func planningPerson(group: Int, member: Int) -> PersonID {
        PersonID(part: 3, group: firstPlanningGroup + group, member: member)
    }

    private static let firstPlanningGroup = 3 << 20

    /// The group of such a person.
    var planningGroup: Int { Int(key >> 40 & 0x3f_ffff) - Self.firstPlanningGroup }
}
