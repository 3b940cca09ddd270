// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension ServiceID {
    /// Trip planning, and people whose day is a plan.
    static let trips = ServiceID("trips")
    /// The people of a scenario whose day is a plan.
    static let people = ServiceID("people")
}

extension RoleName {
    /// Somebody whose day is a plan.
    static let cityPerson = RoleName(80, "cityPerson")
}
