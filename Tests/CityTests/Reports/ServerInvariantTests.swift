// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import CitySlices
@testable import Reporting

/// Fault injection for the invariants of the server and of the accounts.
@Suite struct ServerInvariantTests {
    private func ids(_ script: EventScript, enrolled: Int = 0) -> [String] {
        var context = city(zones: 0, seats: [])
        context.server = ServerContext(workers: 1, accounts: ServerContext.Accounts(enrolled: enrolled))
        return script.violations(context).map(\.id)
    }

    private func log(_ events: (Double, CityEvent)...) -> EventScript {
        var script = EventScript()
        for (seconds, event) in events { script.turn(seconds, event) }
        return script
    }

    @Test("Lawful messages and accounts break nothing")
    func lawful() {
        #expect(
            ids(
                log(
                    (10, answered(1, arrived: 9)), (11, turnedAway(3, .plainChannel, arrived: 11, channel: .plain)),
                    (12, answered(2, arrived: 10, started: 11)), (20, .server(.serverDown)),
                    (25, turnedAway(4, .serverBusy, arrived: 25)), (30, .server(.serverUp(waiting: 0))),
                    (30, .server(.timersReleased(count: 1))), (31, answered(5, arrived: 26, started: 30)))) == [])
        #expect(ids(life) == [])
        let (records, _) = servedLog(count: 30_000, workers: 3, gap: 100_000_000, service: 290_000_000, seed: 4)
        #expect(ids(EventScript(records: records)) == [])
    }

    @Test("A message is answered or refused at most once")
    func once() {
        #expect(ids(log((10, answered(1, arrived: 9)), (11, answered(1, arrived: 9)))) == ["AVAIL-02"])
        #expect(
            ids(log((10, answered(1, arrived: 9)), (11, turnedAway(1, .timedOut, arrived: 9)))) == ["AVAIL-02"])
        // Also a message of long ago.
        var script = EventScript()
        for number in 1...40_000 as ClosedRange<Int32> {
            script.turn(Double(number), answered(number, arrived: Double(number)))
        }
        #expect(ids(script) == [])
        script.turn(40_001, answered(5, arrived: 5))
        #expect(ids(script) == ["AVAIL-02"])
    }

    @Test("The numbers seen are kept in memory only from the first missing one on")
    func seen() {
        var seen = SeenNumbers()
        for number in 1...200_000 as ClosedRange<Int32> {
            let isNew = seen.insert(number)
            #expect(isNew)
        }
        #expect(seen.size < 256)
        for number in [1, 777, 199_999, 200_000] as [Int32] {
            let isNew = seen.insert(number)
            #expect(!isNew)
        }
    }

    @Test("AVAIL-02: nothing is answered between the beginning and the end of an outage")
    func outage() {
        #expect(
            ids(
                log(
                    (20, .server(.serverDown)), (25, answered(1, arrived: 19)),
                    (30, .server(.serverUp(waiting: 0))))) == ["AVAIL-02"])
        #expect(ids(log((20, .server(.serverDown)), (21, .server(.serverDown)))) == ["AVAIL-02"])
        #expect(ids(log((20, .server(.serverUp(waiting: 0))))) == ["AVAIL-02"])
        #expect(
            ids(
                log(
                    (20, .server(.serverDown)), (25, .server(.timersReleased(count: 2))),
                    (30, .server(.serverUp(waiting: 0))))) == ["AVAIL-02"])
    }

    @Test("SEC-01: every accepted message came over an encrypted channel")
    func channel() {
        #expect(ids(log((10, answered(1, arrived: 9, channel: .plain)))) == ["SEC-01"])
        #expect(ids(log((10, turnedAway(1, .plainChannel, arrived: 10, channel: .plain)))) == [])
    }

    @Test("Messages do not go back in time")
    func time() {
        #expect(ids(log((10, answered(1, arrived: 11, started: 11)))) == ["DEC-PERF-MEASURE"])
        #expect(ids(log((10, answered(1, arrived: 9, started: 8)))) == ["DEC-PERF-MEASURE"])
        #expect(ids(log((10, answered(1, arrived: 9, started: 10.5)))) == ["DEC-PERF-MEASURE"])
        #expect(ids(log((10, turnedAway(1, .serverBusy, arrived: 11)))) == ["DEC-PERF-MEASURE"])
        // A later number arrived no earlier.
        #expect(
            ids(log((10, answered(1, arrived: 9)), (11, answered(2, arrived: 8.5)))) == ["DEC-PERF-MEASURE"])
        #expect(
            ids(log((10, answered(2, arrived: 8)), (11, answered(1, arrived: 8.5)))) == ["DEC-PERF-MEASURE"])
        #expect(ids(log((10, answered(2, arrived: 9)), (11, answered(1, arrived: 9)))) == [])
    }

    private let one = AccountID(1)
    private func accepted(_ account: Int32 = 1) -> CityEvent {
        .account(.registrationAccepted(attempt: account, account: AccountID(account), type: .passenger))
    }
    private func confirmed(_ account: Int32 = 1, _ via: ProofKind = .mail) -> CityEvent {
        .account(.registrationConfirmed(account: AccountID(account), type: .passenger, via: via))
    }
    private func login(_ account: Int32 = 1) -> CityEvent {
        .account(.loginSucceeded(account: AccountID(account), type: .passenger, via: .password))
    }
    private var deleted: CityEvent { .account(.accountDeleted(account: one, erased: 3)) }
    private func mail(_ sent: Bool) -> CityEvent {
        .account(
            sent
                ? .mailSent(account: one, kind: .confirmation) : .mailDelivered(account: one, kind: .confirmation))
    }

    /// An account's whole life; its last mail comes when it is gone.
    private var life: EventScript {
        var script = log(
            (1, accepted()), (1, mail(true)), (2, mail(false)), (3, confirmed()), (4, login()), (5, mail(true)))
        script.turn(6, deleted, .account(.loggedOut(account: one)))
        script.turn(7, mail(false))
        script.turn(8, accepted(2))
        script.turn(9, .account(.registrationExpired(account: AccountID(2))))
        script.turn(10, accepted(3), confirmed(3, .provider), confirmed(4, .enrolled))
        return script
    }

    @Test("An account is accepted and confirmed at most once")
    func confirmation() {
        #expect(ids(log((1, accepted()), (2, confirmed()), (3, confirmed()))) == ["INV-UniqueUsers"])
        #expect(ids(log((1, accepted()), (2, accepted()))) == ["INV-UniqueUsers"])
        #expect(ids(log((1, confirmed(1, .enrolled)), (2, confirmed(1, .enrolled)))) == ["INV-UniqueUsers"])
        #expect(ids(log((1, confirmed()))) == ["ACCOUNT-REG-12A"])
        #expect(ids(log((1, confirmed(1, .provider)), (2, confirmed(1, .provider)))) == ["INV-UniqueUsers"])
        // Announced before the run, reported by an event or not.
        #expect(ids(log((1, confirmed(1, .enrolled)), (2, login(1)), (3, login(2))), enrolled: 2) == [])
        #expect(ids(log((1, login(3))), enrolled: 2) == ["ACCOUNT-LOGIN-02"])
    }

    @Test("Only a confirmed account logs in")
    func logins() {
        #expect(ids(log((1, login()))) == ["ACCOUNT-LOGIN-02"])
        #expect(ids(log((1, accepted()), (2, login()))) == ["ACCOUNT-REG-12A"])
        #expect(ids(log((1, accepted()), (2, confirmed()), (3, deleted), (4, login()))) == ["ACCOUNT-LOGIN-02"])
    }

    @Test("Nothing happens to an account that is gone")
    func gone() {
        let viewed = CityEvent.account(.profileViewed(account: one, badReports: 0))
        #expect(
            ids(log((1, accepted()), (2, confirmed()), (3, deleted), (4, viewed))) == ["DEC-ACCOUNT-DELETE"])
        #expect(
            ids(
                log((1, accepted()), (2, .account(.registrationExpired(account: one))), (3, viewed)))
                == ["DEC-ACCOUNT-DELETE"])
        #expect(
            ids(log((1, accepted()), (2, confirmed()), (3, deleted), (4, mail(true)))) == ["DEC-ACCOUNT-DELETE"])
        #expect(ids(log((1, viewed))) == ["INV-UniqueUsers"])
        #expect(
            ids(log((1, accepted()), (2, confirmed()), (3, deleted), (4, deleted))) == ["ACCOUNT-PROFILE-04C"])
        #expect(
            ids(log((1, accepted()), (2, confirmed()), (3, .account(.registrationExpired(account: one)))))
                == ["ACCOUNT-REG-12C"])
    }

    @Test("ACCOUNT-REG-19: no mail is delivered that was not sent")
    func mails() {
        #expect(ids(log((1, accepted()), (2, mail(false)))) == ["ACCOUNT-REG-19"])
        #expect(ids(log((1, accepted()), (1, mail(true)), (2, mail(false)), (3, mail(false)))) == ["ACCOUNT-REG-19"])
    }

    @Test("ACCOUNT-PRIV-01: each write without consent is a violation")
    func privacy() {
        let violation = CityEvent.account(.privacyViolation(account: one))
        #expect(ids(log((1, accepted()), (2, violation), (3, violation))) == ["ACCOUNT-PRIV-01", "ACCOUNT-PRIV-01"])
    }

    @Test("INV-DriverMandatoryData: a driver's seats, licence and plate are above 0")
    func drivers() {
        for (seats, licence, plate) in [(0, 1, 1), (4, 0, 1), (4, 1, 0)] as [(Int32, Int32, Int32)] {
            let driver = CityEvent.taxi(
                .driverRegistered(driver: DriverID(1), seats: seats, licence: licence, plate: plate))
            #expect(ids(log((1, driver))) == ["INV-DriverMandatoryData"])
        }
    }
}
