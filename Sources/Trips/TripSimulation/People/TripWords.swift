// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension ServiceID {
    /// The people of a scenario whose day is a plan.
    static let people = ServiceID("people")
}

extension RoleName {
    /// Somebody whose day is a plan.
    static let cityPerson = RoleName(80, "cityPerson")
}
