// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel
import RaceRules

// Reasons of the race service have the numbers from 50 on.

extension DeletionRefusal {
    /// Whoever has joined a race counts on its organiser until the race is over (RACE-R24).
    public static let hasRaces = DeletionRefusal(50, "hasRaces")
}

/// The accounts of the race service: users, who run and watch, and organisers, who are third parties (RACE-R24).
///
/// Both choose a username, and no mail stands between a form and the first login. Nobody is both with one account.
public struct RaceRoles: RoleRules {
    /// The rules.
    public init() {}

    /// Users and organisers.
    public var types: [RoleName] { [.raceUser, .organiser] }
    /// Whom an identity provider names is a user; organisers give a password.
    public var providerType: RoleName { .raceUser }
    /// Login is possible as soon as the account is stored.
    public func isConfirmedByMail(_ type: RoleName) -> Bool { false }

    /// The race service learns of the user or organiser.
    public func confirmed(_ account: Account, at now: CityTime) -> [AccountDirective] { [.enter(account)] }
}
