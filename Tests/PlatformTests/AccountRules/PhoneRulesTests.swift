// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import Testing

@testable import AccountRules

/// Accounts that are opened by a phone number and a one-time code.
@Suite("Accounts by phone")
struct PhoneRulesTests {
    private static let phone = "+39 333 1234567"
    private static let sender = Sender(.visitor(1), client: .mobile, source: 0x0A00_0001)

    @Test("ACCOUNT-R1: the code that came by SMS opens the account, and another does not")
    func opens() throws {
        var city = PhoneCity()
        #expect(city.send(0, .askCode(phone: Self.phone)) == .codeSent)
        let code = try #require(city.lastCode)
        let other = code == "999999" ? "999998" : "999999"
        #expect(city.send(20, .giveCode(phone: Self.phone, code: other)) == .refused(.wrongCode))
        #expect(city.accounts.isEmpty && city.sessions.isEmpty)
        let session = try city.logIn(20, Self.phone, code)
        #expect(city.events.contains(.accountCreated(account: AccountID(101))))
        #expect(session.role == Role(.reader, 1) && city.sessions == [session])
        #expect(city.accounts.map(\.phone) == [PhoneNumber(Self.phone)])
        // The code works once.
        #expect(city.send(21, .giveCode(phone: Self.phone, code: code)) == .refused(.noCode))
    }

    @Test("ACCOUNT-SMS-01: only the latest code is valid, and a fresh one may be asked for")
    func latest() throws {
        var city = PhoneCity()
        city.send(0, .askCode(phone: Self.phone))
        let first = try #require(city.lastCode)
        #expect(city.send(60, .askCode(phone: Self.phone)) == .codeSent)
        let second = try #require(city.lastCode)
        #expect(first != second)
        #expect(city.events.filter { $0 == .smsSent(sms: 2, account: nil, isResend: true) }.count == 1)
        #expect(city.send(70, .giveCode(phone: Self.phone, code: first)) == .refused(.wrongCode))
        #expect(city.accounts.isEmpty)
        _ = try city.logIn(70, Self.phone, second)
    }

    @Test(
        "ACCOUNT-SMS-01: missing or invalid input is refused with a text that says what to do, and the phone may be corrected"
    )
    func input() throws {
        var city = PhoneCity()
        for text in ["", "333 1234567", "+39 333", "+0 333 1234567", "+39 333 12345678901", "+39 333 abc4567"] {
            #expect(city.send(0, .askCode(phone: text)) == .refused(.badPhone))
            #expect(city.send(0, .giveCode(phone: text, code: "123456")) == .refused(.badPhone))
        }
        city.send(0, .askCode(phone: "+39 333 1234568"))
        let code = try #require(city.lastCode)
        for text in ["", "12345", "1234567", "12345a", "１２３４５６"] {
            #expect(city.send(1, .giveCode(phone: "+39 333 1234568", code: text)) == .refused(.badCode))
        }
        // The number was another: the own one gets a code of its own.
        #expect(city.send(2, .giveCode(phone: Self.phone, code: code)) == .refused(.noCode))
        city.send(3, .askCode(phone: Self.phone))
        _ = try city.logIn(4, Self.phone, try #require(city.lastCode))
        for refusal in PhoneRefusal.allCases {
            #expect(refusal.advice.hasSuffix(".") && refusal.advice.split(separator: " ").count > 5)
        }
        #expect(Set(PhoneRefusal.allCases.map(\.advice)).count == PhoneRefusal.allCases.count)
    }

    @Test("ACCOUNT-SMS-02: without a link no SMS arrives and there is no session; with one the login succeeds")
    func noLink() throws {
        var city = PhoneCity()
        city.outage = 0..<600
        #expect(city.send(300, .askCode(phone: Self.phone)) == .codeSent)
        #expect(city.events.last == .phoneLoginRefused(account: nil, reason: .noSms))
        #expect(city.reported.last?.answer == .refused(.noSms) && city.sessions.isEmpty)
        #expect(city.send(301, .giveCode(phone: Self.phone, code: "123456")) == .refused(.noSms))
        city.send(700, .askCode(phone: Self.phone))
        _ = try city.logIn(700, Self.phone, try #require(city.lastCode))
    }

    @Test("A word of the carrier about an old SMS changes nothing")
    func oldWord() throws {
        var city = PhoneCity()
        city.send(0, .askCode(phone: Self.phone))
        let old = try #require(city.sent.last)
        city.send(60, .askCode(phone: Self.phone))
        city.carryOut(city.rules.undelivered(old, accounts: city, at: .seconds(61)))
        _ = try city.logIn(62, Self.phone, try #require(city.lastCode))
    }

    @Test("A code works to the last instant of its life; a click that reached the server in time counts")
    func life() throws {
        var city = PhoneCity()
        city.send(0, .askCode(phone: Self.phone))
        let code = try #require(city.lastCode)
        let message = PhoneMessage.giveCode(phone: Self.phone, code: code)
        #expect(city.send(601, message) == .refused(.codeExpired))
        let late = Sender(.visitor(1), reached: .seconds(600))
        guard case .loggedIn = city.send(700, message, from: late) else {
            Issue.record("a click in time was refused")
            return
        }
        city.send(1_000, .askCode(phone: Self.phone))
        _ = try city.logIn(1_600, Self.phone, try #require(city.lastCode), isNew: false)
    }

    @Test("Guessing ends after five tries, and after ten codes a day")
    func guessing() throws {
        var city = PhoneCity()
        for round in 0..<10 {
            let time = round * 31
            #expect(city.send(time, .askCode(phone: Self.phone)) == .codeSent)
            #expect(city.send(time + 29, .askCode(phone: Self.phone)) == .refused(.tooSoon))
            let right = try #require(city.lastCode)
            let wrong = right == "000000" ? "000001" : "000000"
            let tries = (0..<5).map { _ in city.send(time + 29, .giveCode(phone: Self.phone, code: wrong)) }
            #expect(tries == Array(repeating: .refused(.wrongCode), count: 4) + [.refused(.tooManyTries)])
            #expect(city.send(time + 29, .giveCode(phone: Self.phone, code: right)) == .refused(.tooManyTries))
        }
        #expect(city.send(1_000, .askCode(phone: Self.phone)) == .refused(.tooManyCodes))
        // The last code began another day, with one code.
        #expect(city.send(86_400, .askCode(phone: Self.phone)) == .codeSent)
        #expect(city.rules.phonesRemembered == 1)
        city.send(3 * 86_400, .askCode(phone: "+39 333 7654321"))
        #expect(city.rules.phonesRemembered == 1)
    }

    @Test("One phone has one account: the second login is to the first, and each gives a session of its own")
    func oneAccount() throws {
        var city = PhoneCity()
        city.send(0, .askCode(phone: Self.phone))
        let first = try city.logIn(1, Self.phone, try #require(city.lastCode))
        city.send(60, .askCode(phone: "0039-333-123 45 67"))
        #expect(city.events.contains(.smsSent(sms: 2, account: first.account, isResend: false)))
        let second = try city.logIn(61, Self.phone, try #require(city.lastCode), isNew: false)
        #expect(first.account == second.account && first.token != second.token && city.accounts.count == 1)
        #expect(city.send(62, .logout, as: first) == .loggedOut)
        #expect(city.sessions == [second])
    }

    @Test("An account that cannot be stored is not made, and there is no session")
    func notStored() throws {
        var city = PhoneCity()
        city.send(0, .askCode(phone: Self.phone))
        city.isStoreBroken = true
        #expect(
            city.send(1, .giveCode(phone: Self.phone, code: try #require(city.lastCode))) == .refused(.notStored))
        #expect(city.sessions.isEmpty && !city.events.contains(.accountCreated(account: AccountID(101))))
    }

    @Test("A person who is numbered already keeps the number; others get the next one")
    func numbers() throws {
        var city = PhoneCity()
        city.send(0, .askCode(phone: Self.phone))
        let own = try city.logIn(1, Self.phone, try #require(city.lastCode), from: Sender(Connection(Role(.reader, 7))))
        #expect(own.role == Role(.reader, 7) && own.account == AccountID(107))
        city.send(0, .askCode(phone: "+39 333 7654321"))
        let next = try city.logIn(1, "+39 333 7654321", try #require(city.lastCode))
        #expect(next.role == Role(.reader, 8) && next.account == AccountID(108))
    }

    @Test("SEC-07: the owner gets the phone number and every record, and the log the count only")
    func export() throws {
        var city = PhoneCity()
        city.send(0, .askCode(phone: Self.phone))
        let session = try city.logIn(1, Self.phone, try #require(city.lastCode))
        city.records = (1...4).map { OwnRecord("visit", ["store": "\($0)"]) }
        guard case .data(let data) = city.send(2, .exportData, as: session) else {
            Issue.record("no data")
            return
        }
        #expect(data.phone == PhoneNumber(Self.phone) && data.records == city.records && data.created == .seconds(1))
        #expect(city.events.last == .dataExported(records: 4))
        #expect(city.asked == [Role(.reader, 1)])
    }

    @Test("SEC-07: the owner deletes the account with everything tied to it, once that is confirmed")
    func deletion() throws {
        var city = PhoneCity()
        city.send(0, .askCode(phone: Self.phone))
        let session = try city.logIn(1, Self.phone, try #require(city.lastCode))
        #expect(
            city.send(2, .deleteAccount(isConfirmed: false), as: session) == .deletionRefused(.notProceeded))
        city.isStoreBroken = true
        #expect(city.send(2, .deleteAccount(isConfirmed: true), as: session) == .deletionRefused(.notStored))
        city.isStoreBroken = false
        #expect(city.sessions == [session])
        #expect(city.send(3, .deleteAccount(isConfirmed: true), as: session) == .deleted)
        #expect(city.accounts.isEmpty && city.sessions.isEmpty && city.forgotten == [Role(.reader, 1)])
        #expect(city.logins.allSatisfy { $0 == nil || $0 == session.account })
        // A message that waited with the old session finds none, and the number is not given again.
        #expect(city.send(4, .exportData, as: session) == .loggedOut)
        city.send(100, .askCode(phone: Self.phone))
        #expect(try city.logIn(101, Self.phone, try #require(city.lastCode)).role == Role(.reader, 2))
    }

    @Test("DEC-ONE-PERSON: a session of another service opens no account here, though the numbers are alike")
    func foreignSession() throws {
        var city = PhoneCity()
        city.send(0, .askCode(phone: Self.phone))
        let own = try city.logIn(1, Self.phone, try #require(city.lastCode))
        let foreign = Session(
            token: Token(high: 1, low: 1), account: own.account, role: Role(.visitor, own.role.number))
        for message in [PhoneMessage.exportData, .deleteAccount(isConfirmed: true), .logout] {
            #expect(city.send(2, message, as: foreign) == .loggedOut)
        }
        #expect(city.accounts.count == 1 && city.asked.isEmpty && city.sessions == [own])
    }

    @Test("SEC-04: every code that comes is noted and logged with its source, good or bad")
    func logged() throws {
        var city = PhoneCity()
        city.send(0, .askCode(phone: Self.phone))
        city.send(1, .giveCode(phone: Self.phone, code: "12"), from: Self.sender)
        _ = try city.logIn(2, Self.phone, try #require(city.lastCode), from: Self.sender)
        let attempts = city.events.filter { if case .phoneLoginAttempted = $0 { true } else { false } }
        #expect(
            attempts
                == Array(
                    repeating: .phoneLoginAttempted(
                        account: nil, client: .mobile, system: .unknown, source: 0x0A00_0001), count: 2))
        #expect(city.logins == [nil, AccountID(101)])
    }

    @Test("SEC-06: no fact, message or error shows a phone number")
    func hidden() throws {
        let phone = try #require(PhoneNumber(Self.phone))
        let sms = Sms(number: 1, phone: phone, code: "123456", sender: Self.sender)
        var dumped = ""
        dump(sms, to: &dumped)
        for text in ["\(phone)", String(reflecting: phone), String(describing: sms), dumped] {
            #expect(!text.contains("1234567"))
        }
        #expect(phone.text == "+393331234567")
    }
}
