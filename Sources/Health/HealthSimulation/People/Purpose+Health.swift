// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What people who wear a device draw for: the numbers 600 to 649. The owner is the person, but for the service's crashes.
extension Purpose {
    /// Home, work, age, means of the values and other fixed traits.
    static var wearing: Purpose { Purpose(600) }
    static var healthValues: Purpose { Purpose(601) }
    /// When the device is worn, empty batteries, the background.
    static var wornHours: Purpose { Purpose(602) }
    /// Linking, lost links, resends.
    static var deviceLinks: Purpose { Purpose(603) }
    static var episodes: Purpose { Purpose(604) }
    /// Permission, switching SOS, moving house.
    static var healthChoices: Purpose { Purpose(605) }
    /// Faulty and changed batches.
    static var batchFaults: Purpose { Purpose(606) }
    static var batchDelay: Purpose { Purpose(607) }
    /// Crashes and repairs of the health service (owner: 0).
    static var healthFailures: Purpose { Purpose(608) }
    /// How long an SOS is under way (owner: the number of the SOS).
    static var sosDelay: Purpose { Purpose(609) }
    /// Delays and losses on the way to the server and back (owner: a person, or an organisation).
    static var healthNetwork: Purpose { Purpose(610) }
    /// Whether a message goes over a plain channel.
    static var healthChannel: Purpose { Purpose(611) }
}

extension PersonID {
    /// A member of a group of wearers: the groups of this part from 2^21 on.
    static func wearer(group: Int, member: Int) -> PersonID {
        PersonID(part: 3, group: 1 << 21 + group, member: member)
    }
}
