// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the taxi service asks of drivers beyond what everybody gives (ACCOUNT-REG-03).
extension Detailed {
    /// Number of the taxi licence, above 0.
    public var licence: Int32? {
        get { details.number(.licence) }
        set { details[.licence] = newValue.map { .number($0) } }
    }

    /// Last day on which the licence is valid.
    public var licenceExpiry: CivilDate? {
        get { details.date(.licenceExpiry) }
        set { details[.licenceExpiry] = newValue.map { .date($0) } }
    }

    /// Number plate.
    public var plate: String? {
        get { details.text(.taxiNumber) }
        set { details[.taxiNumber] = newValue.map { .text($0) } }
    }

    /// Most travelers the taxi seats, 1 or more.
    public var seats: Int32? {
        get { details.number(.seats) }
        set { details[.seats] = newValue.map { .number($0) } }
    }
}
