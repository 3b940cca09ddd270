// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The texts of a registration or of an edit, but for passwords.
protocol PersonalTexts: Detailed {
    var username: String? { get }
    var email: String? { get }
    var name: String? { get }
    var surname: String? { get }
    var address: String? { get }
    var phone: String? { get }
}

extension RegistrationForm: PersonalTexts {}
extension ProfileEdit: PersonalTexts {}

extension PersonalTexts {
    private var texts: [(field: AccountField, text: String?)] {
        let ofEverybody: [(AccountField, String?)] = [
            (.username, username), (.email, email), (.name, name), (.surname, surname), (.address, address),
            (.phone, phone),
        ]
        return ofEverybody + details.texts.map { ($0.field, $0.text) }
    }

    /// Fields with a text that is more than spaces.
    var filledTexts: AccountFields { AccountFields(texts.filter { !Patterns.isBlank($0.text) }.map(\.field)) }

    /// Fields with a text of nothing but spaces.
    var blankTexts: AccountFields {
        AccountFields(texts.filter { $0.text != nil && Patterns.isBlank($0.text) }.map(\.field))
    }

    /// Fields whose text holds a byte 0: they count as missing, but for those that have a pattern of their own.
    var unreadableFields: AccountFields {
        AccountFields(texts.filter { !Patterns.isReadable($0.text) }.map(\.field))
            .subtracting(AccountFields([.username, .email]))
    }
}
