// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

@testable import AccountRules

@Suite("Random lives of accounts")
struct RandomScriptTests {
    @Test("INV-UniqueUsers: names, addresses, licences and plates are unique after every message", arguments: 0..<60)
    func unique(seed: Int) {
        var script = RandomScript(seed: seed)
        for _ in 0..<250 {
            script.step()
            let accounts = script.city.shelf.accounts
            #expect(Set(accounts.map(\.username)).count == accounts.count)
            let emails = accounts.map(\.email) + accounts.compactMap(\.pendingEmail)
            #expect(Set(emails).count == emails.count)
            #expect(Set(accounts.compactMap(\.licence)).count == accounts.filter { $0.type == .driver }.count)
            #expect(Set(accounts.compactMap(\.plate)).count == accounts.filter { $0.type == .driver }.count)
            // Every user has what a user must have, and has given permission.
            for account in accounts {
                #expect(account.consent && !account.name.isEmpty && !account.surname.isEmpty)
                #expect(account.password != nil)
                #expect(account.type == .passenger || (account.address != nil && account.phone != nil))
                #expect(account.type == .passenger || ((account.seats ?? 0) > 0 && (account.licence ?? 0) > 0))
            }
        }
        #expect(!script.city.events.contains { if case .privacyViolation = $0 { true } else { false } })
    }

    @Test(
        "Exactly one reminder for each form that nobody confirmed in 48 h, and one end for each in 168 h",
        arguments: 0..<60)
    func reminders(seed: Int) {
        var script = RandomScript(seed: seed)
        for _ in 0..<250 { script.step() }
        let last = script.city.now
        script.city.run(until: last + .hours(24 * 400))
        var accepted: [AccountID: CityTime] = [:]
        var settled: [AccountID: CityTime] = [:]
        var reminded: [AccountID: [CityTime]] = [:]
        var expired: [AccountID: CityTime] = [:]
        for note in script.city.notes {
            switch note.event {
            case .registrationAccepted(_, let account, _): accepted[account] = note.time
            case .registrationConfirmed(let account, _, _), .registrationAborted(_, let account?, _):
                settled[account] = note.time
            case .mailSent(let account, .confirmationReminder): reminded[account, default: []].append(note.time)
            case .registrationExpired(let account): expired[account] = note.time
            default: break
            }
        }
        #expect(!accepted.isEmpty)
        for (account, time) in accepted {
            let end = settled[account] ?? .never
            #expect((reminded[account] ?? []) == (end > time + .hours(48) ? [time + .hours(48)] : []))
            #expect(expired[account] == (end > time + .hours(168) ? time + .hours(168) : nil))
        }
        #expect(script.city.shelf.accounts.allSatisfy { $0.isConfirmed })
        #expect(script.city.shelf.accounts.allSatisfy { $0.pendingEmail == nil })
        #expect(script.city.logins.isEmpty)
    }

    @Test("Nothing is left of deleted accounts: no record, session, timer, draft", arguments: 0..<60)
    func deleted(seed: Int) {
        var script = RandomScript(seed: seed)
        var gone: Set<AccountID> = []
        for _ in 0..<400 {
            script.step()
            if case .accountDeleted(let account, _) = script.city.events.last { gone.insert(account) }
            for id in gone {
                #expect(script.city.shelf.account(id) == nil)
                #expect(!script.city.sessions.contains { $0.account == id })
                #expect(!script.city.timers.contains { $0.account == id })
                #expect(script.city.rules.drafts.value(of: id.number) == nil)
                #expect(script.city.rules.deletions.value(of: id.number) == nil)
            }
        }
        #expect(script.lastDeletions == gone.count)
        // Numbers are not given again.
        let given = script.city.events.compactMap {
            if case .registrationAccepted(_, let account, _) = $0 { account } else { nil }
        }
        #expect(Set(given).count == given.count)
    }

    @Test("Timers stand for what waits only: none but the licence's of confirmed drivers after a year")
    func timers() {
        var script = RandomScript(seed: 3)
        for _ in 0..<400 { script.step() }
        script.city.run(until: script.city.now + .hours(24 * 365))
        for timer in script.city.timers {
            #expect(timer.kind == .licenceEnd || timer.kind == .licenceReminder)
            #expect(script.city.shelf.account(timer.account)?.type == .driver)
        }
    }

    @Test("A restart plans the same timers again")
    func restart() {
        var script = RandomScript(seed: 5)
        for _ in 0..<300 { script.step() }
        var city = script.city
        let planned = city.timers.filter { $0.kind != nil }.map(Plan.init).sorted()
        #expect(!planned.isEmpty)
        city.timers = []
        for account in city.shelf.accounts { city.carryOut(city.rules.restore(account, at: city.now)) }
        // A licence that ended before is reported to the taxi service again.
        let again = city.timers.filter { $0.kind != nil && $0.time > city.now }.map(Plan.init).sorted()
        #expect(again == planned)
    }

    private struct Plan: Comparable {
        let time: CityTime
        let account: AccountID
        let kind: UInt8

        init(_ timer: AccountCity.Timer) {
            time = timer.time
            account = timer.account
            kind = timer.kind?.rawValue ?? .max
        }

        static func < (left: Plan, right: Plan) -> Bool {
            (left.time, left.account, left.kind) < (right.time, right.account, right.kind)
        }
    }
}
