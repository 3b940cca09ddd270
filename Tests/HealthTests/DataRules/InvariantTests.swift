// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Testing

/// Each invariant is seen to notice when it is broken: events whose last one breaks it, after some that break nothing.
struct InvariantTests {
    private static let (party, one, two) = (ThirdPartyID(1), WearerID(1), WearerID(2))
    private static let group = GroupID(1)

    struct Story: CustomTestStringConvertible {
        let rule: String
        let events: [DataEvent]
        var what = ""

        var testDescription: String { "\(rule) \(what)" }
    }

    /// Two people, of whom the first said yes; groups of two are allowed.
    private static let scene: [DataEvent] = [
        .partyRegistered(party: party), .personKnown(wearer: one, birth: 19_500_101, residence: .origin),
        .personKnown(wearer: two, birth: 19_600_101, residence: Place(east: 10, north: 10)),
        .requestForwarded(party: party, wearer: one), .consentGiven(party: party, wearer: one),
        .collectorOpened(party: party, wearer: one), .subscriptionOpened(party: party, wearer: one),
        .requestForwarded(party: party, wearer: two),
    ]

    private static func asked(_ purpose: GroupPurpose = .once, youngest: Int32? = nil) -> DataEvent {
        .groupAsked(
            group: group, party: party, purpose: purpose, youngest: youngest, oldest: nil, southWest: nil,
            northEast: nil, by: .residence, waits: false)
    }

    private static func delivered(_ wearer: WearerID) -> DataEvent {
        .dataDelivered(party: party, wearer: wearer, produced: .epoch, place: .origin, values: BatchValues(rate(1)))
    }

    private static func value(_ contributors: Int32, low: Int32 = 1, high: Int32 = 3) -> DataEvent {
        .groupValue(
            group: group, from: .epoch, parameter: .heartRate, contributors: contributors, mean: 2, low: low, high: high
        )
    }

    private static let running: [DataEvent] = [asked(.subscription), .groupSubscribed(group: group)]
    private static func interval(_ minute: Int) -> DataEvent {
        .groupDelivered(
            group: group, from: .seconds(60 * minute), to: .seconds(60 * minute + 60), members: 0, values: 0)
    }

    static let broken: [Story] = [
        Story(rule: "INV-OneCollectorPerPair", events: [.collectorOpened(party: party, wearer: one)], what: "a second"),
        Story(
            rule: "INV-OneCollectorPerPair",
            events: [.collectorClosed(party: party, wearer: two, cause: .withdrawn)], what: "none to close"),
        Story(rule: "HEALTH-REQ-EXC", events: [.requestForwarded(party: party, wearer: two)], what: "forwarded twice"),
        Story(
            rule: "HEALTH-REQ-EXC", events: [.requestStatus(party: party, wearer: two, state: .accepted)],
            what: "another state"),
        Story(rule: "HEALTH-R8", events: [.consentGiven(party: party, wearer: one)], what: "given twice"),
        Story(
            rule: "HEALTH-R8", events: [.thirdPartyNotified(party: party, wearer: two, state: .accepted)],
            what: "told otherwise"),
        Story(
            rule: "HEALTH-R9", events: [.dataRead(party: party, wearer: two, from: .epoch, to: .never, batches: 0)],
            what: "read while pending"),
        Story(rule: "HEALTH-R9", events: [.subscriptionOpened(party: party, wearer: two)], what: "subscribed"),
        Story(rule: "HEALTH-R29", events: [delivered(two)], what: "delivered without consent"),
        Story(
            rule: "HEALTH-R10-GAP",
            events: [.subscriptionEnded(party: party, wearer: one, cause: .stoppedByParty), delivered(one)],
            what: "delivered without subscription"),
        Story(
            rule: "HEALTH-R28",
            events: [.subscriptionEnded(party: party, wearer: two, cause: .stoppedByParty)], what: "none to end"),
        Story(
            rule: "HEALTH-R29",
            events: [
                .consentWithdrawn(party: party, wearer: one),
                .collectorClosed(party: party, wearer: one, cause: .withdrawn),
            ], what: "still subscribed"),
        Story(rule: "INV-AccessIffConsent", events: [.personLeft(wearer: one)], what: "collector without person"),
        Story(
            rule: "INV-AnonApprovedIffSize",
            events: [asked(youngest: 70), .groupAnswered(group: group, members: 0, intervals: 1)], what: "too small"),
        Story(
            rule: "INV-AnonApprovedIffSize", events: [asked(), .groupRefused(group: group, reason: .tooFew)],
            what: "large enough"),
        Story(
            rule: "INV-AnonApprovedIffSize",
            events: running + [.groupSubscriptionPaused(group: group)], what: "paused and large enough"),
        Story(
            rule: "INV-GroupExact", events: [asked(), .groupAnswered(group: group, members: 100, intervals: 1)],
            what: "told larger"),
        Story(rule: "HEALTH-GROUP-SUB", events: [asked(.subscription), interval(0)], what: "not begun"),
        Story(rule: "HEALTH-GROUP-SUB", events: running + [interval(0), interval(0)], what: "one interval twice"),
        Story(rule: "HEALTH-R6", events: running + [value(1)], what: "too few contributors"),
        Story(rule: "HEALTH-R6", events: running + [value(1050)], what: "an exact count"),
        Story(rule: "HEALTH-R6", events: running + [value(1000, low: 4)], what: "percentiles in the wrong order"),
        Story(rule: "HEALTH-R28", events: [asked(), .groupSubscriptionEnded(group: group)], what: "no subscription"),
        Story(
            rule: "HEALTH-R4", events: [.groupAnswered(group: GroupID(2), members: 0, intervals: 1)],
            what: "nobody asked"),
    ]

    @Test("Each invariant is noticed when its rule is broken, and only then", arguments: broken)
    func notices(_ story: Story) {
        var audit = DataInvariants(smallestGroup: 2)
        // At a time at which the first person is 30 and the second 20.
        let now = CityTime.seconds(315_532_800)
        for event in Self.scene { #expect(audit.take(event, at: now).isEmpty, "\(event.name)") }
        #expect(audit.endTurn(at: now).isEmpty)
        for (index, event) in story.events.enumerated() {
            let found = audit.take(event, at: now).map(\.rule)
            #expect(
                index == story.events.count - 1 ? found.contains(story.rule) : found.isEmpty, "\(event.name): \(found)")
        }
    }

    @Test(
        "INV-AccessIffConsent: consent without a collector, and a collector without consent, are noticed when the turn ends"
    )
    func endOfTurn() {
        for change in [
            DataEvent.consentGiven(party: Self.party, wearer: Self.two),
            .consentWithdrawn(party: Self.party, wearer: Self.one),
        ] {
            var audit = DataInvariants(smallestGroup: 2)
            for event in Self.scene { _ = audit.take(event, at: .epoch) }
            #expect(audit.take(change, at: .epoch).isEmpty)
            #expect(audit.endTurn(at: .epoch).map(\.rule) == ["INV-AccessIffConsent"])
        }
    }

    @Test("A subscription that runs with too few, or waits with enough, is noticed when the turn ends")
    func sizes() {
        var audit = DataInvariants(smallestGroup: 2)
        for event in Self.scene + Self.running { _ = audit.take(event, at: .epoch) }
        #expect(audit.endTurnWithGroups(at: .epoch).isEmpty)
        _ = audit.take(DataEvent.personLeft(wearer: Self.two), at: .epoch)
        #expect(audit.endTurnWithGroups(at: .epoch).map(\.rule) == ["HEALTH-GROUP-SUB"])
        #expect(audit.take(.groupSubscriptionPaused(group: Self.group), at: .epoch).isEmpty)
        #expect(audit.endTurnWithGroups(at: .epoch).isEmpty)
    }

    @Test("HEALTH-R6: a value of fewer than 1000 contributors is noticed")
    func contributors() {
        for (count, rules) in [(Int32(900), ["HEALTH-R6"]), (1000, []), (1100, []), (1150, ["HEALTH-R6"])] {
            var audit = DataInvariants()
            _ = audit.take(Self.asked(.subscription), at: .epoch)
            #expect(audit.take(Self.value(count), at: .epoch).map(\.rule) == rules)
        }
    }

    @Test("Batches of nobody, of wrong shape, and those that overlap are noticed")
    func batches() {
        var audit = DataInvariants()
        for event in Self.scene { _ = audit.take(event, at: .epoch) }
        func take(_ wearer: WearerID, _ start: Int, _ end: Int, _ values: Int32) -> [String] {
            audit.take(
                BatchEvent.batchStored(
                    wearer: wearer, start: .seconds(start), end: .seconds(end), place: .origin, values: values),
                at: .epoch
            ).map(\.rule)
        }
        #expect(take(Self.one, 0, 3, 5).isEmpty && take(Self.one, 3, 6, 1).isEmpty && take(Self.two, 2, 5, 1).isEmpty)
        #expect(take(Self.one, 5, 8, 1) == ["INV-DataNoOverlap"])
        #expect(take(Self.one, 9, 9, 1) == ["INV-DataBatchShape"] && take(Self.one, 9, 12, 6) == ["INV-DataBatchShape"])
        #expect(take(WearerID(7), 0, 3, 1) == ["INV-DataOneIndividual"])
    }
}
