// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

// What the accounts of the health service add to the words of everybody's. Fields have the numbers 14 to 19, reasons those from 40 on.

extension AccountField {
    /// Social security number or fiscal code (ACCOUNT-TRACK-R12).
    public static let identityNumber = AccountField(14, "identityNumber")
    /// Day of birth.
    public static let birth = AccountField(15, "birth")
    /// Where the person lives: east of the city's origin.
    public static let residenceEast = AccountField(16, "residenceEast")
    /// North of it.
    public static let residenceNorth = AccountField(17, "residenceNorth")
    /// The number of the text that was read and accepted.
    public static let consentText = AccountField(18, "consentText")
    /// An organisation's VAT number (ACCOUNT-TRACK-R16).
    public static let vatNumber = AccountField(19, "vatNumber")
}

extension RegistrationRefusal {
    /// No fiscal code with a right check letter, and no social security number.
    public static let badIdentityNumber = RegistrationRefusal(40, "badIdentityNumber")
    /// ACCOUNT-TRACK-EXC: the person has an account.
    public static let alreadyRegistered = RegistrationRefusal(41, "alreadyRegistered")
    /// The day of birth is no date, or not yet over.
    public static let wrongBirth = RegistrationRefusal(42, "wrongBirth")
    /// Another text was accepted than the one in force.
    public static let otherConsentText = RegistrationRefusal(43, "otherConsentText")
    /// No Italian VAT number of 11 digits.
    public static let badVATNumber = RegistrationRefusal(44, "badVATNumber")
    /// ACCOUNT-TRACK-R16: the organisation has an account.
    public static let duplicateVATNumber = RegistrationRefusal(45, "duplicateVATNumber")
    /// ACCOUNT-TRACK-MANAGER: there from the installation, without a registration.
    public static let onlyAtInstallation = RegistrationRefusal(46, "onlyAtInstallation")
}

extension ProfileRefusal {
    /// Who somebody is stays: another number would be another person.
    public static let badIdentityNumber = ProfileRefusal(40, "badIdentityNumber")
    /// Somebody else has this number.
    public static let alreadyRegistered = ProfileRefusal(41, "alreadyRegistered")
    /// The day of birth is no date, or not yet over.
    public static let wrongBirth = ProfileRefusal(42, "wrongBirth")
    /// Another text was accepted than the one in force.
    public static let otherConsentText = ProfileRefusal(43, "otherConsentText")
    /// An organisation keeps its VAT number.
    public static let badVATNumber = ProfileRefusal(44, "badVATNumber")
    /// Another organisation has this number.
    public static let duplicateVATNumber = ProfileRefusal(45, "duplicateVATNumber")
}

extension DeletionRefusal {
    /// Who maintains the service, and organisations that people may have said yes to, are taken out by the operator.
    public static let onlyByOperator = DeletionRefusal(46, "onlyByOperator")
}

extension Detailed {
    /// What the health service must know of a person; nil when something is missing.
    public var personalData: PersonalData? {
        guard let number = details.text(.identityNumber), let birth = details.date(.birth),
            let east = details.number(.residenceEast), let north = details.number(.residenceNorth)
        else { return nil }
        return PersonalData(number: number, birth: birth, residence: Place(east: east, north: north))
    }
}

extension RegistrationForm {
    /// A person's form without name and password. The identity number is put in the way in which it is kept, where it can be read.
    public static func wearer(_ data: PersonalData, accepting text: ConsentText?) -> RegistrationForm {
        var form = RegistrationForm(RoleName.wearer, consent: text != nil)
        if !data.number.isEmpty {
            form.details[.identityNumber] = .text(IdentityNumber(data.number)?.text ?? data.number)
        }
        form.details[.birth] = .date(data.birth)
        form.details[.residenceEast] = .number(data.residence.east)
        form.details[.residenceNorth] = .number(data.residence.north)
        form.details[.consentText] = text.map { .number($0.number) }
        return form
    }

    /// An organisation's form without a password (ACCOUNT-TRACK-R16). It logs in with its VAT number.
    public static func organisation(_ name: String, vatNumber: String) -> RegistrationForm {
        // The role of an organisation has the number 63.
        var form = RegistrationForm(RoleName(number: 63))
        form.name = name
        form.details[.vatNumber] = .text(VATNumber(vatNumber)?.text ?? vatNumber)
        return form
    }
}
