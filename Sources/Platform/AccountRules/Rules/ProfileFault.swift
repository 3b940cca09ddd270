// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The first rule that an edit breaks.
struct ProfileFault: Hashable {
    let reason: ProfileRefusal
    /// Only for a missing field.
    let missing: AccountFields

    init(_ reason: ProfileRefusal, missing: AccountFields = AccountFields([])) {
        self.reason = reason
        self.missing = missing
    }
}

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
        edit.licence = licence ?? earlier.licence
        edit.licenceExpiry = licenceExpiry ?? earlier.licenceExpiry
        edit.plate = plate ?? earlier.plate
        edit.seats = seats ?? earlier.seats
        return edit
    }

    /// The fields that the edit would leave empty though the account must have them.
    func emptied(_ type: AccountType) -> AccountFields {
        let texts: [(AccountField, String?)] = [
            (.username, username), (.email, email), (.name, name), (.surname, surname), (.address, address),
            (.phone, phone), (.taxiNumber, plate),
        ]
        let empty = AccountFields(texts.filter { $0.1 != nil && Patterns.isBlank($0.1) }.map(\.0))
        return empty.intersection(.required(type, hasPassword: false))
    }
}

extension AccountRules {
    /// Looks at an edit as at a form of registration (ACCOUNT-PROFILE-06). Only what changes is looked at; licence, plate
    /// and seats of a passenger's edit do not count.
    func fault(
        in edit: ProfileEdit, of account: Account, _ accounts: some AccountIndex, at now: CityTime
    ) -> ProfileFault? {
        let missing = edit.emptied(account.type).union(edit.unreadableFields)
        guard missing.isEmpty else { return ProfileFault(.missingField, missing: missing) }
        let reason =
            patternFault(in: edit, of: account) ?? licenceFault(in: edit, of: account, at: now)
            ?? duplicate(in: edit, of: account, accounts)
        return reason.map { ProfileFault($0) } ?? edit.password.flatMap { fault(in: $0, of: account) }
    }

    private func patternFault(in edit: ProfileEdit, of account: Account) -> ProfileRefusal? {
        if let username = edit.username, !Patterns.isUsername(username) { return .badUsername }
        if let email = edit.email, email != account.email {
            guard Patterns.isEmail(email) else { return .badEmail }
            guard email != account.pendingEmail else { return .emailPending }
        }
        return nil
    }

    private func licenceFault(in edit: ProfileEdit, of account: Account, at now: CityTime) -> ProfileRefusal? {
        guard account.type == .driver else { return nil }
        if let licence = edit.licence, licence <= 0 { return .badLicence }
        if let seats = edit.seats, seats < 1 { return .badSeats }
        let expiry = edit.licenceExpiry ?? account.licenceExpiry
        let isLicenceEdited = edit.licence != nil || edit.licenceExpiry != nil
        if isLicenceEdited, !(expiry?.isValidLicence(at: now) ?? false) { return .licenceNotValid }
        return nil
    }

    private func duplicate(
        in edit: ProfileEdit, of account: Account, _ accounts: some AccountIndex
    ) -> ProfileRefusal? {
        func isTaken(_ other: Account?) -> Bool { other.map { $0.id != account.id } ?? false }
        if let username = edit.username, isTaken(accounts.account(username: username)) { return .duplicateUsername }
        if let email = edit.email, isTaken(accounts.account(email: email)) { return .duplicateEmail }
        guard account.type == .driver else { return nil }
        if let licence = edit.licence, isTaken(accounts.account(licence: licence)) { return .duplicateLicence }
        if let plate = edit.plate, isTaken(accounts.account(plate: plate)) { return .duplicatePlate }
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
        if old.type == .driver {
            set(\.licence, .licence, edit.licence.map(Optional.some))
            set(\.licenceExpiry, .licenceExpiry, edit.licenceExpiry.map(Optional.some))
            set(\.plate, .taxiNumber, edit.plate.map(Optional.some))
            set(\.seats, .seats, edit.seats.map(Optional.some))
        }
        if account.licence != old.licence || account.licenceExpiry != old.licenceExpiry { account.remindedFor = nil }
        return (account, AccountFields(fields))
    }
}
