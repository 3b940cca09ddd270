// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules

/// What a client knows of its session.
struct SessionState {
    /// What later messages carry; nil without a session (ACCOUNT-LOGIN-07).
    var token: Token?
    /// The user wants to be logged in.
    var isWanted = false
    /// A session is being opened.
    var isOpening = false
    /// The account is gone: there is nothing to log in to.
    var isClosed = false
    /// The user comes through the identity provider (ACCOUNT-FB-02).
    var isProvider = false
    /// Logins that were refused in a row.
    var failures = 0
    /// The mail with a new password, and when it is read.
    var link: Token?
    /// The temporary password, until it is replaced (ACCOUNT-LOGIN-04).
    var temporaryPassword: String?
    /// Names the account by its address this time.
    var usesEmail = false
    /// The mistake of this login was made on purpose.
    var isMistaken = false
}

extension ClientApp {
    /// From a refused login to the next possible one (ACCOUNT-LOGIN-05).
    static let backOff = TimeSpan.seconds(10)
    /// After so many refused logins in a row the user takes a longer pause.
    private static let mostFailures = 5
    private static let longPause = TimeSpan.minutes(10)
    /// After so many the user gives up, until the client is opened again.
    private static let lastFailure = 20

    /// The user opens the client. What needs a session waits until it is open.
    func logIn() {
        guard !session.isClosed else { return }
        session.isWanted = true
        if session.token == nil { openSession() }
    }

    /// The user leaves the client; what was done before is sent first.
    func logOut() {
        guard session.isWanted else { return }
        session.isWanted = false
        send(AccountMessage.logout)
    }

    /// Begins to log in, with the draws of a user who mistypes or has forgotten the password.
    func openSession() {
        guard !session.isOpening else { return }
        session.isOpening = true
        let accounts = server.accounts
        let drawn = choices.uniform()
        session.usesEmail = choices.chance(accounts.byEmail)
        session.isMistaken = false
        if session.isProvider {
            sendOpening(.providerLogin)
        } else if drawn < accounts.forgotten {
            sendOpening(.forgotPassword(email: credentials.email))
        } else {
            session.isMistaken = drawn < accounts.forgotten + accounts.wrongPasswords
            sendLogin()
        }
    }

    private func sendOpening(_ message: AccountMessage) {
        if let action = message.traits.action { act(action) }
        transmit(OutgoingMessage(message: message, isOpening: true))
    }

    private func sendLogin() {
        let password =
            session.isMistaken ? credentials.wrongPassword : session.temporaryPassword ?? credentials.password
        sendOpening(
            .login(
                LoginForm(
                    username: session.usesEmail ? nil : credentials.username,
                    email: session.usesEmail ? credentials.email : nil, password: password)))
    }

    func logInAgain() {
        guard session.isOpening else { return }
        guard session.isWanted else {
            giveUpOpening()
            return
        }
        if session.isProvider { sendOpening(.providerLogin) } else { sendLogin() }
    }

    /// Nobody waits for the session any more: what needs it is refused at the gateway.
    private func giveUpOpening() {
        session.isOpening = false
        sendNext()
    }

    // MARK: Answers

    /// Takes an answer of the account service.
    func take(_ answer: AccountAnswer) {
        switch answer {
        case .loggedIn(let new): opened(new)
        case .loginRefused(let reason): loginRefused(reason)
        case .loggedOut, .deleted:
            session.token = nil
            if case .deleted = answer {
                session.isWanted = false
                session.isClosed = true
            } else if session.isWanted {
                openSession()
            }
        case .linkFollowed(.passwordReset): if session.isOpening { sendLogin() }
        case .linkUnknown:
            // The link's time was over: the old password still holds (DEC-FORGOT-PASSWORD).
            if session.isOpening, session.temporaryPassword != nil {
                session.temporaryPassword = nil
                sendLogin()
            }
        case .passwordChanged:
            if session.temporaryPassword != nil {
                session.temporaryPassword = nil
                begin()
            }
        case .profileRefused:
            // A new password of the own making breaks no rule; the login goes on with what holds.
            if session.temporaryPassword != nil { begin() }
        default: break
        }
        user?.answered(answer)
    }

    private func opened(_ new: Session) {
        session.failures = 0
        session.token = new.token
        guard new.mustChangePassword else {
            session.temporaryPassword = nil
            begin()
            return
        }
        // Nothing else is allowed before the new password (ACCOUNT-LOGIN-04).
        let current = session.temporaryPassword ?? credentials.password
        credentials.passwordVersion += 1
        sendOpening(
            .changePassword(
                PasswordChange(current: current, new: credentials.password, newRepeat: credentials.password)))
    }

    /// The session is open: what waited is sent.
    private func begin() {
        session.isOpening = false
        if changesLanguage() { act(.languageChanged) }
        sendNext()
    }

    private func loginRefused(_ reason: LoginRefusal) {
        guard session.isOpening else { return }
        session.failures += 1
        if session.failures >= Self.lastFailure {
            session.failures = 0
            session.isWanted = false
            giveUpOpening()
            return
        }
        switch reason {
        case .badCredentials, .backOff:
            let wasMistaken = session.isMistaken
            session.isMistaken = false
            // An impatient user tries again before the wait is over, and is sent back to the start of it.
            let isEarly = wasMistaken && choices.chance(server.accounts.earlyRetries)
            let wait = isEarly ? TimeSpan.seconds(choices.uniform() * 9).roundedToMilliseconds : Self.backOff
            waitToLogIn(session.failures > Self.mostFailures ? Self.longPause : wait)
        default: waitToLogIn(Self.longPause)
        }
    }

    private func waitToLogIn(_ span: TimeSpan) {
        loop.schedule(self, Timer.logInAgain.rawValue, at: loop.now + span, as: .arrival)
    }

    // MARK: Mail

    /// A mail came. One with a new password is read later (ACCOUNT-LOGIN-03); the others are the user's business.
    func mailArrived(_ kind: MailKind, link: Token?, temporaryPassword: String?) {
        guard kind == .passwordReset, let link, let temporaryPassword else {
            user?.mailArrived(kind, link: link)
            return
        }
        session.link = link
        session.temporaryPassword = temporaryPassword
        let reading = mail.time(server.accounts.mailReading)
        loop.schedule(self, Timer.followMail.rawValue, at: loop.now + reading, as: .arrival)
    }

    func followMail() {
        guard let link = session.link else { return }
        session.link = nil
        sendOpening(.followLink(link))
    }
}
