// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityLoop
import CityModel
import RecordStores
import TaxiRules
import TaxiService
import Testing

@testable import CityHost

/// The accounts of a live city go over into the new log of another build.
@Suite struct CarriedCityTests {
    private static let next = LogOrigin(build: "b2", city: "three squares")

    /// Opens accounts: a passenger and a driver, and a second passenger who has not followed the link.
    private static func open(_ client: CityClient, _ mail: MailBox) async throws -> Token {
        func link() async throws -> Token {
            // Mail leaves when its input is durable.
            try await client.loop.sleep(for: .seconds(1))
            return try #require(mail.all.last?.link)
        }
        _ = try await client.createPassenger(.passenger(1))
        _ = try await client.follow(try await link())
        _ = try await client.createDriver(.driver(1))
        _ = try await client.follow(try await link())
        _ = try await client.createPassenger(.passenger(2))
        return try await link()
    }

    @Test(
        "Accounts of another log log in as before, keep what is theirs, and are there again when the new log is taken up"
    )
    func again() throws {
        let kept = Mailbox<(link: Token, session: Token)>()
        let old = try LoggedCity(TestDisk(), secrets: 1)
        try old.story { client, mail in
            let link = try await Self.open(client, mail)
            kept.put((link, try await client.passenger(1)))
        }
        let carried = try old.access.accountsToCarry()
        #expect(carried.map(\.kind) == ["passenger", "driver", "passenger"])
        let accounts = (1...3).map { old.accounts.account(AccountID(Int32($0))) }
        old.end()
        let (link, session) = try #require(kept.value)
        // On the way it is a file.
        let key = try #require(RecordKey(digits: String(repeating: "c", count: 64)))
        let read = try AccountsFile.accounts(in: try AccountsFile.text(of: carried, key: key), key: key)

        let (disk, driver) = (TestDisk(), Mailbox<Token>())
        let first = try LoggedCity(disk, secrets: 2, origin: Self.next, start: .seconds(20 * 3600))
        #expect(try first.access.carry(read) == [])
        #expect((1...3).map { first.accounts.account(AccountID(Int32($0))) } == accounts && accounts[2] != nil)
        #expect(try first.access.accountsToCarry() == carried)
        try first.story { client, _ in
            // Nobody is logged in any more; the password of before is in force, and the name is taken.
            await #expect(throws: AccessError.notLoggedIn) { _ = try await client.profile(session) }
            #expect(try await client.profile(try await client.passenger(1)).username == "user1")
            await #expect(throws: LoginError.self) {
                _ = try await client.login(LoginForm(username: "user1", password: "Wrong0rd1"))
            }
            await #expect(throws: RegistrationError.refused(.duplicateUsername)) {
                _ = try await client.createPassenger(.passenger(1))
            }
            // The link of a mail of before works.
            await #expect(throws: LoginError.self) { _ = try await client.passenger(2) }
            _ = try await client.follow(link)
            _ = try await client.passenger(2)
            // Who comes next gets a number that nobody has.
            #expect(try await client.createPassenger(.passenger(3)) == AccountID(4))
            // A wrong password is forgiven after 10 s (ACCOUNT-LOGIN-05).
            try await client.loop.sleep(for: .seconds(11))
            // The driver has the taxi of before.
            let passenger = try await client.passenger(1)
            driver.put(try await client.driverInService(1))
            _ = try await client.placeCall(passenger, at: meeting, travelers: 2)
        }
        let facts = first.facts
        #expect(facts.count { $0.contains("registrationConfirmed") && $0.contains("enrolled") } == 2)
        first.end()
        let carriedInputs = disk.inputs.filter { if case .carried = $0.body { true } else { false } }
        #expect(carriedInputs.map(\.key.number) == [2, 3, 4])

        // The log alone makes the same city.
        let second = try LoggedCity(disk, secrets: 3, origin: Self.next)
        #expect(second.facts == facts && second.takenUp.inputs == disk.inputs.count)
        let inService = try #require(driver.value)
        try second.story { client, _ in
            let offer = try await client.nextOffer(inService)
            #expect(offer.travelers == 2)
        }
        second.end()
    }

    @Test("ACCOUNT-REG-12C: a pending account that nobody confirms ends a week after its form, whatever its log")
    func pending() throws {
        let old = try LoggedCity(TestDisk(), secrets: 1)
        try old.story { client, mail in _ = try await Self.open(client, mail) }
        let carried = try old.access.accountsToCarry()
        let end = try #require(old.accounts.account(AccountID(3))).registered + .hours(7 * 24)
        old.end()
        let city = try LoggedCity(TestDisk(), secrets: 2, origin: Self.next, start: .seconds(20 * 3600))
        #expect(try city.access.carry(carried) == [])
        try city.story { client, _ in try await client.loop.sleep(for: .hours(24 * 10)) }
        #expect(city.accounts.account(AccountID(3)) == nil && city.accounts.count == 2)
        let expired = city.facts.filter { $0.contains("registrationExpired") }
        #expect(expired.count == 1 && expired[0].hasPrefix("\(end.nanoseconds) "))
        city.end()
    }

    /// An account that a city cannot have, behind one that it can.
    struct Foreign: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let refusal: CarryRefusal
        var service = ServiceID.accounts
        var change: @Sendable (inout Account) -> Void = { _ in }
        var number: Int32 = 2

        static let all = [
            Foreign(
                testDescription: "a service that the city has not", refusal: .noService(ServiceID("races")),
                service: ServiceID("races")),
            Foreign(testDescription: "a number that another has", refusal: .badNumber(1), number: 1),
            Foreign(testDescription: "no number", refusal: .badNumber(0), number: 0),
            Foreign(
                testDescription: "no permission", refusal: .noConsent, change: { $0.consent = false }),
            Foreign(
                testDescription: "a field of drivers", refusal: .foreignField(.passenger), change: { $0.licence = 7 }),
            Foreign(
                testDescription: "a username that another has",
                refusal: .notStored("its username belongs to another account"), change: { $0.username = "user1" }),
            Foreign(
                testDescription: "an address that another has",
                refusal: .notStored("its address of mail belongs to another account"),
                change: { $0.email = "user1@example.org" }),
            Foreign(
                testDescription: "a person that another is", refusal: .notStored("its person has another account"),
                change: { $0.person = 1 }),
        ]
    }

    private static func account(_ number: Int32, _ type: RoleName = .passenger) -> Account {
        Account(
            id: AccountID(number), type: type, person: number, username: "user\(number)",
            email: "user\(number)@example.org", password: nil, name: "Ada", surname: "Byron", consent: true,
            isConfirmed: true, registered: .seconds(1))
    }

    @Test("An account that the city cannot have is refused, with its place", arguments: Foreign.all)
    func refused(_ foreign: Foreign) throws {
        let city = try LoggedCity(TestDisk())
        var account = Self.account(foreign.number)
        // The number alone is wrong where it is.
        if foreign.number != 2 { (account.person, account.username, account.email) = (9, "user9", "user9@example.org") }
        foreign.change(&account)
        let right = CarriedAccount(.accounts, .form(Self.account(1)))
        #expect(throws: NotCarried(index: 1, refusal: foreign.refusal)) {
            _ = try city.access.carry([right, CarriedAccount(foreign.service, .form(account))])
        }
        #expect(city.accounts.count == 1)
        city.end()
    }

    @Test("Accounts of a type, by phone or by device that the city does not have are refused")
    func noService() throws {
        let phone = try #require(PhoneNumber("+39 333 1234567"))
        let device = DeviceAccount(id: AccountID(1), hash: IdentifierHash(bytes: [1]), created: .epoch)
        let refused: [(CarriedAccount, CarryRefusal)] = [
            (CarriedAccount(.accounts, .form(Self.account(1, .visitor))), .noType(.visitor, .accounts)),
            (
                CarriedAccount(
                    ServiceID("phones"), .phone(PhoneAccount(id: AccountID(1), phone: phone, created: .epoch))),
                .noService(ServiceID("phones"))
            ),
            (CarriedAccount(ServiceID("devices"), .device(device)), .noService(ServiceID("devices"))),
        ]
        for (account, refusal) in refused {
            let city = try LoggedCity(TestDisk())
            #expect(throws: NotCarried(index: 0, refusal: refusal)) { _ = try city.access.carry([account]) }
            #expect(city.accounts.count == 0)
            city.end()
        }
    }
}
