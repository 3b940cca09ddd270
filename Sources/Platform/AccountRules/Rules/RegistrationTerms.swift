// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A form that breaks no rule, with what it must have.
struct RegistrationTerms {
    let form: RegistrationForm
    let username: String
    let email: String
    /// Empty when the form was looked at without its password.
    let password: String
    let name: String
    let surname: String
}

/// What a form comes to.
enum RegistrationVerdict {
    /// The first rule that it breaks; the fields only for a missing field.
    case broken(RegistrationRefusal, AccountFields)
    /// It breaks none.
    case right(RegistrationTerms)
}

extension RegistrationForm {
    /// The fields that are filled in. A text of nothing but spaces is left empty.
    public var filledFields: AccountFields {
        let texts: [(AccountField, String?)] = [
            (.username, username), (.password, password), (.passwordRepeat, passwordRepeat), (.email, email),
            (.name, name), (.surname, surname), (.address, address), (.phone, phone), (.taxiNumber, plate),
        ]
        var fields = AccountFields(texts.filter { !Patterns.isBlank($0.1) }.map(\.0))
        if licence != nil { fields.insert(AccountFields([.licence])) }
        if licenceExpiry != nil { fields.insert(AccountFields([.licenceExpiry])) }
        if seats != nil { fields.insert(AccountFields([.seats])) }
        if consent { fields.insert(AccountFields([.consent])) }
        return fields
    }
}

extension AccountFields {
    static let password = AccountFields([.password, .passwordRepeat])
    /// ACCOUNT-REG-02, without the password.
    static let ofEverybody = AccountFields([.username, .email, .name, .surname])
    /// ACCOUNT-REG-03, what is more than everybody's.
    static let ofDrivers = AccountFields([.address, .phone, .licence, .licenceExpiry, .taxiNumber, .seats])

    /// What a form must have.
    static func required(_ type: AccountType, hasPassword: Bool) -> AccountFields {
        var fields = ofEverybody
        if type == .driver { fields.formUnion(ofDrivers) }
        if hasPassword { fields.formUnion(password) }
        return fields
    }
}

extension AccountRules {
    /// Looks at a form: first whether it is complete, then each value by itself, then against all other accounts.
    func verdict(
        on form: RegistrationForm, hasPassword: Bool, _ accounts: some AccountIndex, at now: CityTime
    ) -> RegistrationVerdict {
        let missing = AccountFields.required(form.type, hasPassword: hasPassword).subtracting(form.filledFields)
            .union(form.unreadableFields)
        guard missing.isEmpty, let username = form.username, let email = form.email, let name = form.name,
            let surname = form.surname
        else { return .broken(.missingField, missing) }
        let terms = RegistrationTerms(
            form: form, username: username, email: email, password: hasPassword ? form.password ?? "" : "", name: name,
            surname: surname)
        let fault =
            fault(in: terms, hasPassword: hasPassword, at: now) ?? duplicate(in: terms, accounts)
        return fault.map { .broken($0, AccountFields([])) } ?? .right(terms)
    }

    private func fault(in terms: RegistrationTerms, hasPassword: Bool, at now: CityTime) -> RegistrationRefusal? {
        let form = terms.form
        guard Patterns.isUsername(terms.username) else { return .badUsername }
        guard Patterns.isEmail(terms.email) else { return .badEmail }
        if hasPassword {
            guard Patterns.isStrong(terms.password) else { return .weakPassword }
            guard terms.password == form.passwordRepeat else { return .passwordMismatch }
        }
        if form.type == .driver {
            guard let licence = form.licence, licence > 0 else { return .badLicence }
            guard let seats = form.seats, seats >= 1 else { return .badSeats }
            guard let expiry = form.licenceExpiry, expiry.isValidLicence(at: now) else { return .licenceNotValid }
        }
        return nil
    }

    private func duplicate(in terms: RegistrationTerms, _ accounts: some AccountIndex) -> RegistrationRefusal? {
        let form = terms.form
        guard accounts.account(username: terms.username) == nil else { return .duplicateUsername }
        guard accounts.account(email: terms.email) == nil else { return .duplicateEmail }
        if form.type == .driver, let licence = form.licence, let plate = form.plate {
            guard accounts.account(licence: licence) == nil else { return .duplicateLicence }
            guard accounts.account(plate: plate) == nil else { return .duplicatePlate }
        }
        return nil
    }
}
