// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules

/// Somebody who opens an account during the run and uses it: fills in the form, corrects it, reads the mail, follows its link
/// or not, logs in, edits the profile, and at last deletes the account.
///
/// All that a registrant will do is drawn from streams of their own, in the same order for everybody.
final actor Registrant: TimedActor, @preconcurrency DirectEntry, ClientUser {
    nonisolated let loop: CityLoop

    enum Timer: TimerTag {
        case sendForm, followLink, abort, look, edit, delete, followEmail
    }

    let number: Int32
    let app: ClientApp
    let server: ServerSide
    var draws: RandomStream
    let start: CityTime
    private let crowd: Crowd
    private let traits: RegistrantTraits

    private var isCorrected = false
    var account: AccountID?
    private var link: Token?
    private var emailLink: Token?
    /// The account can be used.
    private var isConfirmed = false
    private var hasBeenIn = false
    /// What the edit under way changes of the credentials.
    var edited: (name: Int?, password: Int?)?
    /// A change of address that waits for its link.
    var asked: Credentials?
    /// The registrant logs in to delete the account.
    private var isDeleting = false
    private var isEditing = false

    init(_ number: Int32, traits: RegistrantTraits, city: PopulationCity, crowd: Crowd, server: ServerSide) {
        self.number = number
        self.traits = traits
        self.crowd = crowd
        self.server = server
        loop = city.loop
        start = city.start
        let person = PersonID.registrant(number)
        app = ClientApp(.visitor(number), person: person, city: city, server: server)
        draws = RandomStream(city.key, for: .registrants, of: person)
    }

    /// Begins to fill in the form.
    func begin() {
        let isProvider = traits.isProvider
        app.onLoop {
            $0.kind = traits.client
            $0.session.isProvider = isProvider
        }
        plan(.sendForm, after: app.onLoop { $0.fillIn(.zero) })
    }

    private func plan(_ timer: Timer, after span: TimeSpan) {
        loop.schedule(self, timer.rawValue, at: loop.now + span, as: .arrival)
    }

    // MARK: Registration

    private func sendForm() {
        if traits.isProvider {
            send(.providerRegister(consent: traits.consents))
            return
        }
        var form = RegistrationForm(traits.type, app.onLoop { $0.credentials })
        form.consent = traits.consents
        if traits.type == .driver {
            form.addTaxi(
                licence: RegistrantTraits.firstLicence + number, plate: RegistrantTraits.firstLicence + number,
                seats: 4,
                expiry: CivilDate(loop.now + traits.licenceLeft))
        }
        if let mistake = traits.mistake, !isCorrected { form.make(mistake, at: loop.now) }
        send(.register(form))
    }

    func send(_ message: AccountMessage) {
        app.onLoop { $0.send(message) }
    }

    /// Nothing more will happen.
    private func leave() {
        crowd.onLoop { $0.removeVisitor(number) }
    }

    // MARK: Answers

    nonisolated func answered(_ answer: AccountAnswer) {
        onLoop { $0.take(answer) }
    }

    nonisolated func refused(_ message: any ServedMessage, _ reason: ServerRefusal) {}

    private func take(_ answer: AccountAnswer) {
        switch answer {
        case .registered(let id): account = id
        case .active(let id):
            account = id
            confirmed()
        case .rejected:
            // Once is enough: a form that comes back again is given up.
            guard !isCorrected else {
                leave()
                return
            }
            isCorrected = true
            plan(.sendForm, after: traits.correction + app.onLoop { $0.fillIn(.zero) })
        case .ended, .deleted: leave()
        case .linkFollowed(.confirmation): confirmed()
        case .linkFollowed(.emailChange):
            if let asked { app.onLoop { $0.credentials.emailVersion = asked.emailVersion } }
        case .linkUnknown: if !isConfirmed { leave() }
        case .loggedIn(let session): if !session.mustChangePassword { loggedIn(session) }
        case .profileChanged: takeOver()
        case .profileRefused, .editAbandoned: stopEditing()
        case .deletionRefused:
            isDeleting = false
            app.onLoop { $0.logOut() }
        default: break
        }
    }

    /// Whether the registrant does anything with the account after the first look at it. Who does not is let go: what remains
    /// of an account is then its row in the store, about 1.3 kB.
    private var comesBack: Bool {
        let accounts = server.accounts
        return accounts.lifetime != nil || accounts.editPause != nil
            || traits.type == .driver && accounts.licenceRenewal != nil
    }

    /// The first look at the new account is over.
    private func closeClient() {
        let isLast = !comesBack
        app.onLoop { app in
            app.isLeaving = isLast
            app.logOut()
            app.letGo()
        }
    }

    private func confirmed() {
        guard !isConfirmed else { return }
        isConfirmed = true
        app.onLoop { $0.logIn() }
    }

    private func loggedIn(_ session: Session) {
        guard !hasBeenIn else { return }
        hasBeenIn = true
        account = session.account
        send(.viewProfile)
        send(.openDashboard)
        plan(.look, after: .seconds(60))
        if let distribution = server.accounts.lifetime { plan(.delete, after: draws.time(distribution)) }
        planEdit()
        if traits.type == .driver, let distribution = server.accounts.licenceRenewal {
            let pause = draws.time(distribution)
            let lastDay = CivilDate(loop.now + traits.licenceLeft)
            app.onLoop { $0.renew(lastDay, after: pause) }
        }
    }

    // MARK: Mail

    nonisolated func mailArrived(_ kind: MailKind, link: Token?) {
        onLoop { $0.take(kind, link) }
    }

    private func take(_ kind: MailKind, _ link: Token?) {
        switch kind {
        case .confirmation:
            self.link = link
            switch traits.ending {
            case .follows: plan(.followLink, after: traits.clicking)
            case .aborts: plan(.abort, after: traits.clicking)
            case .silent: break
            }
        case .confirmationReminder:
            // Who has not meant to follow the first link does not follow this one either.
            if traits.ending == .silent { leave() }
        case .emailChange:
            emailLink = link
            plan(.followEmail, after: app.onLoop { $0.mail.time(server.accounts.mailReading) })
        default: return  // Read, and of no consequence here.
        }
    }

    // MARK: Profile

    private func planEdit() {
        guard let distribution = server.accounts.editPause else { return }
        plan(.edit, after: max(PopulationCity.shortestPause, draws.time(distribution)))
    }

    private func edit() {
        guard !isDeleting else { return }
        isEditing = true
        app.onLoop { $0.logIn() }
        let (edit, isGivenUp) = drawEdit()
        send(.draft(edit))
        if isGivenUp {
            send(.abandonEdit)
        } else {
            _ = app.onLoop { $0.fillIn(.zero) }
            send(.done)
        }
        planEdit()
    }

    /// The edit is stored: what it changed of the credentials holds from now on.
    private func takeOver() {
        if let edited {
            app.onLoop {
                if let version = edited.name { $0.credentials.nameVersion = version }
                if let version = edited.password { $0.credentials.passwordVersion = version }
            }
        }
        stopEditing()
    }

    private func stopEditing() {
        guard isEditing else { return }
        isEditing = false
        edited = nil
        app.onLoop { $0.logOut() }
    }

    private func delete() {
        guard let account else { return }
        isDeleting = true
        app.onLoop { $0.logIn() }
        send(.askDeletion(account))
        send(.confirmDeletion(password: app.onLoop { $0.credentials.password }, proceed: true))
    }

    func timerFired(_ tag: TimerTag) {
        switch Timer(rawValue: tag) {
        case .sendForm: sendForm()
        case .followLink: if let link { send(.followLink(link)) }
        case .abort: if let link { send(.abortRegistration(link)) }
        case .look: if !isEditing, !isDeleting { closeClient() }
        case .edit: edit()
        case .delete: delete()
        case .followEmail: if let emailLink { send(.followLink(emailLink)) }
        case nil: break
        }
    }
}
