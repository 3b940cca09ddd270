// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension AccountRules {
    /// The first step: only the owner may take it (ACCOUNT-PROFILE-04A). A refusal names the account that asked.
    mutating func askDeletion(of id: AccountID, by account: Account, _ directives: inout [AccountDirective]) {
        if id == account.id {
            deletions.open(id.number, true)
            directives.append(.note(.accountDeletionAsked(account: id)))
            directives.append(.answer(.deletionAsked))
        } else {
            refuseDeletion(by: account.id, .notOwner, &directives)
        }
    }

    /// The second step: the password, and the word to proceed (ACCOUNT-PROFILE-04B). Whatever comes of it, a further try
    /// begins with the first step.
    ///
    /// A person of the identity provider who never had a password has none to give: there the session is the proof.
    mutating func confirmDeletion(
        of account: Account, password: String, proceed: Bool, _ port: some RolePort,
        _ directives: inout [AccountDirective]
    ) {
        guard deletions.close(account.id.number) != nil else {
            return refuseDeletion(by: account.id, .notAsked, &directives)
        }
        if account.password != nil, !isPassword(password, of: account) {
            refuseDeletion(by: account.id, .badPassword, &directives)
        } else if !proceed {
            refuseDeletion(by: account.id, .notProceeded, &directives)
        } else if let obstacle = port.obstacle(toDeleting: account.role) {
            refuseDeletion(by: account.id, obstacle, &directives)
        } else {
            forget(account.id)
            var refusal: [AccountDirective] = []
            refuseDeletion(by: account.id, .notStored, &refusal)
            directives.append(.remove(account.id, pseudonym: tokens.next(), otherwise: refusal))
            // Only now: a person whose account could not be removed goes on in the service.
            directives.append(.leaveService(account.role))
            directives.append(.letSleep(account.id))
            directives.append(.closeSessions(account.id, account.role))
            directives.append(.forget(account.role))
            directives.append(.noteErased(account.id))
            directives.append(.answer(.deleted))
        }
    }

    private func refuseDeletion(
        by account: AccountID, _ refusal: DeletionRefusal, _ directives: inout [AccountDirective]
    ) {
        directives.append(.note(.deletionRefused(account: account, reason: refusal)))
        directives.append(.answer(.deletionRefused(refusal)))
    }
}
