// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The first rule that a form breaks.
struct FormFault<Refusal: Hashable>: Hashable {
    let reason: Refusal
    /// Only for a missing field.
    let missing: AccountFields

    init(_ reason: Refusal, missing: AccountFields = AccountFields([])) {
        self.reason = reason
        self.missing = missing
    }
}

/// The first rule that an edit breaks.
typealias ProfileFault = FormFault<ProfileRefusal>

extension ProfileEdit {
    /// These values, and those of an earlier edit where this one has none.
    func over(_ earlier: ProfileEdit) -> ProfileEdit {
        var edit = self
        edit.username = username ?? earlier.username
        edit.email = email ?? earlier.email
        edit.password = password ?? earlier.password
        edit.name = name ?? earlier.name
        edit.surname = surname ?? earlier.surname
        edit.address = address ?? earlier.address
        edit.phone = phone ?? earlier.phone
        edit.details = details.over(earlier.details)
        return edit
    }
}

extension AccountRules {
    /// Looks at an edit as at a form of registration (ACCOUNT-PROFILE-06). Only what changes is looked at; details
    /// that accounts of the type do not have do not count.
    func fault(
        in edit: ProfileEdit, of account: Account, _ accounts: some AccountIndex, at now: CityTime
    ) -> ProfileFault? {
        let missing = edit.blankTexts.intersection(required(account.type, hasPassword: false))
            .union(edit.unreadableFields)
        guard missing.isEmpty else { return ProfileFault(.missingField, missing: missing) }
        let details = roles.own(edit.details, of: account.type)
        let reason =
            patternFault(in: edit, of: account) ?? roles.fault(in: details, over: account.details, at: now)?.profile
            ?? duplicate(in: edit, of: account, accounts)
            ?? duplicate(in: details, of: account.type, besides: account.id, accounts)?.profile
        return reason.map { ProfileFault($0) } ?? edit.password.flatMap { fault(in: $0, of: account) }
    }

    private func patternFault(in edit: ProfileEdit, of account: Account) -> ProfileRefusal? {
        if let username = edit.username, roles.nameField(of: account.type) != nil || !Patterns.isUsername(username) {
            return .badUsername
        }
        if let email = edit.email, email != account.email {
            guard Patterns.isEmail(email) else { return .badEmail }
            guard email != account.pendingEmail else { return .emailPending }
        }
        return nil
    }

    private func duplicate(
        in edit: ProfileEdit, of account: Account, _ accounts: some AccountIndex
    ) -> ProfileRefusal? {
        func isTaken(_ other: Account?) -> Bool { other.map { $0.id != account.id } ?? false }
        if let username = edit.username, isTaken(accounts.account(username: username)) { return .duplicateUsername }
        if let email = edit.email, isTaken(accounts.account(email: email)) { return .duplicateEmail }
        return nil
    }

    /// The account with the values of an edit that breaks no rule, and the fields that are not as they were. Password and
    /// address of mail have ways of their own.
    func edited(_ old: Account, by edit: ProfileEdit) -> (account: Account, fields: AccountFields) {
        var account = old
        var fields: [AccountField] = []
        func set<Value: Equatable>(_ path: WritableKeyPath<Account, Value>, _ field: AccountField, _ value: Value?) {
            guard let value, account[keyPath: path] != value else { return }
            account[keyPath: path] = value
            fields.append(field)
        }
        set(\.username, .username, edit.username)
        set(\.name, .name, edit.name)
        set(\.surname, .surname, edit.surname)
        // An empty text takes a value away that the account need not have.
        set(\.address, .address, edit.address.map { Patterns.isBlank($0) ? nil : Optional($0) })
        set(\.phone, .phone, edit.phone.map { Patterns.isBlank($0) ? nil : Optional($0) })
        for entry in roles.own(edit.details, of: old.type).entries {
            set(\.details[entry.field], entry.field, entry.value)
        }
        return (account, AccountFields(fields))
    }
}
