// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What emergency calls and crews draw for: the numbers from 500 on. The streams of calls have owner 0, all others the call.
extension Purpose {
    static var emergencies: Purpose { Purpose(500) }
    /// Where they come from.
    static var emergencyPlaces: Purpose { Purpose(501) }
    /// How urgent they are.
    static var urgency: Purpose { Purpose(502) }
    /// Time of the call-taker.
    static var callHandling: Purpose { Purpose(503) }
    /// Time to set out.
    static var turnOut: Purpose { Purpose(504) }
    /// The drive to the scene, where it is drawn.
    static var driveToScene: Purpose { Purpose(505) }
    /// Whether somebody is brought to a hospital, and with siren.
    static var transports: Purpose { Purpose(506) }
    /// Time at the scene.
    static var atScene: Purpose { Purpose(507) }
    /// The drive to the hospital, where it is drawn.
    static var driveToHospital: Purpose { Purpose(508) }
    /// Time at the hospital.
    static var handover: Purpose { Purpose(509) }
}
