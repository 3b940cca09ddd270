// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Testing

/// Each invariant is seen to notice when it is broken: events whose last one breaks it, after some that break nothing.
struct InvariantTests {
    private static let (one, two) = (AmbulanceID(1), AmbulanceID(2))
    private static let hospital = HospitalID(1)

    private static func call(_ number: Int) -> AmbulanceCallID { AmbulanceCallID(number) }

    private static func received(
        _ number: Int, priority: Int32 = 1, of patient: Int? = nil
    ) -> AmbulanceEvent {
        .callReceived(call: call(number), place: .origin, priority: priority, patient: patient.map { PatientID($0) })
    }

    private static func sent(_ ambulance: AmbulanceID, _ number: Int) -> AmbulanceEvent {
        .ambulanceSent(ambulance: ambulance, call: call(number), place: .origin, origin: .station, expected: .zero)
    }

    private static func assessed(_ number: Int, isQueued: Bool = false) -> AmbulanceEvent {
        .callAssessed(call: call(number), isQueued: isQueued)
    }

    private static func departed(_ number: Int) -> AmbulanceEvent {
        .ambulanceDeparted(ambulance: one, call: call(number))
    }
    private static func arrived(_ number: Int) -> AmbulanceEvent {
        .ambulanceArrived(ambulance: one, call: call(number))
    }
    private static func transport(_ number: Int) -> AmbulanceEvent {
        .transportBegun(ambulance: one, call: call(number), hospital: hospital, expected: .zero)
    }
    private static func closed(
        _ number: Int, _ ending: CallEnding = .noTransport, by ambulance: AmbulanceID = one
    ) -> AmbulanceEvent { .callClosed(call: call(number), ambulance: ambulance, ending: ending) }

    private static func freed(_ number: Int, _ ambulance: AmbulanceID = one) -> AmbulanceEvent {
        .ambulanceFreed(ambulance: ambulance, call: call(number), place: .origin)
    }

    /// Two ambulances on duty; the first serves call 1 of patient 7, and is there.
    private static let scene: [AmbulanceEvent] = [
        .ambulanceAdded(ambulance: one, station: AmbulanceStationID(1), place: .origin),
        .dutyChanged(ambulance: one, isOn: true),
        .ambulanceAdded(ambulance: two, station: AmbulanceStationID(1), place: .origin),
        .dutyChanged(ambulance: two, isOn: true), received(1, of: 7), assessed(1), sent(one, 1), departed(1),
        arrived(1),
    ]

    private static let others: [AmbulanceEvent] = [received(2), assessed(2), sent(two, 2)]

    struct Story: CustomTestStringConvertible {
        let rule: String
        let events: [AmbulanceEvent]
        /// Seconds from the arrival to the last event.
        var seconds = 60
        var what = ""

        var testDescription: String { "\(rule) \(what)" }
    }

    static let broken: [Story] = [
        Story(rule: "INV-AtMostOneAmbulance", events: [received(2, of: 7)], what: "second open call"),
        Story(
            rule: "INV-AtMostOneAmbulance", events: [.sosSuppressed(patient: PatientID(8), call: call(1))],
            what: "suppressed without an open call"),
        Story(rule: "INV-AtMostOneAmbulance", events: [sent(two, 1)], what: "second ambulance for a call"),
        Story(rule: "DEC-HEALTH-AMBULANCE", events: [received(2), assessed(2), sent(one, 2)], what: "one that serves"),
        Story(rule: "DEC-HEALTH-AMBULANCE", events: [received(2), assessed(2, isQueued: true)], what: "needless wait"),
        Story(
            rule: "DEC-HEALTH-AMBULANCE", events: others + [received(3), assessed(3)], what: "none is free"),
        Story(
            rule: "DEC-HEALTH-AMBULANCE",
            events: others + [
                received(3, priority: 2), assessed(3, isQueued: true), received(4), assessed(4, isQueued: true),
                closed(1), freed(1), sent(one, 3),
            ], what: "less urgent first"),
        Story(
            rule: "DEC-HEALTH-AMBULANCE",
            events: others + [
                received(3), assessed(3, isQueued: true), received(4), assessed(4, isQueued: true), closed(1), freed(1),
                sent(one, 4),
            ], what: "later first"),
        Story(rule: "DEC-HEALTH-ONE-CALL", events: [closed(1, .handedOver)], what: "handed over at no hospital"),
        Story(
            rule: "DEC-HEALTH-ONE-CALL", events: [transport(1), closed(1, .noTransport)], what: "somebody is aboard"),
        Story(rule: "DEC-HEALTH-ONE-CALL", events: [closed(1, .timedOut)], seconds: 3599, what: "too early"),
        Story(rule: "DEC-HEALTH-ONE-CALL", events: [closed(1)], seconds: 3601, what: "too late"),
        Story(rule: "DEC-HEALTH-ONE-CALL", events: [closed(1, by: two)], what: "by another ambulance"),
        Story(
            rule: "DEC-HEALTH-ONE-CALL",
            events: others + [received(3), assessed(3, isQueued: true), closed(3, .timedOut)], seconds: 3600,
            what: "a waiting call closes"),
        Story(rule: "DEC-HEALTH-ONE-CALL", events: [freed(1)], what: "free with its call open"),
        Story(rule: "HEALTH-SOS-AMBULANCE", events: [closed(1), transport(1), freed(1)], what: "free on the way"),
        Story(rule: "HEALTH-SOS-AMBULANCE", events: [arrived(1)], what: "there twice"),
        Story(
            rule: "HEALTH-SOS-AMBULANCE", events: [.ambulanceDeparted(ambulance: two, call: call(1))], what: "not sent"),
        Story(rule: "HEALTH-SOS-AMBULANCE", events: [.ambulanceHome(ambulance: one)], what: "home from the scene"),
        Story(
            rule: "HEALTH-SOS-AMBULANCE", events: [.dutyChanged(ambulance: one, isOn: false)], what: "stops at a scene"),
        Story(rule: "HEALTH-SOS-AMBULANCE", events: [.dutyChanged(ambulance: two, isOn: true)], what: "on duty twice"),
        Story(rule: "HEALTH-SOS-AMBULANCE", events: [received(3)], what: "a number left out"),
        Story(rule: "HEALTH-SOS-AMBULANCE", events: [assessed(1)], what: "assessed twice"),
    ]

    @Test("Each invariant is noticed when its rule is broken, and only then", arguments: broken)
    func notices(_ story: Story) {
        var audit = AmbulanceInvariants()
        for event in Self.scene {
            #expect(audit.take(event, at: .epoch).isEmpty, "\(event.name)")
        }
        #expect(audit.endTurn().isEmpty)
        for (index, event) in story.events.enumerated() {
            let isLast = index == story.events.count - 1
            let found = audit.take(event, at: .seconds(isLast ? story.seconds : 0)).map(\.rule)
            #expect(isLast ? found.contains(story.rule) : found.isEmpty, "\(event.name): \(found)")
        }
    }

    @Test("DEC-HEALTH-AMBULANCE: a call that waits beside a free ambulance is noticed when the turn ends")
    func endOfTurn() {
        var audit = AmbulanceInvariants()
        for event in Self.scene + Self.others { #expect(audit.take(event, at: .epoch).isEmpty) }
        for event in [
            Self.received(3), Self.assessed(3, isQueued: true), Self.closed(1), Self.freed(1),
        ] {
            #expect(audit.take(event, at: .epoch).isEmpty)
        }
        #expect(audit.endTurn().map(\.rule) == ["DEC-HEALTH-AMBULANCE"])
        // An ambulance that is said to be sent and is not.
        audit = AmbulanceInvariants()
        for event in Self.scene + [Self.received(2), Self.assessed(2)] {
            #expect(audit.take(event, at: .epoch).isEmpty)
        }
        #expect(audit.endTurn().map(\.call) == [AmbulanceCallID(2)])
    }
}
