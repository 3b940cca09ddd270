// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What an input log keeps of the work with passwords: what came of it, never a password.
public struct KeptPasswordWork: Hashable, Sendable, Codable {
    /// Whether the password was the one that was hashed; nil when that was not looked at.
    public var isRight: Bool?
    /// The hash of a new password; nil when there was none.
    public var text: String?
    /// Whether that was made up for a mail.
    public var isTemporary = false

    /// Nothing was done.
    public init() {}
}

extension PasswordOutcome {
    /// What a replay needs of it.
    public var kept: KeptPasswordWork { keptWork }

    /// The same again, for a message whose passwords are masked: what it was asked then is what it is asked now.
    public init(_ kept: KeptPasswordWork) { self.init(again: kept) }
}

extension AccountMessage {
    /// The message with other texts in place of its passwords, for an input log: the rules find each as good or bad as it was, and
    /// the same ones the same. They say neither how long a password was nor what was in it.
    public var withoutPasswords: AccountMessage {
        var mask = PasswordMask()
        switch self {
        case .register(var form):
            (form.password, form.passwordRepeat) = (mask.mask(form.password), mask.mask(form.passwordRepeat))
            return .register(form)
        case .login(var form):
            form.password = mask.mask(form.password)
            return .login(form)
        case .changePassword(let change): return .changePassword(mask.mask(change))
        case .draft(var edit):
            edit.password = edit.password.map { mask.mask($0) }
            return .draft(edit)
        case .confirmDeletion(let password, let proceed):
            return .confirmDeletion(password: mask.mask(password), proceed: proceed)
        case .abortRegistration, .followLink, .providerRegister, .providerLogin, .forgotPassword, .logout, .viewProfile,
            .viewHistory, .openDashboard, .done, .abandonEdit, .askDeletion:
            return self
        }
    }
}

/// Masks the passwords of one message.
private struct PasswordMask {
    private var seen: [String] = []

    mutating func mask(_ password: String?) -> String? { password.map { mask($0) } }

    mutating func mask(_ change: PasswordChange) -> PasswordChange {
        PasswordChange(current: mask(change.current), new: mask(change.new), newRepeat: mask(change.newRepeat))
    }

    mutating func mask(_ password: String) -> String {
        // An empty field is no secret.
        guard !Patterns.isBlank(password) else { return password }
        let index = seen.firstIndex(of: password) ?? seen.count
        if index == seen.count { seen.append(password) }
        guard Patterns.isReadable(password) else { return "masked\0\(index)" }
        return (Patterns.isStrong(password) ? "Masked0" : "masked") + "\(index)"
    }
}
