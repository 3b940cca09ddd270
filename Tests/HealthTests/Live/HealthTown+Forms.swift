// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import HealthRules
import HealthService

extension HealthTown {
    static let person = PersonalData(
        number: "RSSMRA85T10A562S", birth: CivilDate(1960, 12, 10), residence: Place(east: 1, north: 2))

    static func wearer(
        _ name: String, _ data: PersonalData = person, accepting text: ConsentText? = .current
    ) -> RegistrationForm {
        var form = RegistrationForm.wearer(data, accepting: text)
        (form.username, form.email, form.name, form.surname) = (name, "\(name)@example.org", name, "Rossi")
        (form.password, form.passwordRepeat) = (password, password)
        return form
    }

    static func organisation(_ number: String) -> RegistrationForm {
        var form = RegistrationForm.organisation("Istituto", vatNumber: number)
        (form.password, form.passwordRepeat) = (password, password)
        return form
    }

    /// What the health monitor knows of a person.
    func person(_ number: Int) -> PersonalData? { live.monitor.onLoop { $0.rules.person(WearerID(number)) } }
}
