// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import TaxiRules

extension RegistrationForm {
    /// A right form of a passenger, without address and phone.
    package static func passenger(_ username: String = "alice1", _ email: String = "a@b.it") -> RegistrationForm {
        var form = RegistrationForm(.passenger)
        form.username = username
        form.email = email
        form.password = "Passw0rd"
        form.passwordRepeat = "Passw0rd"
        form.name = "Alice"
        form.surname = "Rossi"
        return form
    }

    /// A right form of a driver.
    package static func driver(
        _ username: String = "dora1", _ email: String = "d@b.it", licence: Int32 = 77, plate: String = "AB123",
        expiry: CivilDate = CivilDate(2030, 1, 1)
    ) -> RegistrationForm {
        var form = RegistrationForm.passenger(username, email)
        form.type = .driver
        form.address = "Via Roma 1"
        form.phone = "+39 02 1234"
        form.licence = licence
        form.licenceExpiry = expiry
        form.plate = plate
        form.seats = 4
        return form
    }

    /// The form with other values.
    package func with(_ change: (inout RegistrationForm) -> Void) -> RegistrationForm {
        var form = self
        change(&form)
        return form
    }
}

extension ProfileEdit {
    /// An edit with these values.
    package static func of(_ change: (inout ProfileEdit) -> Void) -> ProfileEdit {
        var edit = ProfileEdit()
        change(&edit)
        return edit
    }
}

/// An instant of a day that is counted from the epoch.
package func at(day: Int = 0, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0) -> CityTime {
    .seconds(((day * 24 + hour) * 60 + minute) * 60 + second)
}

/// An instant of a date.
package func on(_ year: Int32, _ month: Int32, _ day: Int32, _ hour: Int32 = 0, _ minute: Int32 = 0) -> CityTime {
    CivilTime(year, month, day, hour, minute).cityTime ?? .never
}
