// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel

/// The accounts of the taxi service: passengers, who may come through the identity provider, and drivers, who need a taxi and
/// a licence that is valid (ACCOUNT-REG-03, -05, -15, ACCOUNT-PROFILE-03, -07, DEC-LICENCE-EXPIRY).
public struct TaxiRoles: RoleRules {
    /// Calendar months from the licence's reminder to its last day (DEC-LICENCE-EXPIRY).
    public var licenceNotice: Int32 = 3

    /// The catalogue's rules.
    public init() {}

    // MARK: Types of account

    /// Passengers and drivers.
    public var types: [RoleName] { RoleName.ofTaxi }

    /// Passengers come through the identity provider.
    public var providerType: RoleName { .passenger }

    /// Drivers do not (ACCOUNT-FB-02).
    public func providerRefusal(of type: RoleName) -> LoginRefusal? {
        type == .driver ? .driverAccount : nil
    }

    // MARK: Forms

    /// A driver must give more than a passenger (ACCOUNT-REG-03).
    public func required(of type: RoleName) -> AccountFields {
        guard type == .driver else { return AccountFields([]) }
        return AccountFields([.address, .phone]).union(AccountFields(details(of: type).map(\.field)))
    }

    /// What only drivers have. No two of them share a licence or a plate (ACCOUNT-REG-05).
    public func details(of type: RoleName) -> [DetailField] {
        guard type == .driver else { return [] }
        return [
            DetailField(
                .licence, shared: RoleFault(.duplicateLicence, .duplicateLicence)),
            DetailField(.licenceExpiry),
            DetailField(.taxiNumber, shared: RoleFault(.duplicatePlate, .duplicatePlate)),
            DetailField(.seats),
        ]
    }

    /// A number above 0, a seat at least, and a licence that is valid now when anything of it is new (ACCOUNT-REG-15,
    /// INV-DriverMandatoryData).
    public func fault(in new: AccountDetails, over old: AccountDetails, at now: CityTime) -> RoleFault? {
        if let licence = new.licence, licence <= 0 { return RoleFault(.badLicence, .badLicence) }
        if let seats = new.seats, seats < 1 { return RoleFault(.badSeats, .badSeats) }
        let isLicenceNew = new.licence != nil || new.licenceExpiry != nil
        guard isLicenceNew, !new.over(old).isLicenceValid(at: now) else { return nil }
        return RoleFault(.licenceNotValid, .licenceNotValid)
    }

    // MARK: Licences

    /// Plans the reminder and the end of a driver's licence. What is due already comes at once.
    public func confirmed(_ account: Account, at now: CityTime) -> [AccountDirective] {
        var directives: [AccountDirective] = []
        guard let expiry = account.licenceExpiry, let end = expiry.end else { return directives }
        if account.remindedFor != expiry, now < end, let reminder = expiry.earlier(months: licenceNotice).midnight {
            directives.append(.wake(.licenceReminder, account.id, at: max(now, reminder)))
        }
        directives.append(.wake(.licenceEnd, account.id, at: max(now, end)))
        return directives
    }

    /// When another licence is stored, which was found valid: a reminder of its own, and the driver may work again.
    public func changed(_ account: inout Account, from old: Account, at now: CityTime) -> [AccountDirective] {
        guard case .driver(let driver) = account.role.taxi,
            (account.licence, account.licenceExpiry) != (old.licence, old.licenceExpiry)
        else { return [] }
        account.remindedFor = nil
        let directives: [AccountDirective] = [
            .noteFact(ServiceFact(TaxiAccountEvent.licenceRenewed(account: account.id, driver: driver))),
            .permit(account.role, isValid: true),
            .letOneSleep(.licenceReminder, account.id),
        ]
        return directives + confirmed(account, at: now)
    }

    /// The reminder or the end of a licence.
    public func due(_ timer: AccountTimer, _ account: Account, at now: CityTime) -> [AccountDirective] {
        guard case .driver(let driver) = account.role.taxi else { return [] }
        let isValid = account.details.isLicenceValid(at: now)
        switch timer {
        // Three calendar months are left, or fewer: one mail for each licence stored (ACCOUNT-PROFILE-03).
        case .licenceReminder where isValid && account.remindedFor != account.licenceExpiry:
            var reminded = account
            reminded.remindedFor = account.licenceExpiry
            return [
                .save(reminded, otherwise: []), .note(.mailSent(account: account.id, kind: .licenceReminder)),
                .mail(Mail(account: account.id, kind: .licenceReminder, address: account.email)),
            ]
        // The licence's last day is over (ACCOUNT-PROFILE-07).
        case .licenceEnd where !isValid:
            return [
                .noteFact(ServiceFact(TaxiAccountEvent.licenceExpired(account: account.id, driver: driver))),
                .permit(account.role, isValid: false),
            ]
        default: return []
        }
    }
}

extension AccountTimer {
    /// The mail before a licence ends.
    public static let licenceReminder = AccountTimer.serviceReminder
    /// The end of a licence.
    public static let licenceEnd = AccountTimer.serviceEnd
}

extension AccountDetails {
    /// Whether the licence can be used: to the end of its last day (ACCOUNT-REG-15).
    func isLicenceValid(at now: CityTime) -> Bool { licenceExpiry?.isValidLicence(at: now) ?? false }
}
