// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import TaxiRules
import TaxiService
import WebInterface

/// Reads the answers of a server back into what the clients of a population understand.
struct PersonAnswers: Sendable {
    let notices: PersonNotices

    /// The refusal of the gateway that a problem stands for; nil when the service itself refused or there is no problem.
    func refusal(_ answer: PersonAnswer) -> ServerRefusal? {
        switch (answer.status, answer.word) {
        case (401, "notLoggedIn"): .notLoggedIn
        case (403, "wrongRole"): .wrongRole
        case (403, "wrongPerson"), (403, "unknownPerson"): .wrongPerson
        case (403, "passwordChangeRequired"): .passwordChangeRequired
        case (404, "moduleOff"): .moduleOff
        case (429, "rateLimited"): .rateLimited
        // Nothing of it was done, and the same may be sent again.
        case (503, _): .serverBusy
        case (504, _): .timedOut
        default: nil
        }
    }

    /// What the answer to a passenger's message says that no event says: what was refused, and what was only asked.
    func passenger(_ message: PassengerMessage, _ answer: PersonAnswer) -> PassengerNotice? {
        switch message {
        case .call: answer.isGood ? nil : .call(.refused(call(answer)))
        case .pollArrival(let request):
            if let expected = notices.time(answer.content["expected"]), let taxi = notices.place(answer.content["taxi"])
            {
                .call(.arrival(request, expected: expected, taxi: taxi))
            } else {
                nil
            }
        case .reserve: answer.isGood ? nil : .reservation(.rejected(word(answer) ?? badReservation(answer)))
        case .cancelReservation(let id):
            answer.isGood ? nil : .reservation(.cancelRefused(id, word(answer) ?? .unknown))
        case .shareSearch(let form): answer.isGood ? proposals(answer) : refused(form, answer)
        case .joinRide(let ride): answer.isGood ? nil : .sharing(.joinRefused(ride, word(answer) ?? .removed))
        case .declineRides: answer.isGood ? nil : .call(.refused(call(answer)))
        case .login, .logout, .prepareCall, .abandon, .viewReservations, .reserveButtonDisabled: nil
        }
    }

    /// The same of a driver's message.
    func driver(_ message: DriverMessage, _ answer: PersonAnswer) -> DriverNotice? {
        guard case .setStatus = message, !answer.isGood else { return nil }
        return word(answer).map { .statusRefused($0) }
    }

    /// The answer of the accounts to a message; nil for one that says nothing of them. A session is made by who has its secret.
    func accounts(_ message: AccountMessage, _ answer: PersonAnswer) -> AccountAnswer? {
        let isGood = answer.isGood
        let account = AccountID(notices.number(answer.content, "account") ?? 0)
        func known<Word: OpenWord>(_ words: [Word], _ other: Word) -> Word {
            Self.word(answer.word, of: words) ?? other
        }
        switch message {
        case .register, .providerRegister:
            if isGood { return .registered(account) }
            let end = RegistrationEnd.allCases.first { $0.word == answer.word }
            return end.map { .ended($0) }
                ?? .rejected(known(RegistrationRefusal.ofAccounts, .missingField), missing: AccountFields())
        case .abortRegistration: return isGood ? .ended(.byUser) : .linkUnknown
        case .followLink:
            let did = Self.word(answer.content["did"]?.text ?? "", of: MailKind.ofAccounts)
            return isGood ? .linkFollowed(did ?? .confirmation) : .linkUnknown
        case .login, .providerLogin:
            return isGood ? nil : .loginRefused(known(LoginRefusal.ofAccounts, .badCredentials))
        case .forgotPassword: return .mailUnderWay
        case .logout: return .loggedOut
        case .changePassword:
            return isGood
                ? .passwordChanged
                : .profileRefused(known(ProfileRefusal.ofAccounts, .weakPassword), missing: AccountFields())
        case .viewProfile:
            func text(_ name: String) -> String { answer.content[name]?.text ?? "" }
            guard isGood, let type = Self.word(text("type"), of: [RoleName.passenger, .driver]) else { return nil }
            return .profile(
                Profile(
                    account: account, type: type, username: text("username"), email: text("email"), name: text("name"),
                    surname: text("surname")))
        case .viewHistory: return .history([])
        case .openDashboard: return .dashboard(last: notices.number(answer.content, "lastRequest"))
        case .draft: return .drafted
        case .done:
            return isGood
                ? .profileChanged(AccountFields())
                : .profileRefused(known(ProfileRefusal.ofAccounts, .noDraft), missing: AccountFields())
        case .abandonEdit: return .editAbandoned
        case .askDeletion: return .deletionAsked
        case .confirmDeletion:
            return isGood ? .deleted : .deletionRefused(known(DeletionRefusal.ofAccounts, .notProceeded))
        }
    }

    /// The word of a list with this text. Of all words that there are only those would be found that something has named before.
    static func word<Word: OpenWord>(_ text: String, of words: [Word]) -> Word? { words.first { $0.word == text } }

    // MARK: Refusals of the services

    private func word<Word: EventWord>(_ answer: PersonAnswer) -> Word? {
        Word.allCases.first { $0.word == answer.word }
    }

    private func call(_ answer: PersonAnswer) -> CallRefusal {
        // A place that is nowhere on Earth does not reach the service, whose word would be this one.
        word(answer) ?? .addressOutsideCity
    }

    private func badReservation(_ answer: PersonAnswer) -> ReservationRefusal {
        let fields = (answer.content["fields"]?.list ?? []).compactMap { $0["field"]?.text }
        return fields.contains { $0.hasPrefix("pickUp") } ? .badTime : .addressOutsideCity
    }

    private func refused(_ form: ShareForm, _ answer: PersonAnswer) -> PassengerNotice {
        if form.pickUp == nil { return .call(.refused(call(answer))) }
        return .reservation(.rejected(word(answer) ?? badReservation(answer)))
    }

    private func proposals(_ answer: PersonAnswer) -> PassengerNotice? {
        guard let list = answer.content["proposals"]?.list else { return nil }
        return .sharing(.proposals(list.compactMap { proposal($0) }))
    }

    private func proposal(_ entry: JSONContent) -> RideProposal? {
        guard let ride = notices.number(entry, "ride"), let meeting = notices.place(entry["meeting"]),
            let time = notices.time(entry["time"]), let arrival = notices.time(entry["taxiArrival"]),
            let walk = entry["walkSeconds"]?.number, let delay = entry["delaySeconds"]?.number,
            let detour = entry["detourMetres"]?.number, let share = entry["share"]?.number
        else { return nil }
        // The app is told the detour and not the two ways that it lies between.
        let driven = Distance(millimetres: Int64((detour * 1000).rounded()))
        return RideProposal(
            ride: SharedRideID(ride), meeting: meeting, time: time, walk: .seconds(walk), taxiArrival: arrival,
            direct: .zero, driven: driven, delay: .seconds(delay), route: driven, share: share)
    }
}
