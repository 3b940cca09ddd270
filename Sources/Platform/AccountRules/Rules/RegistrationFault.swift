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
        let everybody = roles.nameField(of: type) == nil ? AccountFields.ofEverybody : AccountFields([.name])
        let fields = everybody.union(roles.required(of: type))
        return hasPassword ? fields.union(.password) : fields
    }

    /// What the account of a form is found by. Who logs in with a field of the service's and gives no address of mail has that field in
    /// its place, which is none.
    func names(of form: RegistrationForm) -> (username: String, email: String) {
        guard let field = roles.nameField(of: form.type) else { return (form.username ?? "", form.email ?? "") }
        let name = form.details.text(field) ?? ""
        return (name, Patterns.isBlank(form.email) ? name : form.email ?? name)
    }

    /// Looks at a form: first whether it is complete, then each value by itself, then against all other accounts. A form
    /// without a fault has all that it must have.
    func fault(
        in form: RegistrationForm, hasPassword: Bool, _ accounts: some AccountIndex, at now: CityTime
    ) -> FormFault<RegistrationRefusal>? {
        let missing = required(form.type, hasPassword: hasPassword).subtracting(form.filledFields)
            .union(form.unreadableFields)
        guard missing.isEmpty else { return FormFault(.missingField, missing: missing) }
        let (username, email) = names(of: form)
        let isNameChosen = roles.nameField(of: form.type) == nil
        let details = roles.own(form.details, of: form.type)
        let reason =
            patternFault(
                isNameChosen ? username : nil, !isNameChosen && email == username ? nil : email,
                hasPassword ? form : nil)
            ?? roles.fault(in: details, over: AccountDetails(), at: now)?.registration
            ?? (!isNameChosen || accounts.account(username: username) == nil ? nil : .duplicateUsername)
            ?? (email == username || accounts.account(email: email) == nil ? nil : .duplicateEmail)
            ?? duplicate(in: details, of: form.type, besides: nil, accounts)?.registration
        return reason.map { FormFault($0) }
    }

    /// The first pattern that a value does not have; a form whose password counts is looked at for that too.
    private func patternFault(
        _ username: String?, _ email: String?, _ form: RegistrationForm?
    ) -> RegistrationRefusal? {
        if let username, !Patterns.isUsername(username) { return .badUsername }
        if let email, !Patterns.isEmail(email) { return .badEmail }
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
