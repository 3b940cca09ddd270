// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

extension AccountRules {
    /// Finds the place of an account of another log: the same account under the number that it has here.
    ///
    /// Of accounts that are made at deployment (ACCOUNT-MANAGER-02) those that the deployment has now are there already. The one of the
    /// same person and username takes over what its owner has changed, such as the password. Of any other there is no place: who was
    /// taken out at deployment stays out, and whoever has the seat now does not get a predecessor's password.
    ///
    /// - Parameters:
    ///   - carried: numbered from 1 among the accounts of its service.
    ///   - service: which service that is, for the refusal.
    ///   - above: every number of the service lies above this one.
    ///   - accounts: those that there are already.
    /// - Returns: nil for an account without a place.
    /// - Throws: why the service cannot have it.
    package func place(
        of carried: Account, of service: ServiceID, above: Int32, _ accounts: some AccountIndex
    ) throws(CarryRefusal) -> Account? {
        guard roles.types.contains(carried.type) else { throw .noType(carried.type, service) }
        guard carried.consent else { throw .noConsent }
        guard roles.own(carried.details, of: carried.type) == carried.details else { throw .foreignField(carried.type) }
        if roles.registrationRefusal(of: carried.type) != nil {
            guard let deployed = accounts.account(carried.type, person: carried.person),
                deployed.username == carried.username
            else { return nil }
            return carried.numbered(deployed.id)
        }
        let (number, isTooLarge) = above.addingReportingOverflow(carried.id.number)
        guard carried.id.number > 0, !isTooLarge, accounts.account(AccountID(number)) == nil else {
            throw .badNumber(carried.id.number)
        }
        return carried.numbered(AccountID(number))
    }

    /// An account of another log was stored: what it waits for is planned again, and it is known from now on.
    ///
    /// - Parameters:
    ///   - account: as it is in this log.
    ///   - isNew: whether it was not there before, made at deployment.
    ///   - now: when it was stored.
    package mutating func carried(_ account: Account, isNew: Bool, at now: CityTime) -> [AccountDirective] {
        lastNumber = max(lastNumber, account.id.number)
        var directives: [AccountDirective] = []
        if isNew {
            directives.append(
                .note(
                    account.isConfirmed
                        ? .registrationConfirmed(account: account.id, type: account.type, via: .enrolled)
                        // Its form was sent to another city, and has no number here.
                        : .registrationAccepted(attempt: 0, account: account.id, type: account.type)))
        }
        return directives + restore(account, at: now)
    }
}
