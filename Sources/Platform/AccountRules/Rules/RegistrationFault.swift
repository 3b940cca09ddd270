// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

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
    func required(_ type: RoleName, hasPassword: Bool) -> AccountFields {
        let fields = AccountFields.ofEverybody.union(roles.required(of: type))
        return hasPassword ? fields.union(.password) : fields
    }

    /// Looks at a form: first whether it is complete, then each value by itself, then against all other accounts. A form
    /// without a fault has all that it must have.
    func fault(
        in form: RegistrationForm, hasPassword: Bool, _ accounts: some AccountIndex, at now: CityTime
    ) -> FormFault<RegistrationRefusal>? {
        let missing = required(form.type, hasPassword: hasPassword).subtracting(form.filledFields)
            .union(form.unreadableFields)
        guard missing.isEmpty, let username = form.username, let email = form.email else {
            return FormFault(.missingField, missing: missing)
        }
        let details = roles.own(form.details, of: form.type)
        let reason =
            patternFault(username, email, hasPassword ? form : nil)
            ?? roles.fault(in: details, over: AccountDetails(), at: now)?.registration
            ?? (accounts.account(username: username) == nil ? nil : .duplicateUsername)
            ?? (accounts.account(email: email) == nil ? nil : .duplicateEmail)
            ?? duplicate(in: details, of: form.type, besides: nil, accounts)?.registration
        return reason.map { FormFault($0) }
    }

    /// The first pattern that a value does not have; a form whose password counts is looked at for that too.
    private func patternFault(_ username: String, _ email: String, _ form: RegistrationForm?) -> RegistrationRefusal? {
        guard Patterns.isUsername(username) else { return .badUsername }
        guard Patterns.isEmail(email) else { return .badEmail }
        guard let form, let password = form.password else { return nil }
        guard Patterns.isStrong(password) else { return .weakPassword }
        return password == form.passwordRepeat ? nil : .passwordMismatch
    }

    /// The first detail that no two accounts may share and that another account has.
    func duplicate(
        in details: AccountDetails, of type: RoleName, besides own: AccountID?, _ accounts: some AccountIndex
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
