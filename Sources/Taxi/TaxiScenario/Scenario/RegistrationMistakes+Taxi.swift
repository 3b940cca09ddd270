// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import ScenarioFile
import TaxiRules

extension RegistrationMistakes {
    /// The reasons that a form can be made for, in the order of their keys.
    public static let reasons: [RegistrationRefusal] = [
        .missingField, .duplicateUsername, .duplicateEmail, .duplicateLicence, .duplicatePlate, .badUsername, .badEmail,
        .weakPassword, .passwordMismatch, .licenceNotValid, .badLicence, .badSeats,
    ]
}
