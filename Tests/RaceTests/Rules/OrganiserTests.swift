// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules
import Testing

/// What organisers do: creating a race, with or without its track.
@Suite struct OrganiserTests {
    private static let full = RaceForm(
        name: "run", start: clock(10), end: clock(12), maximum: 100, track: RaceCity.track)

    private func rejection(_ change: (inout RaceForm) -> Void) -> (OrganiserAnswer?, [RaceRefusal]) {
        var city = RaceCity()
        var form = Self.full
        change(&form)
        city.organiser(.create(form))
        #expect(city.rules.races.isEmpty && city.count("raceCreated") == 0)
        return (city.answers.last, city.rejections)
    }

    @Test("RACE-R24: the organiser sees the coming events, gives times, track and maximum, and the race is listed")
    func creates() {
        var city = RaceCity()
        city.organiser(.listComing)
        #expect(city.answers == [.coming([])])
        city.organiser(.create(Self.full))
        city.organiser(.listComing, by: RaceCity.other)
        guard case .coming(let rows)? = city.answers.last else { Issue.record("no list"); return }
        #expect(rows.map(\.race) == [RaceID(1)] && rows.first?.length == .metres(1000))
        #expect(
            city.notes.first { $0.event.name == "raceCreated" }?.event
                == .raceCreated(
                    race: RaceID(1), organiser: RaceCity.organiser, start: clock(10), end: clock(12), maximum: 100,
                    spectators: 1000, hasTrack: true, users: 0))
        city.user(1, .list(.joining))
        #expect(city.last == .racesListed(user: RaceUserID(1), organiser: nil, purpose: .joining, count: 1, full: 0))
    }

    @Test("Each message says whose session it needs: its organiser's, its user's, or nobody's")
    func session() {
        #expect(RaceMessage.organiser(OrganiserID(3), .listComing).admission == .role(.organiser(OrganiserID(3))))
        #expect(RaceMessage.user(RaceUserID(4), .addWish).admission == .role(.raceUser(RaceUserID(4))))
        #expect(
            RaceMessage.runner(RaceUserID(4), .crossedStart(RaceID(1))).admission == .role(.raceUser(RaceUserID(4))))
        #expect(RaceMessage.positions(RaceID(1), []).admission == .nobody)
        #expect(RaceMessage.forget(RaceUserID(1)).admission == .nobody)
    }

    @Test("RACE-CREATE-EXC: without maximum, start or end nothing is created, and what is missing is asked for")
    func missing() {
        #expect(rejection { $0.maximum = nil }.0 == .rejected(.missing, missing: [.maximum]))
        #expect(
            rejection { ($0.maximum, $0.start, $0.end) = (nil, nil, nil) }.0
                == .rejected(.missing, missing: [.start, .end, .maximum]))
        var city = RaceCity()
        city.organiser(.create(RaceForm(start: clock(10), end: clock(11))))
        #expect(
            city.last
                == .raceRejected(
                    organiser: RaceCity.organiser, reason: .missing, lacksStart: false, lacksEnd: false,
                    lacksMaximum: true))
    }

    @Test("INV-RaceTimes: a race that ends when it starts, or before, is refused")
    func times() {
        #expect(rejection { $0.end = $0.start }.1 == [.badTimes])
        #expect(rejection { $0.end = clock(9) }.1 == [.badTimes])
    }

    @Test("A race that has started, without places, without way or out of coverage is refused, each for its reason")
    func faults() {
        #expect(rejection { $0.start = clock(8) }.1 == [.past])
        #expect(rejection { $0.maximum = 0 }.1 == [.badMaximum])
        #expect(rejection { $0.spectators = -1 }.1 == [.badSpectators])
        #expect(rejection { $0.track = [.origin] }.1 == [.badTrack])
        #expect(rejection { $0.track = [.origin, .origin] }.1 == [.badTrack])
    }

    @Test("A user whom the accounts do not know is not asked for consent, and nothing is stored")
    func unknownUser() {
        var city = RaceCity()
        let race = city.create()
        city.organiser(.askConsent(RaceUserID(7)))
        #expect(
            city.last
                == .consentRequestRefused(organiser: RaceCity.organiser, user: RaceUserID(7), reason: .unknownUser))
        #expect(city.answers.last == .consentRequestRefused(RaceUserID(7), .unknownUser))
        #expect(city.rules.userCount == 0 && city.rules.consents(of: RaceUserID(7)).isEmpty)
        #expect(city.lastNotice(of: 7) == nil)
        city.enrol(7...7)
        city.organiser(.askConsent(RaceUserID(7)))
        #expect(city.answers.last == .consentAsked(RaceUserID(7)))
        // Nor is somebody who has left.
        city.take(.forget(RaceUserID(7)))
        city.organiser(.askConsent(RaceUserID(7)))
        #expect(city.consentRefusals == [.unknownUser, .unknownUser] && city.rules.userCount == 0)
        #expect(city.rules[race]?.participants == 0)
    }

    @Test(
        "RACE-ASSUME-D7: the map decides which track has coverage: one that leaves the zones is refused, when created and when it follows, and one inside is taken"
    )
    func coverage() {
        #expect(rejection { $0.track = RaceCity.outside }.1 == [.trackNotCovered])
        var city = RaceCity()
        let race = city.create(track: nil)
        city.organiser(.defineTrack(race, RaceCity.outside))
        #expect(city.trackRefusals == [.notCovered] && city.rules[race]?.track == nil)
        city.organiser(.defineTrack(race, RaceCity.track))
        #expect(city.last == .trackDefined(race: race, length: .metres(1000)))
    }

    @Test(
        "RACE-CREATE-ROUTE, DEC-RACE-TRACK: without a track at the start the race is cancelled and participants are notified"
    )
    func cancelled() {
        var city = RaceCity()
        let race = city.create(track: nil)
        city.join(1, race)
        city.user(2, .spectate(race))
        city.run(until: clock(10))
        #expect(city.last == .raceCancelled(race: race, cause: .noTrack, participants: 1))
        #expect(
            city.lastNotice(of: 1) == .cancelled(race, .noTrack) && city.lastNotice(of: 2) == .cancelled(race, .noTrack)
        )
        city.run(until: clock(13))
        #expect(city.count("raceStarted") == 0 && city.count("runnerPosition") == 0 && city.violations.isEmpty)
        // It is in nobody's way any more.
        city.at(clock(13))
        city.join(1, city.create(from: clock(14), to: clock(15)))
        #expect(city.joinRefusals.isEmpty)
    }

    @Test(
        "RACE-CREATE-ROUTE: the track may follow once, by the race's organiser, before the start; each refusal has its reason"
    )
    func trackFollows() {
        var city = RaceCity()
        let race = city.create(track: nil)
        city.join(1, race)
        city.organiser(.defineTrack(RaceID(9), RaceCity.track))
        city.organiser(.defineTrack(race, RaceCity.track), by: RaceCity.other)
        city.organiser(.defineTrack(race, [.origin]))
        city.organiser(.defineTrack(race, RaceCity.track))
        #expect(city.last == .trackDefined(race: race, length: .metres(1000)))
        #expect(city.lastNotice(of: 1) == .trackDefined(race, .metres(1000)))
        city.organiser(.defineTrack(race, RaceCity.track))
        city.run(until: clock(10))
        #expect(city.rules[race]?.phase == .running)
        city.organiser(.defineTrack(race, RaceCity.track))
        #expect(city.trackRefusals == [.unknownRace, .notOrganiser, .badTrack, .alreadyDefined, .started])
    }

    @Test("RACE-CREATE-NOTIFY: a new race is announced to all 5,000 users, each once")
    func announced() {
        var city = RaceCity()
        city.enrol(1...5000)
        city.enrol(1...10)
        let race = city.create()
        #expect(city.count("raceAnnounced") == 5000)
        let reached = Set(
            city.notices.compactMap { note in if case .announced = note.notice { note.user } else { nil } })
        #expect(reached.count == 5000)
        let created = city.notes.firstIndex { $0.event.name == "raceCreated" } ?? -1
        #expect(city.notes[created + 1].event == .raceAnnounced(race: race, user: RaceUserID(1)))
    }
}
