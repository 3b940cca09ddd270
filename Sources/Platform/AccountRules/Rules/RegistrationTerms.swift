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
        var fields = AccountFields(details.entries.map(\.field)).subtracting(blankTexts).union(filledTexts)
        if !Patterns.isBlank(password) { fields.insert(AccountFields([.password])) }
        if !Patterns.isBlank(passwordRepeat) { fields.insert(AccountFields([.passwordRepeat])) }
        if consent { fields.insert(AccountFields([.consent])) }
        return fields
    }
}

extension AccountFields {
    static let password = AccountFields([.password, .passwordRepeat])
    /// ACCOUNT-REG-02, without the password.
    static let ofEverybody = AccountFields([.username, .email, .name, .surname])
}

extension AccountRules {
    /// What a form must have.
    func required(_ type: AccountType, hasPassword: Bool) -> AccountFields {
        let fields = AccountFields.ofEverybody.union(roles.required(of: type))
        return hasPassword ? fields.union(.password) : fields
    }

    /// Looks at a form: first whether it is complete, then each value by itself, then against all other accounts.
    func verdict(
        on form: RegistrationForm, hasPassword: Bool, _ accounts: some AccountIndex, at now: CityTime
    ) -> RegistrationVerdict {
        let missing = required(form.type, hasPassword: hasPassword).subtracting(form.filledFields)
            .union(form.unreadableFields)
        guard missing.isEmpty, let username = form.username, let email = form.email, let name = form.name,
            let surname = form.surname
        else { return .broken(.missingField, missing) }
        let terms = RegistrationTerms(
            form: form, username: username, email: email, password: hasPassword ? form.password ?? "" : "", name: name,
            surname: surname)
        let details = roles.own(form.details, of: form.type)
        let fault =
            fault(in: terms, hasPassword: hasPassword)
            ?? roles.fault(in: details, over: AccountDetails(), at: now)?.registration ?? duplicate(in: terms, accounts)
            ?? duplicate(in: details, of: form.type, besides: nil, accounts)?.registration
        return fault.map { .broken($0, AccountFields([])) } ?? .right(terms)
    }

    private func fault(in terms: RegistrationTerms, hasPassword: Bool) -> RegistrationRefusal? {
        guard Patterns.isUsername(terms.username) else { return .badUsername }
        guard Patterns.isEmail(terms.email) else { return .badEmail }
        if hasPassword {
            guard Patterns.isStrong(terms.password) else { return .weakPassword }
            guard terms.password == terms.form.passwordRepeat else { return .passwordMismatch }
        }
        return nil
    }

    private func duplicate(in terms: RegistrationTerms, _ accounts: some AccountIndex) -> RegistrationRefusal? {
        guard accounts.account(username: terms.username) == nil else { return .duplicateUsername }
        guard accounts.account(email: terms.email) == nil else { return .duplicateEmail }
        return nil
    }

    /// The first detail that no two accounts may share and that another account has.
    func duplicate(
        in details: AccountDetails, of type: AccountType, besides own: AccountID?, _ accounts: some AccountIndex
    ) -> RoleFault? {
        for detail in roles.details(of: type) {
            guard let fault = detail.shared, let value = details[detail.field],
                let owner = accounts.account(detail.field, value), owner.id != own
            else { continue }
            return fault
        }
        return nil
    }
}
