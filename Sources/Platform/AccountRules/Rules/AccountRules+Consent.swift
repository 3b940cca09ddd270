// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension AccountRules {
    /// The gate in front of every write of personal data (ACCOUNT-PRIV-01): what to do instead when the person never gave
    /// permission; nil when the write may go on. With right rules the answer is always nil; the registry asks all the same.
    public func violation(writing account: Account) -> AccountEvent? {
        account.consent ? nil : .privacyViolation(account: account.id)
    }
}
