// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel
import StoreRules

extension RegistrationRefusal {
    /// ACCOUNT-MANAGER-02: managers and employees are set at deployment.
    public static let setAtDeployment = RegistrationRefusal(30, "setAtDeployment")
}

extension DeletionRefusal {
    /// ACCOUNT-MANAGER-02: who works at a store is taken out where it was set.
    public static let setAtDeployment = DeletionRefusal(30, "setAtDeployment")
}

/// The accounts with a password of the store service: managers and employees, set at deployment (ACCOUNT-MANAGER-01, -02).
/// Shoppers have accounts by phone.
public struct StoreRoles: RoleRules {
    /// The rules.
    public init() {}

    /// Managers and employees; which of the two somebody is, each store says.
    public var types: [RoleName] { [.staff] }
    /// Nobody opens such an account alone.
    public func registrationRefusal(of type: RoleName) -> RegistrationRefusal? { .setAtDeployment }
    /// No identity provider does either.
    public var providerType: RoleName { .staff }
}
