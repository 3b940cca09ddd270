// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import CityTestKit
import HealthRules
import Reporting
import Testing

@testable import AmbulanceSimulation
@testable import CitySimulation
@testable import HealthSimulation

/// From the beginning of a critical episode to the ambulance at the door.
@Suite("From danger to ambulance")
struct EpisodeTests {
    private let one = WearerID(1)

    /// What a story of one person comes to, in a run of an hour.
    private func book(_ story: (inout EpisodeBook) -> Void) throws -> (book: EpisodeBook, all: CasePart) {
        var book = EpisodeBook(CaseFrame(start: .epoch, from: .seconds(10), end: .seconds(3600)))
        book.addPerson(.android)
        story(&book)
        book.finish(at: .seconds(3600))
        return (book, try #require(book.cases).all)
    }

    @Test("Its phases are the time until its SOS, the SOS under way and the ambulance; the first SOS and answer count")
    func phases() throws {
        let (book, all) = try book {
            $0.began(one, until: .seconds(700), at: .seconds(100))
            $0.sent(one, .origin, of: .seconds(110), at: .seconds(160))
            $0.sent(one, .origin, of: .seconds(120), at: .seconds(165))
            $0.take(.called(person: 1, call: 4), at: .seconds(170))
            $0.answered(one, .taken, at: .seconds(170))
            $0.answered(one, .alreadyOpen, at: .seconds(175))
            $0.take(.reached(call: 4), at: .seconds(820))
        }
        #expect(all.served == 1 && all.asked == 1 && all.meanWait == 720)
        #expect((0...2).map { all.meanPhase($0)?.rounded() } == [60, 10, 650])
        // 12 min, in the twelfth bar.
        #expect(book.otherwise.counts[11] == 1 && book.otherwise.total == 1 && book.inOutage.total == 0)
    }

    @Test("The ambulance of an earlier alarm reaches it: while it lasts, or at once when it is there; not after it")
    func earlierCall() throws {
        let all = try book {
            $0.take(.called(person: 1, call: 1), at: .seconds(50))
            $0.began(one, until: .seconds(200), at: .seconds(60))
            $0.take(.reached(call: 1), at: .seconds(90))
            $0.began(one, until: .seconds(300), at: .seconds(250))
            $0.take(.over(call: 1), at: .seconds(260))
            // Over before the next ambulance comes, and nobody called one for it.
            $0.began(one, until: .seconds(500), at: .seconds(400))
            $0.take(.called(person: 1, call: 2), at: .seconds(550))
            $0.take(.reached(call: 2), at: .seconds(600))
        }.all
        #expect(all.served == 2 && all.waits.largest == 30_000_000_000 && all.waits.smallest == 0)
        #expect(all.reasons == [1] && all.lost == 1)
    }

    @Test("None falls out: without an SOS, refused, on its way, lasting, and of the warm-up")
    func outcomes() throws {
        let all = try book {
            $0.began(one, until: .seconds(20), at: .seconds(5))
            $0.began(one, until: .seconds(90), at: .seconds(30))
            $0.began(one, until: .seconds(190), at: .seconds(130))
            $0.sent(one, .origin, of: .seconds(140), at: .seconds(150))
            $0.answered(one, .nobody, at: .seconds(151))
            $0.began(one, until: .seconds(290), at: .seconds(230))
            $0.sent(one, .origin, of: .seconds(240), at: .seconds(250))
            $0.answered(one, .taken, at: .seconds(251))
            $0.began(one, until: .seconds(4000), at: .seconds(3500))
            // Of another person's call, and of a call that nobody knows.
            $0.take(.reached(call: 77), at: .seconds(3550))
        }.all
        #expect(all.asked == 4 && all.reasons == [1, 1] && all.young == 2 && all.served == 0)
        #expect(all.missedShare == 1)
    }

    @Test("The chart has those apart in which the service was down before their SOS")
    func outage() throws {
        let book = try book {
            $0.began(one, until: .seconds(400), at: .seconds(100))
            $0.down(isDown: true, at: .seconds(150))
            $0.down(isDown: false, at: .seconds(200))
            for from in [100, 1000] {
                if from == 1000 { $0.began(one, until: .seconds(1400), at: .seconds(1000)) }
                $0.sent(one, .origin, of: .seconds(from), at: .seconds(from + 140))
                $0.take(.called(person: 1, call: Int32(from)), at: .seconds(from + 140))
                $0.answered(one, .taken, at: .seconds(from + 140))
                $0.take(.reached(call: Int32(from)), at: .seconds(from + 290))
                $0.take(.over(call: Int32(from)), at: .seconds(from + 291))
            }
        }.book
        #expect(book.inOutage.counts[4] == 1 && book.inOutage.total == 1)
        #expect(book.otherwise.counts[4] == 1 && book.otherwise.total == 1)
    }

    @Test(
        "HEALTH-SOS-AMBULANCE: in a city the number is that of the events, the outcomes add up, and without ambulances nothing is told"
    )
    func city() throws {
        let head = """
            cabrank: 1
            name: town
            start: 2026-03-07 06:00
            length: 12 h
            city: {grid: {rows: 3, columns: 3, cell: 2 km}}
            travel: {free-speed: 36 km/h}

            """
        let town = SliceRuns(AmbulancesSlice(), HealthSlice(), head: head)
        let text = HealthSliceTests.health.replacing("people: 60", with: "people: 200")
        let notes = HealthNotes()
        let result = try town.run(HealthSliceTests.ambulances.replacing("units: 8", with: "units: 80") + text, notes)
        let service = try #require(result.metrics.services.first { $0.name == "health" })
        func value(_ name: String) -> Double? { service.metrics.first { $0.about.name == "health.\(name)" }?.value }
        let (reached, not, open) = (
            try #require(value("episodes.reached")), try #require(value("episodes.notReached")),
            try #require(value("episodes.awaited"))
        )
        #expect(reached > 20 && not > 20 && reached + not + open == value("episodes"))
        #expect(value("episodes.notReached.share") == not / (reached + not))
        // Turn-out and drive are minutes.
        let p50 = try #require(value("ambulanceDelay.p50"))
        #expect(p50 > 60 && p50 < 1200)
        let chart = try #require(service.charts.first { $0.id == "health-reached" })
        #expect(chart.rows.count > 3)
        // By hand: each begun episode and the first ambulance that comes to its person later, while it lasts.
        var patients: [AmbulanceCallID: Int32] = [:]
        var arrivals: [(time: CityTime, person: Int32)] = []
        for (time, event) in notes.calls {
            if case .callReceived(let call, _, _, let patient?) = event { patients[call] = patient.number }
            if case .ambulanceArrived(_, let call) = event, let person = patients[call] {
                arrivals.append((time, person))
            }
        }
        var sure = 0
        for (time, event) in notes.wearing {
            guard case .episodeBegan(let wearer, _, let length) = event else { continue }
            if arrivals.contains(where: { $0.person == wearer.number && $0.time >= time && $0.time < time + length }) {
                sure += 1
            }
        }
        #expect(sure > 0 && reached >= Double(sure))
        let alone = try town.run(text).metrics.services.first { $0.name == "health" }
        let metrics = try #require(alone).metrics.filter {
            $0.about.name.contains("eached") || $0.about.name.contains("ambulanceDelay")
        }
        #expect(metrics.count == 7 && metrics.allSatisfy { $0.value == nil } && alone?.cases.count == 1)
    }
}
