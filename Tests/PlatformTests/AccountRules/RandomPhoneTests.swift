// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import Testing

@testable import AccountRules

/// Many phones, codes and sessions in any order, against a model of what a person may expect.
@Suite("Random accounts by phone")
struct RandomPhoneTests {
    /// What is right for one phone.
    private struct Expected {
        var code: String?
        var sent = -1_000
        var tries = 0
        var account: AccountID?
    }

    @Test(
        "ACCOUNT-SMS-01: in any order of messages the last code alone opens, in time and after few tries",
        arguments: 0..<200)
    func script(_ seed: Int) throws {
        var random = SplitMix64(seed: seed)
        var city = PhoneCity()
        var people = [Expected](repeating: Expected(), count: 4)
        var sessions: [Session] = []
        var given: Set<AccountID> = []
        var codes: [String] = ["123456"]
        var now = 0
        for _ in 0..<150 {
            now += Int(random.next() % 200)
            let number = Int(random.next() % 4)
            let phone = "+39 333 100000\(number)"
            switch random.next() % 10 {
            case 0..<3:
                let answer = city.send(now, .askCode(phone: phone))
                if answer == .codeSent {
                    let code = try #require(city.lastCode)
                    codes.append(code)
                    people[number].code = code
                    (people[number].sent, people[number].tries) = (now, 0)
                } else {
                    #expect(answer == .refused(.tooSoon) || answer == .refused(.tooManyCodes))
                }
            case 3..<8:
                // The right code, an old one or one of another phone.
                let code =
                    random.next() % 2 == 0
                    ? people[number].code ?? "000000" : codes[Int(random.next() % UInt64(codes.count))]
                let isRight = code == people[number].code && now <= people[number].sent + 600
                let answer = city.send(now, .giveCode(phone: phone, code: code))
                guard case .loggedIn(let session, let isNew) = answer else {
                    #expect(!isRight, "seed \(seed)")
                    if people[number].code != nil, now <= people[number].sent + 600 { people[number].tries += 1 }
                    if people[number].tries == 5 { people[number].code = nil }
                    continue
                }
                #expect(isRight && isNew == (people[number].account == nil), "seed \(seed)")
                if isNew { #expect(given.insert(session.account).inserted, "a number was given again") }
                people[number].account = session.account
                people[number].code = nil
                sessions.append(session)
            case 8:
                guard let session = sessions.last,
                    let owner = people.firstIndex(where: { $0.account == session.account })
                else { continue }
                #expect(city.send(now, .deleteAccount(isConfirmed: true), as: session) == .deleted)
                (people[owner].account, people[owner].code) = (nil, nil)
                sessions.removeAll { $0.account == session.account }
            default:
                guard let session = sessions.popLast() else { continue }
                #expect(city.send(now, .logout, as: session) == .loggedOut)
            }
            #expect(
                city.sessions.count == sessions.count && Set(city.accounts.map(\.phone)).count == city.accounts.count)
            #expect(city.accounts.count == people.filter { $0.account != nil }.count)
        }
        #expect(!given.isEmpty)
    }
}
