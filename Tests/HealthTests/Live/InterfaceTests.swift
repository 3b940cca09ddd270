// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CityTestKit
import Foundation
import HealthRules
import HealthService
import Testing

/// What a person's app does: measures, and says yes to whoever asks. Ends when the phone has nothing more to send.
func wear(
    _ city: some WearerService, _ line: some BatchService, as form: LoginForm, device: DeviceID,
    measure: (WearerID) async -> SentBatch?
) async throws {
    let token = try await city.loginToHealth(form)
    try await city.startSending(token, key: 0x5EA1)
    try await city.permit(token, true)
    try await city.link(token, device)
    let wearer = try await city.wearer(of: token)
    try await city.answer(token, try await city.nextRequest(token), isYes: true)
    while let batch = await measure(wearer) {
        do {
            try await line.send(batch)
        } catch .unheard {
            // The service is down: a real phone keeps the batch.
        }
    }
}

/// What an organisation does: asks a person, and reads the first batch after a yes.
func study(
    _ city: some WearerService & ThirdPartyService, as form: LoginForm, number: String
) async throws -> DeliveredBatch? {
    let token = try await city.loginToHealth(form)
    _ = try await city.request(token, number: number)
    guard case .answered(_, .accepted) = try await city.nextDelivery(token) else { return nil }
    _ = try await city.subscribe(token, number: number)
    while true {
        if case .batch(_, let batch) = try await city.nextDelivery(token) { return batch }
    }
}

/// The health service through the public interface: every answer, and every refusal as a typed error.
@Suite("The health service in the public interface") struct InterfaceTests {
    private static let number = HealthTown.person.number
    private static let party = ThirdPartyID(1)

    @Test("The example of the article runs: a person is asked, says yes, and the organisation gets the next batch")
    func example() throws {
        let town = try InterfaceTown()
        try town.story { city, line in
            _ = try await city.createWearer(HealthTown.wearer("mario"))
            _ = try await city.createOrganisation(HealthTown.organisation("01234567890"))
            let device = DeviceID(1)
            city.loop.start("mario") {
                let form = LoginForm(username: "mario", password: HealthTown.password)
                try await wear(city, line, as: form, device: device) { wearer in
                    try? await city.loop.sleep(for: .seconds(3))
                    return city.loop.now < HealthTown.start + .minutes(5)
                        ? city.batch(wearer, rate: 64, key: 0x5EA1) : nil
                }
            }
            try await city.loop.sleep(for: .seconds(10))
            let form = LoginForm(username: "01234567890", password: HealthTown.password)
            let batch = try #require(try await study(city, as: form, number: Self.number))
            #expect(batch.values == [HealthValue(.heartRate, hundredths: 6400)])
            #expect(batch.place == Place(east: 10, north: 20))
            try await city.loop.sleep(for: .minutes(5))
        }
    }

    @Test("The article shows this very example")
    func article() throws {
        let example = try #require(
            try ArticleExample(with: "func wear", in: "Health/HealthService/HealthService.docc/LiveHealthService.md"))
        let code = try #require(example.shown.range(of: "/// What a person's app does")).lowerBound
        #expect(example.test.contains(example.shown[code...]) && example.shown.contains("func study"))
    }

    /// Forms that lack something.
    private static var incomplete: (RegistrationForm, RegistrationForm) {
        var form = HealthTown.wearer("mario")
        form.surname = ""
        (form.details[.identityNumber], form.details[.birth]) = (nil, nil)
        var organisation = HealthTown.organisation("01234567890")
        organisation.details[.vatNumber] = nil
        return (form, organisation)
    }

    @Test("What a form lacks is told by name, also what only the health service asks for")
    func missing() throws {
        try InterfaceTown().story { city, _ in
            let (form, organisation) = Self.incomplete
            await #expect(throws: RegistrationError.missing([.surname, .identityNumber, .birth])) {
                try await city.createWearer(form)
            }
            await #expect(throws: RegistrationError.missing([.vatNumber])) {
                try await city.createOrganisation(organisation)
            }
            await #expect(throws: RegistrationError.wrongType) { try await city.createWearer(organisation) }
            _ = try await city.person("mario")
            await #expect(throws: RegistrationError.refused(.alreadyRegistered)) {
                try await city.person("luigi")
            }
            await #expect(throws: LoginError.refused(.badCredentials)) {
                try await city.loginToHealth(LoginForm(username: "mario", password: "Passw0rd2"))
            }
        }
    }

    @Test("Each refusal of what a person sets is an error of its own, and a danger becomes an SOS")
    func wearer() throws {
        let town = try InterfaceTown()
        try town.story { city, line in
            let (mario, luigi) = (try await city.person("mario"), try await city.person("luigi", number: "219-09-9999"))
            let wearer = try await city.wearer(of: mario)
            #expect(wearer == WearerID(1))
            await #expect(throws: WearerError.refused(.notLoggedIn)) { try await city.permit(mario, true) }
            await #expect(throws: BatchError.refused(.notLoggedIn)) {
                try await line.send(city.batch(wearer, rate: 70))
            }
            try await city.startSending(mario, key: 5)
            await #expect(throws: WearerError.refused(.notPermitted)) { try await city.link(mario, DeviceID(1)) }
            try await city.permit(mario, true)
            try await city.reportLinkFailure(mario, DeviceID(1))
            try await city.callHelpLine(mario)
            await #expect(throws: BatchError.refused(.notLinked)) { try await line.send(city.batch(wearer, rate: 70)) }
            try await city.link(mario, DeviceID(1))
            try await city.startSending(luigi, key: 6)
            try await city.permit(luigi, true)
            await #expect(throws: WearerError.refused(.deviceTaken)) { try await city.link(luigi, DeviceID(1)) }
            #expect(try await line.send(city.batch(wearer, rate: 70)) == false)
            try await city.loop.sleep(for: .seconds(3))
            await #expect(throws: BatchError.refused(.tampered)) {
                try await line.send(city.batch(wearer, rate: 39, key: 8))
            }
            #expect(try await line.send(city.batch(wearer, rate: 39)))
            try await city.loop.sleep(for: .seconds(5))
            try await city.setSOS(mario, isOn: false)
            #expect(try await line.send(city.batch(wearer, rate: 39)))
            try await city.loop.sleep(for: .seconds(5))
            await #expect(throws: AccessError.notLoggedIn) { try await city.wearer(of: Token(high: 1, low: 2)) }
            // The account's own messages are those of every service.
            #expect(try await city.profile(mario).type == .wearer)
            try await city.deleteAccount(mario, AccountID(1), password: HealthTown.password)
            await #expect(throws: BatchError.refused(.unknownPerson)) {
                try await line.send(city.batch(wearer, rate: 70))
            }
        }
        #expect(town.carrier.all.map(\.place) == [Place(east: 10, north: 20)])
        #expect(town.carrier.all.map(\.person) == [HealthTown.person])
    }

    @Test("Consent: asked, refused, given, subscribed, withdrawn; each denial says why")
    func consent() throws {
        try InterfaceTown().story { city, line in
            let (mario, studies) = (try await city.person("mario"), try await city.organisation())
            let wearer = try await city.wears(mario)
            let range = (HealthTown.start - .hours(1), HealthTown.start + .hours(1))
            func read() async throws(DataError) -> [DeliveredBatch] {
                try await city.read(studies, number: Self.number, from: range.0, to: range.1)
            }
            await #expect(throws: RequestError.refused(.unknownNumber)) {
                try await city.request(studies, number: "X")
            }
            await #expect(throws: DataError.refused(.notAsked)) { try await read() }
            #expect(try await city.request(studies, number: Self.number).state == .pending)
            #expect(try await city.request(studies, number: Self.number).state == .pending)
            await #expect(throws: DataError.refused(.pending)) { try await read() }
            #expect(try await city.nextRequest(mario) == Self.party)
            try await city.answer(mario, Self.party, isYes: false)
            #expect(try await city.nextDelivery(studies) == .answered(wearer, .refused))
            await #expect(throws: DataError.refused(.refused)) { try await read() }
            try await city.answer(mario, Self.party, isYes: true)
            await #expect(throws: ConsentError.refused(.alreadyGiven)) {
                try await city.answer(mario, Self.party, isYes: true)
            }
            #expect(try await city.nextDelivery(studies) == .answered(wearer, .accepted))
            try await line.send(city.batch(wearer, rate: 70))
            #expect(try await read().count == 1)
            await #expect(throws: UnsubscribeError.refused(.noSubscription)) {
                try await city.unsubscribe(studies, number: Self.number)
            }
            #expect(try await city.subscribe(studies, number: Self.number) == wearer)
            await #expect(throws: DataError.refused(.alreadySubscribed)) {
                try await city.subscribe(studies, number: Self.number)
            }
            try await city.loop.sleep(for: .seconds(3))
            try await line.send(city.batch(wearer, rate: 71))
            guard case .batch(wearer, _) = try await city.nextDelivery(studies) else {
                Issue.record("no batch")
                return
            }
            try await city.stopSubscription(mario, Self.party)
            #expect(try await city.nextDelivery(studies) == .subscriptionEnded(wearer, .stoppedByPerson))
            #expect(try await city.requests(mario).map(\.state) == [.accepted])
            _ = try await city.subscribe(studies, number: Self.number)
            try await city.unsubscribe(studies, number: Self.number)
            try await city.withdraw(mario, Self.party)
            await #expect(throws: ConsentError.refused(.noConsent)) { try await city.withdraw(mario, Self.party) }
            #expect(try await city.nextDelivery(studies) == .answered(wearer, .withdrawn))
            await #expect(throws: DataError.refused(.withdrawn)) { try await read() }
            // Whose session it is, is looked at by the server.
            await #expect(throws: RequestError.access(.wrongRole)) {
                try await city.request(mario, number: Self.number)
            }
            await #expect(throws: ConsentError.access(.wrongRole)) { try await city.requests(studies) }
        }
    }

    @Test("Groups: too small, frozen, answered, subscribed and stopped")
    func groups() throws {
        try InterfaceTown(smallestGroup: 2).story { city, line in
            let (studies, others) = (try await city.organisation(), try await city.organisation("11111111111"))
            let mario = try await city.person("mario")
            let first = try await city.wears(mario)
            await #expect(throws: GroupError.refused(.tooFew)) { try await city.ask(studies, GroupQuery()) }
            await #expect(throws: GroupError.refused(.badAges)) {
                try await city.ask(studies, GroupQuery(GroupCriteria(youngest: 9, oldest: 8)))
            }
            // What may be asked is coarse and scarce, with an error of its own each.
            await #expect(throws: GroupError.refused(.tooFineAges)) {
                try await city.ask(studies, GroupQuery(GroupCriteria(youngest: 18, oldest: 23)))
            }
            await #expect(throws: GroupError.refused(.tooFineArea)) {
                try await city.ask(studies, GroupQuery(GroupCriteria(area: PlaceRectangle(.origin, .origin))))
            }
            await #expect(throws: GroupError.refused(.badInterval)) {
                try await city.ask(studies, GroupQuery(interval: .minutes(5)))
            }
            await #expect(throws: GroupError.refused(.intervalsUsed)) {
                try await city.ask(studies, GroupQuery(count: 101))
            }
            guard case .frozen(let waiting) = try await city.ask(studies, GroupQuery(waits: true)) else {
                Issue.record("the request was not frozen")
                return
            }
            let luigi = try await city.person("luigi", number: "219-09-9999")
            guard case .group(waiting, _) = try await city.nextDelivery(studies) else {
                Issue.record("the frozen request was not answered")
                return
            }
            let second = try await city.wears(luigi)
            let subscription = try await city.subscribe(studies, to: GroupQuery())
            #expect(!subscription.isFrozen)
            await #expect(throws: GroupStopError.refused(.notOwn)) {
                try await city.stop(others, subscription.group)
            }
            try await city.loop.sleep(for: .seconds(10))
            for wearer in [first, second] { try await line.send(city.batch(wearer, rate: 70)) }
            guard case .group(subscription.group, let aggregate) = try await city.nextDelivery(studies) else {
                Issue.record("no aggregate")
                return
            }
            #expect(aggregate.parts.count == 1)
            guard case .answered(let group, _) = try await city.ask(studies, GroupQuery()) else {
                Issue.record("no answer")
                return
            }
            #expect(group != subscription.group && group != waiting)
            try await city.stop(studies, subscription.group)
            await #expect(throws: GroupStopError.refused(.noSubscription)) {
                try await city.stop(studies, subscription.group)
            }
            // Four were taken above.
            for _ in 0..<3 {
                await #expect(throws: GroupError.refused(.tooFew)) {
                    try await city.ask(studies, GroupQuery(GroupCriteria(youngest: 95)))
                }
            }
            await #expect(throws: GroupError.refused(.requestsUsed)) { try await city.ask(studies, GroupQuery()) }
        }
    }

    @Test("A crash: batches are unheard and settings refused until the system manager restarts the service")
    func crash() throws {
        let town = try InterfaceTown()
        var form = HealthTown.wearer("chief")
        form.details = AccountDetails()
        form.type = RoleName.systemManager
        #expect(town.live.install(manager: 1, form, password: HealthTown.password) == nil)
        let monitor = town.live.monitor
        try town.story { city, line in
            let mario = try await city.person("mario")
            let wearer = try await city.wears(mario)
            let chief = try await city.loginToHealth(LoginForm(username: "chief", password: HealthTown.password))
            monitor.onLoop { $0.take(.crash) }
            await #expect(throws: BatchError.unheard) { try await line.send(city.batch(wearer, rate: 70)) }
            await #expect(throws: WearerError.refused(.down)) { try await city.setSOS(mario, isOn: false) }
            await #expect(throws: AccessError.wrongRole) { try await city.restartHealth(mario) }
            try await city.restartHealth(chief)
            #expect(try await line.send(city.batch(wearer, rate: 70)) == false)
        }
    }
}
