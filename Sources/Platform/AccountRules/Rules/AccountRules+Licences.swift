// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension AccountRules {
    /// Plans the reminder and the end of a confirmed driver's licence. What is due already comes at once.
    func planLicence(of account: Account, at now: CityTime, _ directives: inout [AccountDirective]) {
        guard account.type == .driver, let expiry = account.licenceExpiry, let end = expiry.end else { return }
        if account.remindedFor != expiry, now < end,
            let reminder = expiry.earlier(months: parameters.licenceNotice).midnight
        {
            directives.append(.wake(.licenceReminder, account.id, at: max(now, reminder)))
        }
        directives.append(.wake(.licenceEnd, account.id, at: max(now, end)))
    }

    /// Three calendar months are left, or fewer (ACCOUNT-PROFILE-03): one mail for each licence stored.
    func remindOfLicence(_ driver: Account, at now: CityTime, _ directives: inout [AccountDirective]) {
        guard driver.isConfirmed, let expiry = driver.licenceExpiry, driver.remindedFor != expiry,
            expiry.isValidLicence(at: now)
        else { return }
        var account = driver
        account.remindedFor = expiry
        directives.append(.save(account, otherwise: []))
        post(.licenceReminder, to: account, &directives)
    }

    /// The licence's last day is over (ACCOUNT-PROFILE-07).
    func endLicence(of account: Account, at now: CityTime, _ directives: inout [AccountDirective]) {
        guard account.isConfirmed, case .driver(let driver) = account.role,
            !(account.licenceExpiry?.isValidLicence(at: now) ?? false)
        else { return }
        directives.append(.note(.licenceExpired(account: account.id, driver: driver)))
        directives.append(.licence(driver, isValid: false))
    }

    /// Another licence is stored, which was found valid.
    func renewLicence(of account: Account, at now: CityTime, _ directives: inout [AccountDirective]) {
        guard case .driver(let driver) = account.role else { return }
        directives.append(.note(.licenceRenewed(account: account.id, driver: driver)))
        directives.append(.licence(driver, isValid: true))
        directives.append(.letOneSleep(.licenceReminder, account.id))
        planLicence(of: account, at: now, &directives)
    }
}
