// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import AccountRules

@Suite("Registration")
struct RegistrationTests {
    @Test("ACCOUNT-REG-01: one passenger and one driver are two pending accounts of those types")
    func types() throws {
        var city = AccountCity()
        city.send(.epoch, .register(.passenger()))
        city.send(.epoch, .register(.driver()))
        #expect(city.shelf.accounts.map(\.type) == [.passenger, .driver])
        #expect(city.shelf.accounts.map(\.isConfirmed) == [false, false])
        let types: [RoleName] = city.events.compactMap {
            if case .registrationStarted(_, let type, _, _) = $0 { type } else { nil }
        }
        #expect(types == [.passenger, .driver])
    }

    @Test("ACCOUNT-REG-02: a passenger may leave out address and phone, and not the surname")
    func passengerFields() {
        var city = AccountCity()
        let form = RegistrationForm.passenger()
        #expect(form.address == nil && form.phone == nil)
        #expect(city.send(.epoch, .register(form)) == .registered(AccountID(1)))

        var other = AccountCity()
        let answer = other.send(.epoch, .register(form.with { $0.surname = nil }))
        #expect(answer == .rejected(.missingField, missing: AccountFields([.surname])))
        #expect(
            other.events.last
                == .registrationRejected(
                    attempt: 1, type: .passenger, reason: .missingField, missing: AccountFields([.surname])))
        #expect(other.shelf.count == 0)
    }

    @Test("ACCOUNT-REG-03: a driver's form without phone is returned; complete it is sent a mail")
    func driverFields() {
        var city = AccountCity()
        let answer = city.send(.epoch, .register(RegistrationForm.driver().with { $0.phone = nil }))
        #expect(answer == .rejected(.missingField, missing: AccountFields([.phone])))
        #expect(city.mails.isEmpty)
        #expect(city.send(.seconds(5), .register(.driver())) == .registered(AccountID(1)))
        #expect(city.mailTimes(.confirmation) == [.seconds(5)])
    }

    @Test("Every field that a driver must give is named when it is left out, all of them at once")
    func allDriverFields() {
        let needed: [AccountField] = [
            .username, .password, .passwordRepeat, .email, .name, .surname, .address, .phone, .licence, .licenceExpiry,
            .taxiNumber, .seats,
        ]
        var city = AccountCity()
        let answer = city.send(.epoch, .register(RegistrationForm(.driver)))
        #expect(answer == .rejected(.missingField, missing: AccountFields(needed)))
        let blank = RegistrationForm.driver().with {
            $0.surname = "  "
            $0.plate = ""
        }
        #expect(
            city.send(.epoch, .register(blank))
                == .rejected(.missingField, missing: AccountFields([.surname, .taxiNumber])))
    }

    @Test("ACCOUNT-REG-04: a name is given once, also to two forms of one instant")
    func uniqueUsers() {
        var city = AccountCity()
        city.send(.epoch, .register(.passenger("alice1", "a@b.it")))
        let again = city.send(.epoch, .register(.passenger("alice1", "z@b.it")))
        #expect(again == .rejected(.duplicateUsername, missing: AccountFields([])))
        let driver = city.send(.epoch, .register(.driver("alice1", "y@b.it")))
        #expect(driver == .rejected(.duplicateUsername, missing: AccountFields([])))
        #expect(
            city.send(.epoch, .register(.passenger("alice2", "a@b.it")))
                == .rejected(.duplicateEmail, missing: AccountFields([])))
        #expect(city.shelf.accounts.filter { $0.username == "alice1" }.count == 1)
        #expect(city.shelf.count == 1)
        // Upper and lower case are different (DEC-USERNAME-REGEX).
        #expect(city.send(.epoch, .register(.passenger("Alice1", "x@b.it"))) == .registered(AccountID(2)))
    }

    @Test("ACCOUNT-REG-05: a plate or a licence is registered once")
    func uniqueDrivers() {
        var city = AccountCity()
        city.send(.epoch, .register(.driver("dora1", "d1@b.it", licence: 77, plate: "AB123")))
        #expect(
            city.send(.epoch, .register(.driver("dora2", "d2@b.it", licence: 78, plate: "AB123")))
                == .rejected(.duplicatePlate, missing: AccountFields([])))
        #expect(
            city.send(.epoch, .register(.driver("dora2", "d2@b.it", licence: 77, plate: "AB124")))
                == .rejected(.duplicateLicence, missing: AccountFields([])))
        #expect(city.rejections == [.duplicatePlate, .duplicateLicence])
    }

    @Test(
        "ACCOUNT-REG-06: a username begins with a letter and has 3 to 21 letters and digits",
        arguments: [
            ("ab", false), ("abc", true), ("1abc", false), ("a_b", false),
            ("a" + String(repeating: "b", count: 20), true),
            ("a" + String(repeating: "b", count: 21), false),
        ])
    func usernames(username: String, isGood: Bool) {
        var city = AccountCity()
        city.send(.epoch, .register(.passenger(username)))
        #expect(city.rejections == (isGood ? [] : [.badUsername]))
        #expect(city.shelf.count == (isGood ? 1 : 0))
    }

    @Test(
        "ACCOUNT-REG-07: a password has 8 characters, a digit and a capital",
        arguments: [("Passw0rd", true), ("password1", false), ("PASSWORD", false), ("Pass0", false)])
    func passwords(password: String, isGood: Bool) {
        var city = AccountCity()
        city.send(
            .epoch,
            .register(
                RegistrationForm.passenger().with {
                    $0.password = password
                    $0.passwordRepeat = password
                }))
        #expect(city.rejections == (isGood ? [] : [.weakPassword]))
    }

    @Test("ACCOUNT-REG-08: the password is there two times")
    func passwordTwice() {
        var city = AccountCity()
        let answer = city.send(.epoch, .register(RegistrationForm.passenger().with { $0.passwordRepeat = nil }))
        #expect(answer == .rejected(.missingField, missing: AccountFields([.passwordRepeat])))
    }

    @Test("ACCOUNT-REG-09: both entries are equal, case included, and the form may be sent again at once")
    func passwordsEqual() {
        var city = AccountCity()
        let answer = city.send(.epoch, .register(RegistrationForm.passenger().with { $0.passwordRepeat = "passw0rd" }))
        #expect(answer == .rejected(.passwordMismatch, missing: AccountFields([])))
        #expect(city.send(.epoch, .register(.passenger())) == .registered(AccountID(1)))
    }

    @Test("ACCOUNT-REG-10: without consent the registration ends and nothing is left of the form")
    func consent() {
        var city = AccountCity()
        let answer = city.send(.epoch, .register(RegistrationForm.passenger().with { $0.consent = false }))
        #expect(answer == .ended(.noConsent))
        #expect(city.events.last == .registrationAborted(attempt: 1, account: nil, reason: .noConsent))
        #expect(city.shelf.account(email: "a@b.it") == nil)
        #expect(city.shelf.count == 0 && city.mails.isEmpty && city.timers.isEmpty)
        #expect(!"\(city.rules)".contains("a@b.it") && !"\(city.events)".contains("a@b.it"))
    }

    @Test("ACCOUNT-REG-11: broken off after an hour, no reminder comes and the name is free")
    func brokenOff() {
        var city = AccountCity()
        city.send(.epoch, .register(.passenger()))
        let token = city.link(of: AccountID(1), .confirmation)
        #expect(city.send(at(1), .abortRegistration(token)) == .ended(.byUser))
        #expect(city.events.last == .registrationAborted(attempt: 1, account: AccountID(1), reason: .byUser))
        #expect(city.timers.isEmpty)
        city.run(until: at(day: 8))
        #expect(city.mailTimes(.confirmationReminder).isEmpty)
        #expect(city.send(at(day: 8), .register(.passenger())) == .registered(AccountID(2)))
    }

    @Test("Only a pending registration is broken off, and only with its own link")
    func brokenOffByOthers() {
        var city = AccountCity()
        city.send(.epoch, .register(.passenger()))
        let token = city.link(of: AccountID(1), .confirmation)
        #expect(city.send(.epoch, .abortRegistration(Token(high: 1, low: 2))) == .linkUnknown)
        city.send(.epoch, .followLink(token))
        #expect(city.send(.epoch, .abortRegistration(token)) == .linkUnknown)
        #expect(city.shelf.count == 1 && city.aborts.isEmpty)
    }

    @Test("ACCOUNT-REG-13: broken rules return the form, refused consent ends the attempt")
    func returnedOrEnded() {
        var city = AccountCity()
        city.send(.epoch, .register(.driver()))
        let right = RegistrationForm.driver("dora2", "d2@b.it", licence: 78, plate: "AB124")
        let wrong: [RegistrationForm] = [
            right.with { $0.username = "dora1" }, right.with { $0.licence = 77 }, right.with { $0.username = "d" },
            right.with {
                $0.password = "weak"
                $0.passwordRepeat = "weak"
            }, right.with { $0.passwordRepeat = "Passw0rD" },
        ]
        for form in wrong { city.send(.epoch, .register(form)) }
        #expect(
            city.rejections == [.duplicateUsername, .duplicateLicence, .badUsername, .weakPassword, .passwordMismatch])
        #expect(city.aborts.isEmpty)
        city.send(.epoch, .register(right.with { $0.consent = false }))
        #expect(city.rejections.count == 5)
        #expect(city.aborts == [.noConsent])
    }

    @Test("ACCOUNT-REG-14: an incomplete form is returned at once and no mail is sent")
    func incomplete() {
        var city = AccountCity()
        city.send(.seconds(10), .register(RegistrationForm.driver().with { $0.phone = nil }))
        #expect(city.notes.last?.time == .seconds(10))
        #expect(
            city.notes.last?.event
                == .registrationRejected(
                    attempt: 1, type: .driver, reason: .missingField, missing: AccountFields([.phone])))
        city.run(until: at(day: 30))
        #expect(city.mails.isEmpty)
        #expect(!city.events.contains { if case .mailSent = $0 { true } else { false } })
    }

    @Test("ACCOUNT-REG-15: a licence is valid to the end of its last day")
    func licences() {
        var city = AccountCity(start: on(2016, 3, 1, 23, 59))
        #expect(
            city.send(on(2016, 3, 1, 23, 59), .register(.driver(expiry: CivilDate(2016, 2, 29))))
                == .rejected(.licenceNotValid, missing: AccountFields([])))
        #expect(
            city.send(on(2016, 3, 1, 23, 59), .register(.driver(expiry: CivilDate(2016, 2, 30))))
                == .rejected(.licenceNotValid, missing: AccountFields([])))
        #expect(
            city.send(on(2016, 3, 1, 23, 59), .register(.driver(expiry: CivilDate(2016, 3, 1))))
                == .registered(AccountID(1)))
        #expect(
            city.send(
                on(2016, 3, 2),
                .register(.driver("dora2", "d2@b.it", licence: 78, plate: "X", expiry: CivilDate(2016, 3, 1))))
                == .rejected(.licenceNotValid, missing: AccountFields([])))
    }

    @Test(
        "ACCOUNT-REG-16: an address has a local part and a dotted domain",
        arguments: [
            ("a@b.it", true), ("a@b.polimi.it", true), ("a@b", false), ("@b.it", false), ("a@@b.it", false),
            ("a\0@b.it", false), ("a@b.it\0", false),
        ])
    func emails(email: String, isGood: Bool) {
        var city = AccountCity()
        city.send(.epoch, .register(.passenger("alice1", email)))
        #expect(city.rejections == (isGood ? [] : [.badEmail]))
    }

    @Test("A text with a byte 0 is returned as the refusal of its field")
    func zeroBytes() {
        let right = RegistrationForm.driver()
        let cases: [(RegistrationForm, RegistrationRefusal, [AccountField])] = [
            (right.with { $0.username = "dora1\0" }, .badUsername, []),
            (right.with { $0.email = "\0d@b.it" }, .badEmail, []),
            (
                right.with {
                    $0.password = "Passw0rd\0"
                    $0.passwordRepeat = $0.password
                }, .weakPassword, []
            ), (right.with { $0.name = "Do\0ra" }, .missingField, [.name]),
            (right.with { $0.surname = "\0" }, .missingField, [.surname]),
            (right.with { $0.address = "Via\0Roma" }, .missingField, [.address]),
            (right.with { $0.phone = "02\0" }, .missingField, [.phone]),
            (right.with { $0.plate = "AB\0" }, .missingField, [.taxiNumber]),
            // Also where the field may be left out.
            (RegistrationForm.passenger().with { $0.phone = "02\0" }, .missingField, [.phone]),
        ]
        for (form, refusal, fields) in cases {
            var city = AccountCity()
            #expect(city.send(.epoch, .register(form)) == .rejected(refusal, missing: AccountFields(fields)))
            #expect(city.shelf.count == 0)
        }
    }

    @Test("ACCOUNT-REG-18: the event of a driver's form lists the fields by name, without values")
    func listedFields() {
        var city = AccountCity()
        city.send(.epoch, .register(.driver()), from: Sender(.visitor(3), client: .web))
        let fields = AccountFields([
            .username, .password, .passwordRepeat, .email, .licence, .taxiNumber, .name, .surname, .phone, .address,
            .licenceExpiry, .seats,
        ])
        #expect(
            city.events.first == .registrationStarted(attempt: 1, type: .driver, client: .web, fields: fields))
    }

    @Test("INV-DriverMandatoryData: seats below 1 and a licence number not above 0 are refused, also when enrolled")
    func driverData() {
        var city = AccountCity()
        #expect(
            city.send(.epoch, .register(RegistrationForm.driver().with { $0.seats = 0 }))
                == .rejected(.badSeats, missing: AccountFields([])))
        #expect(
            city.send(.epoch, .register(RegistrationForm.driver().with { $0.licence = 0 }))
                == .rejected(.badLicence, missing: AccountFields([])))
        for (form, refusal) in [
            (RegistrationForm.driver().with { $0.seats = 0 }, RegistrationRefusal.badSeats),
            (RegistrationForm.driver().with { $0.licence = -1 }, .badLicence),
            (RegistrationForm.driver().with { $0.phone = nil }, .missingField),
        ] {
            let directives = city.rules.enroll(
                form, person: 1, password: "hash", accounts: city.shelf, at: .epoch)
            guard case .rejected(let found, _) = city.carryOut(directives) else {
                Issue.record("enrolled")
                continue
            }
            #expect(found == refusal)
        }
        #expect(city.shelf.count == 0)
    }

    @Test("A form that the store does not take is rejected as not stored, and no mail is sent")
    func notStored() {
        var city = AccountCity()
        city.isStoreBroken = true
        #expect(
            city.send(.epoch, .register(.passenger())) == .rejected(.notStored, missing: AccountFields([])))
        #expect(city.rejections == [.notStored])
        #expect(city.mails.isEmpty && city.timers.isEmpty)
    }

    @Test("Every reason to return a form is reached, each by a form of its own")
    func allRefusals() {
        var city = AccountCity()
        city.send(.epoch, .register(.driver()))
        let right = RegistrationForm.driver("dora2", "d2@b.it", licence: 78, plate: "AB124")
        let changes: [(inout RegistrationForm) -> Void] = [
            { $0.phone = nil }, { $0.username = "dora1" }, { $0.email = "d@b.it" }, { $0.licence = 77 },
            { $0.plate = "AB123" }, { $0.username = "d" }, { $0.email = "d" },
            {
                $0.password = "weak"
                $0.passwordRepeat = "weak"
            }, { $0.passwordRepeat = "Passw0rD" }, { $0.licenceExpiry = CivilDate(1969, 12, 31) }, { $0.licence = 0 },
            { $0.seats = 0 },
        ]
        for change in changes { city.send(.epoch, .register(right.with(change))) }
        city.isStoreBroken = true
        city.send(.epoch, .register(right))
        #expect(city.rejections == RegistrationRefusal.allOfTaxi)
    }
}
