// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What shoppers and stores draw for: the numbers from 300 on.
extension Purpose {
    /// A shopper's phone, or its lack.
    static var shopperTraits: Purpose { Purpose(300) }
    /// Where a shopper is at first, or where an arrival comes from.
    static var shopperHome: Purpose { Purpose(301) }
    /// Time between two visits, how each is begun, who comes and who has lost the code.
    static var shopping: Purpose { Purpose(302) }
    static var visiting: Purpose { Purpose(303) }
    /// What a shopper puts up with: length of the line, time in it.
    static var queuePatience: Purpose { Purpose(304) }
    /// When a visit is booked for, and what becomes of it.
    static var booking: Purpose { Purpose(305) }
    /// Getting ready, and the way where it is drawn.
    static var settingOut: Purpose { Purpose(306) }
    /// Where a store stands (owner: group and number in the group).
    static var storePlaces: Purpose { Purpose(307) }
    /// Codes of tickets and bookings (owner: 0).
    static var entryCodes: Purpose { Purpose(308) }
    /// Delays and losses on the way to the server and back (owner: a person, or a device).
    static var storeNetwork: Purpose { Purpose(309) }
    /// Whether a message goes over a plain channel.
    static var storeChannel: Purpose { Purpose(310) }
    /// What becomes of an SMS, and what its reader makes of it.
    static var sms: Purpose { Purpose(311) }
    /// Favourites, and wishes for slots.
    static var liking: Purpose { Purpose(312) }
    /// Whether the phone knows its position.
    static var positioning: Purpose { Purpose(313) }
    /// Which questions the maps do not answer (owner: an address at an instant).
    static var mapFailures: Purpose { Purpose(314) }
    /// Which notices do not come (owner: a person at an instant).
    static var noticeLosses: Purpose { Purpose(315) }
    /// When somebody looks at the app.
    static var looking: Purpose { Purpose(316) }
}

extension PersonID {
    static func shopper(group: Int, member: Int) -> PersonID { PersonID(part: 3, group: group, member: member) }
}
