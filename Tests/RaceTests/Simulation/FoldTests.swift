// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import RaceRules
import Reporting
import Testing

@testable import RaceSimulation

/// The numbers of races against events written by hand.
@Suite struct FoldTests {
    private static let race = RaceID(1)

    private static func started(_ user: Int32) -> RaceEvent { .runnerStarted(race: race, user: RaceUserID(user)) }
    private static func finished(_ user: Int32) -> RaceEvent {
        .runnerFinished(race: race, user: RaceUserID(user), time: .minutes(50), sinceStart: .minutes(51))
    }

    @Test("Runners count by their start: those of the warm-up in no number, those still on the track in no share")
    func startAndEnd() throws {
        let fold = RaceFold(
            RacesSection(), CaseFrame(start: .epoch, from: .seconds(600), end: .seconds(7200)))
        fold.take(Self.started(1), at: .seconds(500))
        for user in Int32(2)...5 { fold.take(Self.started(user), at: .seconds(700)) }
        for user in Int32(1)...3 { fold.take(Self.finished(user), at: .seconds(3800)) }
        fold.take(
            .runnerOut(race: Self.race, user: RaceUserID(4), cause: .droppedOut, covered: .metres(4000)),
            at: .seconds(4000))
        fold.take(
            .runnerOut(race: Self.race, user: RaceUserID(9), cause: .neverStarted, covered: .zero), at: .seconds(5000))
        fold.finish(at: .seconds(7200))
        func value(_ name: String) -> Double? {
            Metric<RaceTotals>.all.first { $0.about.name == "races.\(name)" }?.value(fold.totals)
        }
        #expect(value("started") == 4 && value("finished") == 2 && value("onTrackAtEnd") == 1)
        #expect(value("out.droppedOut") == 1 && value("out.neverStarted") == 1)
        // Readers see plain words.
        let labels = Metric<RaceTotals>.all.map(\.about.label)
        #expect(labels.contains { $0.hasSuffix(": dropped out") })
        #expect(value("finished.share") == 2.0 / 3 && value("time.mean") == 3000)
    }

    @Test("Who stands in line when the run ends is told: nobody is said to have waited in vain")
    func inLine() throws {
        let fold = RaceFold(RacesSection(), CaseFrame(start: .epoch, from: .epoch, end: .seconds(7200)))
        fold.take(
            .raceCreated(
                race: Self.race, organiser: OrganiserID(1), start: .seconds(600), end: .seconds(9000), maximum: 10,
                spectators: 0, hasTrack: true, users: 4), at: .seconds(0))
        #expect(try #require(fold.waits.first).sentence.contains("nobody waited in vain"))
        fold.take(.raceStarted(race: Self.race, participants: 4), at: .seconds(600))
        fold.take(Self.started(1), at: .seconds(700))
        fold.take(
            .runnerOut(race: Self.race, user: RaceUserID(1), cause: .droppedOut, covered: .metres(10)),
            at: .seconds(710))
        fold.take(
            .runnerOut(race: Self.race, user: RaceUserID(2), cause: .noParticipant, covered: .zero), at: .seconds(720))
        let row = try #require(fold.waits.first)
        #expect(row.open.count == 2 && !row.sentence.contains("nobody"))
        fold.take(
            .runnerOut(race: Self.race, user: RaceUserID(3), cause: .neverStarted, covered: .zero), at: .seconds(730))
        fold.finish(at: .seconds(7200))
        let starts = try #require(fold.starts).all
        #expect((starts.served, starts.withdrawn, starts.lost, starts.young) == (1, 1, 1, 1))
        #expect(starts.meanWait == 100 && fold.starts?.sites.parts.first?.asked == 4)
    }
}
