// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
import CityModel
import CitySlices
import RandomStreams
import StoreRules

/// How a shopper gets a session: by a one-time code that comes by SMS (ACCOUNT-R1). The app stays logged in after that.
extension Shopper {
    /// The number as the shopper types it.
    nonisolated var phone: String { ShopperCrowd.phone(of: id) }

    /// Asks for a code, the first or a fresh one (ACCOUNT-SMS-01).
    func askCode() {
        guard let visit, visit.step == .looking, let habits = city.section.accounts else { return }
        guard visit.codes < habits.mostCodes else { return giveUp(.refused) }
        self.visit?.codes += 1
        self.visit?.next = plan(.askCode, at: loop.now + habits.repeats)
        city.send(PhoneMessage.askCode(phone: phone), of: self)
    }

    /// The SMS is there; its code is typed a little later.
    func receive(_ code: String) {
        guard visit?.step == .looking, visit?.codes ?? 0 > 0 else { return }
        visit?.sms = code
        typeCode()
    }

    private func typeCode() {
        guard let extras, let habits = city.section.accounts else { return }
        loop.cancel(visit?.next ?? .none)
        visit?.next = plan(.giveCode, at: loop.now + extras.signingIn.time(habits.typing))
    }

    func giveCode() {
        guard let visit, let extras, let habits = city.section.accounts, let code = visit.sms else { return }
        let isMistyped = extras.signingIn.chance(habits.mistakes)
        let typed = isMistyped ? String(code.reversed()) : code
        city.send(PhoneMessage.giveCode(phone: phone, code: typed), of: self)
    }

    /// What the accounts answer.
    func take(_ answer: PhoneAnswer) {
        guard visit?.step == .looking, visit?.codes ?? 0 > 0 else { return }
        switch answer {
        case .loggedIn:
            loop.cancel(visit?.next ?? .none)
            visit?.codes = 0
            look()
        case .refused(.wrongCode), .refused(.badCode): typeCode()
        // A code is under way, or comes when it is asked for later.
        case .refused(.tooSoon), .codeSent: break
        case .refused(.codeExpired), .refused(.noCode), .refused(.tooManyTries): askCode()
        case .refused: giveUp(.refused)
        case .loggedOut, .data, .deleted, .deletionRefused: break
        }
    }
}

/// What only some shoppers have: streams for what only some scenarios ask of them, and a store that they like.
final class ShopperExtras {
    var signingIn: RandomStream
    var liking: RandomStream
    /// Whether the first store that serves well is marked as a favourite.
    let isLoyal: Bool
    /// The favourite (STORE-FAVOURITE).
    var favourite: StoreID?
    /// Whether the phone knows no position, so that its owner types an address (STORE-R2).
    let typesAddress: Bool
    /// When somebody looks at the app.
    var looking: RandomStream

    init(_ person: Person, _ group: ShopperGroup) {
        signingIn = person.stream(for: .sms)
        liking = person.stream(for: .liking)
        isLoyal = liking.chance(group.favourites)
        var positioning = person.stream(for: .positioning)
        typesAddress = positioning.chance(group.withoutPosition)
        looking = person.stream(for: .looking)
    }
}
