// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Testing

/// Every refusal: what is refused changes nothing but the log.
struct RefusalTests {
    @Test("A call or the word on it is refused for each reason of its own", arguments: CallRefusal.allCases)
    func calls(_ reason: CallRefusal) {
        var town = AmbulanceTown(ambulances: [0])
        let before = town.notes.count
        switch reason {
        case .unknownPriority:
            for priority: Int32 in [0, 4] {
                town.take(.call(east(0), priority: priority))
                town.sos(7, at: 0, priority: priority)
            }
            #expect(town.notes.count == before + 4 && town.answers == [.unknownPriority, .unknownPriority])
            #expect(
                town.last == .callRefused(call: nil, patient: PatientID(7), reason: .unknownPriority))
        case .unknownCall:
            town.take(.assessed(AmbulanceCallID(1)))
            #expect(town.last == .callRefused(call: AmbulanceCallID(1), patient: nil, reason: .unknownCall))
        case .alreadyAssessed:
            town.sos(7, at: 0)
            town.call(from: 0)
            for number in [1, 2] {
                town.take(.assessed(AmbulanceCallID(number)))
                #expect(
                    town.last
                        == .callRefused(
                            call: AmbulanceCallID(number), patient: number == 1 ? PatientID(7) : nil,
                            reason: .alreadyAssessed))
            }
        }
        #expect(town.sent.count == (reason == .alreadyAssessed ? 1 : 0) && town.violations.isEmpty)
    }

    @Test("A crew's report is refused for each reason of its own", arguments: ReportRefusal.allCases)
    func reports(_ reason: ReportRefusal) {
        var town = AmbulanceTown(ambulances: [0])
        switch reason {
        case .unknownAmbulance:
            for number in [0, 2] { town.report(number, .departed) }
            #expect(town.story("reportRefused").count == 2)
        case .outOfOrder: town.report(1, .arrived)
        case .noHospital:
            town.call(from: 0)
            town.report(1, .departed, .arrived, .loaded(siren: true))
        }
        guard case .reportRefused(_, reason) = town.last else {
            Issue.record("not refused: \(String(describing: town.last))")
            return
        }
        guard reason == .noHospital else { return }
        // The crew can still say that nobody is taken along.
        town.report(1, .cleared)
        #expect(town.closed.count == 1)
    }

    /// The reports of a call with a transport, and what may follow each number of them.
    private static let life: [(report: CrewReport, others: [CrewReport])] = [
        (.departed, []), (.arrived, []), (.loaded(siren: false), [.cleared]), (.atHospital, []), (.handedOver, []),
        (.home, []),
    ]

    @Test("After each step of a call only the reports that follow are taken", arguments: 0...6)
    func lifeCycle(_ steps: Int) {
        let all: [CrewReport] = [
            .departed, .arrived, .loaded(siren: true), .loaded(siren: false), .atHospital, .handedOver, .cleared, .home,
        ]
        for report in all {
            var town = AmbulanceTown(ambulances: [0], hospitals: [100])
            town.call(from: 1000)
            for step in Self.life.prefix(steps) { town.report(1, step.report) }
            let before = town.notes.count
            town.report(1, report)
            let isTaken =
                steps < 6
                && (report == Self.life[steps].report || Self.life[steps].others.contains(report)
                    || steps == 2 && report == .loaded(siren: true))
            let refused = town.last == .reportRefused(ambulance: AmbulanceID(1), reason: .outOfOrder)
            #expect(refused != isTaken && (isTaken || town.notes.count == before + 1), "\(report) after \(steps)")
        }
    }
}
