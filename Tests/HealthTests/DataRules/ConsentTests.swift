// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Testing

/// One person's data: requests, consent, reads, subscriptions.
struct ConsentTests {
    private static let party = ThirdPartyID(1)
    private static let person = WearerID(1)

    /// Person 1 is registered; third party 1 has asked.
    private static func asked() -> DataTown {
        var town = DataTown(parties: 2)
        town.register(1)
        town.register(2)
        town.send(.request, about: 1)
        return town
    }

    private static func accepted() -> DataTown {
        var town = asked()
        town.send(.answer(party, isYes: true), of: 1, at: .seconds(1))
        return town
    }

    @Test("HEALTH-R7: a request is forwarded to exactly the person whose number it names, at once")
    func forwarded() {
        let town = Self.asked()
        #expect(town.notified == [Self.person: [.asked(Self.party)]])
        #expect(town.events.suffix(1) == [.requestForwarded(party: Self.party, wearer: Self.person)])
        #expect(town.last() == .forwarded(Self.person))
    }

    @Test(
        "HEALTH-REQ-EXC: a repeat returns the state and is forwarded once; a wrong number is refused and may be corrected"
    )
    func repeats() {
        var town = Self.asked()
        town.send(.request, about: 1, at: .seconds(5))
        #expect(town.last() == .status(Self.person, .pending) && town.count("requestForwarded") == 1)
        town.send(.answer(Self.party, isYes: false), of: 1, at: .seconds(6))
        town.send(.request, about: 1, at: .seconds(7))
        #expect(town.last() == .status(Self.person, .refused))
        town.send(.answer(Self.party, isYes: true), of: 1, at: .seconds(8))
        town.send(.request, about: 1, at: .seconds(9))
        #expect(town.last() == .status(Self.person, .accepted) && town.count("requestForwarded") == 1)
        town.send(.request, about: nil, at: .seconds(10))
        #expect(town.last() == .requestRefused(.unknownNumber))
        town.send(.request, about: 2, at: .seconds(11))
        #expect(town.last() == .forwarded(WearerID(2)) && town.violations.isEmpty)
    }

    @Test(
        "AVAIL-08: while the service is down nothing is stored, told or answered, and each message is refused with that reason"
    )
    func outage() {
        var town = DataTown(parties: 2, smallest: 2)
        for person in 1...3 { town.register(person) }
        town.send(.request, about: 1)
        town.send(.answer(Self.party, isYes: true), of: 1)
        town.send(.subscribe, about: 1)
        let query = minutely(GroupCriteria(), ParameterSet(.heartRate))
        town.send(.subscribe(query))
        town.work(false, at: .seconds(10))
        let before = town.events.count
        town.send(.request, about: 2, at: .seconds(11))
        #expect(town.last() == .requestRefused(.down))
        town.send(.read(from: .epoch, to: .never), about: 1, at: .seconds(12))
        #expect(town.last() == .denied(Self.person, .down))
        town.send(.subscribe, about: 1, at: .seconds(13))
        town.send(.unsubscribe, about: 1, at: .seconds(14))
        #expect(town.last() == .unsubscribeRefused(Self.person, .down))
        town.send(.ask(query), at: .seconds(15))
        #expect(town.last() == .groupRefused(GroupID(2), .down))
        town.send(.stop(GroupID(1)), at: .seconds(16))
        #expect(town.last() == .groupStopRefused(GroupID(1), .down))
        for wish in [
            ConsentWish.withdraw(Self.party), .answer(Self.party, isYes: false), .stopSubscription(Self.party),
        ] {
            town.send(wish, of: 1, at: .seconds(17))
            #expect(town.notified[Self.person]?.last == .refused(Self.party, .down))
        }
        town.send(.list, of: 1, at: .seconds(18))
        #expect(town.notified[Self.person]?.last == .refused(ThirdPartyID(0), .down))
        // Two minutes pass, and no aggregate comes.
        town.pass(to: .seconds(130))
        #expect(
            town.events[before...].map(\.name) == [
                "requestRefused", "accessDenied", "accessDenied", "unsubscribeRefused", "groupAsked", "groupRefused",
                "groupStopRefused", "answerRefused", "answerRefused", "answerRefused", "answerRefused",
            ])
        // All is as it was when it works again: the interval that was open is told, then the others as ever.
        town.work(true, at: .seconds(900))
        #expect(town.count("groupDelivered") == 1)
        town.send(.withdraw(Self.party), of: 1, at: .seconds(901))
        #expect(town.count("consentWithdrawn") == 1)
        town.pass(to: .seconds(1080))
        #expect(town.count("groupDelivered") == 4 && town.violations.isEmpty)
    }

    @Test("After a withdrawal a new request is forwarded; before it a yes has nothing to answer (DEC-HEALTH-REREQUEST)")
    func anew() {
        var town = Self.accepted()
        town.send(.withdraw(Self.party), of: 1, at: .seconds(2))
        town.send(.answer(Self.party, isYes: true), of: 1, at: .seconds(3))
        #expect(town.notified[Self.person]?.last == .refused(Self.party, .notAsked))
        town.send(.request, about: 1, at: .seconds(4))
        #expect(town.last() == .forwarded(Self.person) && town.count("requestForwarded") == 2)
        town.send(.answer(Self.party, isYes: true), of: 1, at: .seconds(5))
        #expect(town.count("collectorOpened") == 2 && town.violations.isEmpty)
    }

    @Test("HEALTH-R1: a read before consent is denied; after it data arrive")
    func consentFirst() {
        var town = Self.asked()
        town.batch(1, rate(7000), at: .seconds(5))
        town.send(.read(from: .epoch, to: .never), about: 1, at: .seconds(10))
        #expect(town.last() == .denied(Self.person, .pending))
        town.send(.answer(Self.party, isYes: true), of: 1, at: .seconds(20))
        town.send(.read(from: .epoch, to: .never), about: 1, at: .seconds(21))
        guard case .batches(Self.person, let batches) = town.last() else { return #expect(Bool(false)) }
        #expect(batches.count == 1 && town.violations.isEmpty)
    }

    @Test(
        "HEALTH-R2, HEALTH-R10-GAP: with a subscription each new batch is delivered in order, with position and all values"
    )
    func subscribed() {
        var town = Self.accepted()
        town.send(.subscribe, about: 1, at: .seconds(1))
        let place = Place(east: 5, north: 7)
        for second in [3, 6, 9] {
            town.batch(
                1, [HealthValue(.heartRate, hundredths: Int32(second)), HealthValue(.temperature, hundredths: 3650)],
                from: .seconds(second - 3), place: place, at: .seconds(second))
        }
        town.batch(2, rate(8000), at: .seconds(9))
        #expect(town.delivered().map(\.end) == [.seconds(3), .seconds(6), .seconds(9)])
        #expect(town.delivered().allSatisfy { $0.place == place && $0.values.count == 2 })
        #expect(town.delivered(to: 2).isEmpty)
        let events = town.events.compactMap {
            if case .dataDelivered(_, _, let produced, let at, let values) = $0 {
                (produced, at, values.list)
            } else {
                nil
            }
        }
        #expect(events.count == 3 && events.allSatisfy { $0.1 == place && $0.2.count == 2 })
        #expect(events.map(\.2[0].hundredths) == [3, 6, 9] && events.allSatisfy { $0.2[1].parameter == .temperature })
    }

    @Test("HEALTH-R8: yes and no are stored and reported at once, and can be changed")
    func answers() {
        var town = Self.asked()
        town.send(.answer(Self.party, isYes: false), of: 1, at: .seconds(7200))
        #expect(town.rules.consents.pair(Self.person, Self.party)?.state == .refused)
        #expect(town.last() == .answered(Self.person, .refused) && town.count("thirdPartyNotified") == 1)
        town.send(.answer(Self.party, isYes: true), of: 1, at: .seconds(7201))
        #expect(town.last() == .answered(Self.person, .accepted))
        town.send(.answer(Self.party, isYes: false), of: 1, at: .seconds(7202))
        #expect(town.last() == .answered(Self.person, .withdrawn) && town.count("collectorClosed") == 1)
        town.send(.list, of: 1, at: .seconds(7203))
        guard case .requests(let rows) = town.notified[Self.person]?.last else { return #expect(Bool(false)) }
        #expect(rows.map(\.state) == [.withdrawn] && town.violations.isEmpty)
    }

    @Test("HEALTH-R9: while a request is unanswered, every read and subscription is denied; so it is after a no")
    func noAccess() {
        var town = Self.asked()
        for minute in 0..<120 {
            town.send(.read(from: .epoch, to: .never), about: 1, at: .seconds(60 * minute))
            #expect(town.last() == .denied(Self.person, .pending))
        }
        town.send(.subscribe, about: 1, at: .seconds(7200))
        #expect(town.last() == .denied(Self.person, .pending))
        town.send(.answer(Self.party, isYes: false), of: 1, at: .seconds(7200))
        town.send(.read(from: .epoch, to: .never), about: 1, at: .seconds(7201))
        #expect(town.last() == .denied(Self.person, .refused))
        town.batch(1, rate(7000), at: .seconds(7300))
        #expect(town.delivered().isEmpty && town.count("dataRead") == 0 && town.count("accessDenied") == 122)
    }

    @Test("HEALTH-R27: of 20 stored batches a consented read returns 20, and of a part of the time that part")
    func reads() {
        var town = Self.accepted()
        for number in 0..<20 {
            town.batch(1, rate(7000 + number), from: .seconds(10 + 3 * number), at: .seconds(13 + 3 * number))
        }
        town.batch(2, rate(1), at: .seconds(100))
        town.send(.read(from: .epoch, to: .never), about: 1, at: .seconds(100))
        guard case .batches(_, let all) = town.last() else { return #expect(Bool(false)) }
        #expect(all.map { $0.values[0].hundredths } == (0..<20).map { 7000 + $0 })
        town.send(.read(from: .seconds(13), to: .seconds(19)), about: 1, at: .seconds(101))
        guard case .batches(_, let part) = town.last() else { return #expect(Bool(false)) }
        #expect(part.map(\.start) == [.seconds(13), .seconds(16)])
    }

    @Test("HEALTH-R28: only an active subscription can be stopped, by the third party or the person")
    func stops() {
        var town = Self.accepted()
        town.send(.unsubscribe, about: 1, at: .seconds(2))
        #expect(town.last() == .unsubscribeRefused(Self.person, .noSubscription))
        town.send(.stopSubscription(Self.party), of: 1, at: .seconds(2))
        #expect(town.notified[Self.person]?.last == .refused(Self.party, .noSubscription))
        #expect(town.count("unsubscribeRefused") == 2)
        town.send(.subscribe, about: 1, at: .seconds(3))
        town.send(.subscribe, about: 1, at: .seconds(3))
        #expect(town.last() == .denied(Self.person, .alreadySubscribed))
        town.send(.stopSubscription(Self.party), of: 1, at: .seconds(4))
        #expect(town.last() == .subscriptionEnded(Self.person, .stoppedByPerson))
        town.batch(1, rate(7000), at: .seconds(5))
        town.send(.read(from: .epoch, to: .never), about: 1, at: .seconds(6))
        // The consent stays.
        #expect(town.delivered().isEmpty && town.count("dataRead") == 1)
        town.send(.subscribe, about: 1, at: .seconds(7))
        town.send(.unsubscribe, about: 1, at: .seconds(8))
        #expect(town.last() == .subscriptionEnded(Self.person, .stoppedByParty) && town.violations.isEmpty)
    }

    @Test(
        "HEALTH-R29: after a withdrawal nothing is delivered, whenever it was produced; what was delivered before stays counted"
    )
    func withdrawn() {
        var town = Self.accepted()
        town.send(.subscribe, about: 1, at: .seconds(2))
        town.batch(1, rate(7000), at: .seconds(50))
        town.send(.withdraw(Self.party), of: 1, at: .seconds(100))
        // Produced at 99.9 s and kept by the phone; then one of 100.1 s.
        town.batch(1, rate(7000), from: .seconds(96.9), at: .seconds(100.5))
        town.batch(1, rate(7000), from: .seconds(100.1), at: .seconds(104))
        town.send(.read(from: .epoch, to: .never), about: 1, at: .seconds(105))
        #expect(town.last() == .denied(Self.person, .withdrawn))
        #expect(town.delivered().count == 1 && town.count("dataDelivered") == 1)
        #expect(town.count("collectorClosed") == 1 && town.violations.isEmpty)
    }

    @Test("INV-OneCollectorPerPair: repeated requests and answers of one pair make one collector")
    func oneCollector() {
        var town = Self.accepted()
        town.send(.request, about: 1, at: .seconds(2))
        town.send(.answer(Self.party, isYes: true), of: 1, at: .seconds(3))
        #expect(town.notified[Self.person]?.last == .refused(Self.party, .alreadyGiven))
        #expect(town.count("collectorOpened") == 1 && town.violations.isEmpty)
    }

    @Test("INV-AccessIffConsent: a withdrawal at 100 s closes the collector at 100 s; a deleted account closes all")
    func collectors() {
        var town = Self.accepted()
        town.send(.request, about: 1, by: 2, at: .seconds(3))
        town.send(.answer(ThirdPartyID(2), isYes: true), of: 1, at: .seconds(3))
        town.send(.withdraw(Self.party), of: 1, at: .seconds(100))
        #expect(town.events.contains(.collectorClosed(party: Self.party, wearer: Self.person, cause: .withdrawn)))
        town.send(.subscribe, about: 1, by: 2, at: .seconds(101))
        town.batch(1, rate(7000), at: .seconds(102))
        town.leave(1, at: .seconds(103))
        #expect(
            town.events.contains(
                .collectorClosed(party: ThirdPartyID(2), wearer: Self.person, cause: .accountDeleted)))
        #expect(town.stored[Self.person] == nil && town.last(of: 2) == .left(Self.person))
        // The number names nobody any more, and a batch that is under way reaches nobody.
        town.send(.request, about: 1, by: 2, at: .seconds(104))
        #expect(town.last(of: 2) == .requestRefused(.unknownNumber) && town.delivered(to: 2).count == 1)
        #expect(town.violations.isEmpty)
    }

    @Test("Each refusal of a personal message and answer")
    func refusals() {
        var town = DataTown()
        town.register(1)
        town.send(.request, about: 1, by: 2)
        #expect(town.last(of: 2) == .requestRefused(.unknownParty))
        town.send(.read(from: .epoch, to: .never), about: 1, by: 2)
        #expect(town.last(of: 2) == .denied(Self.person, .unknownParty))
        town.send(.read(from: .epoch, to: .never), about: nil)
        #expect(town.last() == .denied(nil, .unknownNumber))
        town.send(.read(from: .epoch, to: .never), about: 1)
        #expect(town.last() == .denied(Self.person, .notAsked))
        for (wish, reason) in [
            (ConsentWish.answer(Self.party, isYes: true), AnswerRefusal.notAsked),
            (.answer(Self.party, isYes: false), .notAsked), (.withdraw(Self.party), .noConsent),
            (.stopSubscription(Self.party), .noSubscription),
        ] {
            town.send(wish, of: 1)
            #expect(town.notified[Self.person]?.last == .refused(Self.party, reason))
        }
        town.send(.request, about: 1)
        town.send(.answer(Self.party, isYes: false), of: 1)
        town.send(.answer(Self.party, isYes: false), of: 1)
        #expect(town.notified[Self.person]?.last == .refused(Self.party, .alreadyRefused))
        #expect(town.violations.isEmpty)
    }
}
