// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySlices
import TaxiRules

extension RegistrationMistakes {
    /// The reasons that a form can be made for, in the order of their keys.
    package static let reasons: [RegistrationRefusal] = [
        .missingField, .duplicateUsername, .duplicateEmail, .duplicateLicence, .duplicatePlate, .badUsername, .badEmail,
        .weakPassword, .passwordMismatch, .licenceNotValid, .badLicence, .badSeats,
    ]
}
