// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel
import HealthRules

/// The accounts of the health service: people with a username, organisations with their VAT number, and the system manager, whom only an
/// installation makes (ACCOUNT-TRACK-R12 to -R17, ACCOUNT-TRACK-MANAGER). No mail stands between a form and the first login.
public struct HealthRoles: RoleRules {
    /// The rules.
    public init() {}

    /// People, organisations and the system manager.
    public var types: [RoleName] { [.wearer, .thirdParty, .systemManager] }

    /// Nobody registers as system manager (ACCOUNT-TRACK-MANAGER).
    public func registrationRefusal(of type: RoleName) -> RegistrationRefusal? {
        if type == .systemManager { return .onlyAtInstallation }
        return types.contains(type) ? nil : .unknownType
    }
    /// No identity provider opens an account: it knows no identity number.
    public var providerType: RoleName { .systemManager }

    /// An organisation has no username.
    public func nameField(of type: RoleName) -> AccountField? { type == .thirdParty ? .vatNumber : nil }
    /// Login is possible as soon as the account is stored (ACCOUNT-TRACK-R13).
    public func isConfirmedByMail(_ type: RoleName) -> Bool { false }

    /// All that a type has.
    public func required(of type: RoleName) -> AccountFields { AccountFields(details(of: type).map(\.field)) }

    /// No two people have an identity number, and no two organisations a VAT number.
    public func details(of type: RoleName) -> [DetailField] {
        switch type {
        case .wearer:
            [
                DetailField(
                    .identityNumber,
                    shared: RoleFault(.alreadyRegistered, .alreadyRegistered)),
                DetailField(.birth),
                DetailField(.residenceEast),
                DetailField(.residenceNorth),
                DetailField(.consentText),
            ]
        case .thirdParty:
            [
                DetailField(
                    .vatNumber, shared: RoleFault(.duplicateVATNumber, .duplicateVATNumber))
            ]
        default: []
        }
    }

    /// Numbers that can be some, and stay; a day of birth that is over; the text in force.
    public func fault(in new: AccountDetails, over old: AccountDetails, at now: CityTime) -> RoleFault? {
        if let number = new.text(.identityNumber),
            IdentityNumber(number)?.text != number || old.text(.identityNumber) ?? number != number
        {
            return RoleFault(.badIdentityNumber, .badIdentityNumber)
        }
        if let birth = new.date(.birth), !(birth.midnight.map { $0 <= now } ?? false) {
            return RoleFault(.wrongBirth, .wrongBirth)
        }
        if let text = new.number(.consentText), text != ConsentText.current.number {
            return RoleFault(.otherConsentText, .otherConsentText)
        }
        if let number = new.text(.vatNumber),
            VATNumber(number)?.text != number || old.text(.vatNumber) ?? number != number
        {
            return RoleFault(.badVATNumber, .badVATNumber)
        }
        return nil
    }

    /// The health service learns of the person or organisation.
    public func confirmed(_ account: Account, at now: CityTime) -> [AccountDirective] { [.enter(account)] }

    /// It learns of other personal data (ACCOUNT-TRACK-R31).
    public func changed(_ account: inout Account, from old: Account, at now: CityTime) -> [AccountDirective] {
        account.details == old.details ? [] : [.enter(account)]
    }
}
