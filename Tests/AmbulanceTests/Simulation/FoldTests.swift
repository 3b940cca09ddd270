// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Reporting
import Testing

@testable import AmbulanceSimulation

/// The numbers of the ambulance service against events written by hand.
@Suite("Numbers of ambulances")
struct AmbulanceFoldTests {
    private static let end = CityTime.epoch + .hours(2)

    /// Calls of priority 1 or 2, by when they came and how long it took until somebody was there; nil for nobody.
    private func fold(
        _ calls: [(priority: Int32, minute: Int, response: Double?)], _ section: AmbulancesSection = AmbulancesSection()
    ) -> AmbulanceFold {
        var section = section
        section.priorities = [PriorityGroup(), PriorityGroup()]
        let fold = AmbulanceFold(section, CaseFrame(start: .epoch, from: .epoch, end: Self.end))
        for (index, call) in calls.enumerated() {
            let (id, at) = (AmbulanceCallID(Int32(index + 1)), CityTime.epoch + .minutes(call.minute))
            fold.take(
                .ambulanceAdded(
                    ambulance: AmbulanceID(Int32(index + 1)), station: AmbulanceStationID(1), place: .origin),
                at: .epoch)
            fold.take(.callReceived(call: id, place: .origin, priority: call.priority, patient: nil), at: at)
            fold.take(.callAssessed(call: id, isQueued: call.response == nil), at: at)
            if let response = call.response {
                fold.take(
                    .ambulanceArrived(ambulance: AmbulanceID(Int32(index + 1)), call: id),
                    at: at + .seconds(response * 60))
            }
        }
        fold.finish(at: Self.end)
        return fold
    }

    private func value(_ name: String, _ fold: AmbulanceFold) -> Double? {
        Metric<AmbulanceTotals>.all.first { $0.about.name == "ambulances.\(name)" }?.value(fold.totals)
    }

    @Test("A call that nobody has reached is late once it has waited longer; a younger one is in no share and no mean")
    func unreached() {
        // Waited at the end: 110 min, 15 min, 5 min.
        let fold = fold([(1, 0, 6), (1, 5, 10), (1, 10, nil), (1, 105, nil), (2, 115, nil)])
        #expect(value("calls", fold) == 5 && value("unreached", fold) == 3)
        #expect(value("unreached.1", fold) == 2 && value("unreached.2", fold) == 1)
        #expect(value("response.in8", fold) == 0.25 && value("response.in20", fold) == 2.0 / 3)
        #expect(value("response.1.in8", fold) == 0.25 && value("response.2.in8", fold) == nil)
        #expect(value("response.mean", fold) == 2520.0)
        #expect(value("response.p90", fold) == 6600 && value("response.2.mean", fold) == nil)
        #expect(value("queueTime.mean", fold) == 2600.0)
    }

    @Test("The promised response is judged, and what nobody reached is told")
    func verdicts() throws {
        let kept = fold([(1, 0, 6), (1, 1, 7), (1, 2, 8), (1, 3, 9), (2, 4, 20)]).verdicts
        #expect(kept.map(\.id) == ["ambulances in 8 min", "ambulances in 20 min"])
        #expect(kept.map(\.outcome) == [.pass, .pass])
        let broken = fold([(1, 0, 6), (1, 1, 9), (1, 3, nil), (2, 4, nil)]).verdicts
        #expect(broken.map(\.outcome) == [.flag, .flag])
        #expect(
            broken[0].text
                == "33.3 % of 3 calls of priority 1 were reached in 8 min, at least 75.0 % wanted; nobody had reached 1 of them "
                + "when the run ended")
        var section = AmbulancesSection()
        section.targets = ResponseTargets(soon: .minutes(9), soonShare: 0.5, late: .minutes(118), lateShare: 1)
        let own = fold([(1, 0, 6), (1, 1, 9), (1, 3, nil), (2, 4, nil)], section).verdicts
        #expect(own.map(\.id) == ["ambulances in 9 min", "ambulances in 118 min"])
        #expect(own.map(\.outcome) == [.pass, .pass])
        #expect(fold([]).verdicts.map(\.outcome) == [.notMeasured, .notMeasured])
    }

    @Test("Calls too young to judge are not told as missed, and the curve has only calls that were reached")
    func young() {
        // Waited at the end: 25 min, 5 min.
        let fold = fold([(1, 0, 6), (1, 95, nil), (1, 115, nil)])
        let young =
            "nobody had reached 1 of them when the run ended; 1 was still open when the run ended, too young to judge"
        #expect(fold.verdicts[0].text.hasSuffix(young) && fold.verdicts[1].text.hasSuffix(young))
        let response = fold.totals.byPriority[0]
        #expect(response.bins.counts.reduce(0, +) == 1 && response.times.count == 2)
        // One is in vain, and both are open.
        let row = fold.waits[0]
        #expect(row.unserved == 1 && row.open.count == 2 && row.open.tooYoung == 1)
        let other = self.fold([(1, 0, 6), (1, 115, nil)])
        #expect(other.waits[0].sentence.contains("1 was still open when the run ended, too young to judge"))
        #expect(!other.waits[0].sentence.contains("nobody waited in vain"))
        #expect(
            self.fold([(1, 115, nil)]).verdicts.map(\.text) == [
                "No calls of priority 1 to judge; 1 was still open when the run ended, too young to judge",
                "No calls to judge; 1 was still open when the run ended, too young to judge",
            ])
    }
}
