// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The texts of a registration or of an edit that have no pattern of their own.
protocol PersonalTexts {
    var name: String? { get }
    var surname: String? { get }
    var address: String? { get }
    var phone: String? { get }
    var details: AccountDetails { get }
}

extension RegistrationForm: PersonalTexts {}
extension ProfileEdit: PersonalTexts {}

extension PersonalTexts {
    /// Fields whose text holds a byte 0: they count as missing.
    var unreadableFields: AccountFields {
        let texts: [(AccountField, String?)] = [
            (.name, name), (.surname, surname), (.address, address), (.phone, phone),
        ]
        return AccountFields(texts.filter { !Patterns.isReadable($0.1) }.map(\.0))
            .union(AccountFields(details.texts.filter { !Patterns.isReadable($0.text) }.map(\.field)))
    }
}
