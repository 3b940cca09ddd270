// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules
import Testing

/// Joining a race: capacity, times, consent, reminders and wishes.
@Suite struct JoiningTests {
    @Test("RACE-JOIN: a user picks a free race, joins, and is one participant more; the choice is stored")
    func joins() {
        var city = RaceCity()
        let race = city.create()
        city.consent(7)
        city.user(7, .join(race))
        #expect(
            city.notes.contains {
                $0.event == .joinAccepted(race: race, user: RaceUserID(7), participants: 1, races: 1)
            })
        #expect(city.rules[race]?.participants == 1 && city.rules.races(of: RaceUserID(7)) == [race])
        let rows = city.notices.compactMap { note in
            if case .joined(let row) = note.notice { row } else { nil }
        }
        #expect(rows.map(\.state) == [.joined] && rows.first?.participants == 1)
    }

    @Test("RACE-R22: a join one second before the start is accepted, at the start it is refused")
    func startTime() {
        var city = RaceCity()
        let race = city.create(from: clock(10))
        city.consent(1)
        city.consent(2)
        city.at(clock(9, 59, 59))
        city.user(1, .join(race))
        city.at(clock(10))
        city.user(2, .join(race))
        #expect(city.count("joinAccepted") == 1 && city.joinRefusals == [.started])
        city.run(until: clock(10))
        city.user(2, .join(race))
        #expect(city.joinRefusals == [.started, .started] && city.violations.isEmpty)
    }

    @Test(
        "RACE-R23, DEC-RACE-OVERLAP, INV-RaceNoOverlap: with 10:00-12:00 joined, 11-13 and 12-14 are refused, 12:01-14 is not"
    )
    func overlap() {
        var city = RaceCity()
        let races = [
            city.create(from: clock(10), to: clock(12)), city.create(from: clock(11), to: clock(13)),
            city.create(from: clock(12), to: clock(14)), city.create(from: clock(12, 1), to: clock(14)),
        ]
        for race in races { city.join(1, race) }
        #expect(city.joinRefusals == [.overlap, .overlap])
        #expect(city.rules.races(of: RaceUserID(1)) == [races[0], races[3]])
        #expect(city.violations.isEmpty && city.bothWays.isEmpty)
    }

    @Test(
        "RACE-R30, INV-RaceCapacity: with 99 of 100, one of two joins at one instant is accepted, the other finds it full"
    )
    func capacity() {
        var city = RaceCity()
        let race = city.create(maximum: 100)
        for user in 1...99 { city.join(user, race) }
        city.consent(100)
        city.consent(101)
        city.at(clock(9))
        city.user(100, .join(race))
        city.user(101, .join(race))
        #expect(city.count("joinAccepted") == 100 && city.joinRefusals == [.full])
        #expect(city.rules[race]?.participants == 100 && city.rules[race]?.isFull == true)
    }

    @Test("INV-RaceCapacity: who joins a second time is refused, and the count stays")
    func twice() {
        var city = RaceCity()
        let race = city.create()
        city.join(1, race)
        city.user(1, .join(race))
        #expect(city.joinRefusals == [.alreadyJoined] && city.rules[race]?.participants == 1)
    }

    @Test("An unknown race and one that does not take place cannot be joined")
    func unknown() {
        var city = RaceCity()
        city.user(1, .join(RaceID(1)))
        let race = city.create(track: nil)
        city.run(until: clock(10))
        city.user(1, .join(race))
        #expect(city.joinRefusals == [.unknownRace, .cancelled])
        city.user(1, .join(RaceID(2)))
        city.user(1, .join(RaceID(0)))
        #expect(city.joinRefusals.suffix(2) == [.unknownRace, .unknownRace])
    }

    @Test(
        "RACE-JOIN-CONSENT, DEC-RACE-CONSENT: refused without consent, which is a request for it; accepted after; free after withdrawal"
    )
    func consent() {
        var city = RaceCity()
        let race = city.create()
        city.user(1, .giveConsent(RaceCity.organiser))
        #expect(city.userRefusals == [.notAsked])
        city.user(1, .join(race))
        #expect(city.joinRefusals == [.noConsent] && city.rules[race]?.participants == 0)
        #expect(city.lastNotice(of: 1) == .consentAsked(RaceCity.organiser))
        city.user(1, .giveConsent(RaceCity.organiser))
        city.user(1, .join(race))
        #expect(city.rules[race]?.participants == 1)
        city.user(1, .giveConsent(RaceCity.organiser))
        city.user(1, .withdrawConsent(RaceCity.organiser))
        #expect(city.rules[race]?.participants == 0 && city.rules.races(of: RaceUserID(1)).isEmpty)
        city.user(1, .withdrawConsent(RaceCity.organiser))
        #expect(city.userRefusals == [.notAsked, .alreadyConsented, .noConsent])
        city.user(1, .join(race))
        #expect(city.joinRefusals == [.noConsent, .noConsent] && city.violations.isEmpty)
    }

    @Test(
        "DEC-RACE-CONSENT: withdrawal ends the races of that organiser alone; on the track the runner is no longer shown"
    )
    func withdrawal() {
        var city = RaceCity()
        let mine = city.create()
        let others = city.create(from: clock(14), to: clock(15), by: RaceCity.other)
        let later = city.create(from: clock(16), to: clock(17))
        for race in [mine, others, later] { city.join(1, race) }
        city.join(2, mine)
        city.phones = { _, _ in (1...2).map { RunnerFix(RaceUserID($0), at: .origin, covered: .zero, age: .zero) } }
        city.run(until: clock(10, 0, 9))
        city.user(1, .withdrawConsent(RaceCity.organiser))
        city.run(until: clock(10, 0, 19))
        #expect(city.rules.races(of: RaceUserID(1)) == [others])
        let shown = city.notes.compactMap { note in
            if case .runnerPosition(_, let user, _, _, _) = note.event { user.number } else { nil }
        }
        #expect(shown.count { $0 == 1 } == 10 && shown.count { $0 == 2 } == 20)
        #expect(city.violations.isEmpty && city.bothWays.isEmpty)
    }

    @Test("RACE-REMINDER, DEC-RACE-REMINDER: 3 days before the start, or at once for those who join later")
    func reminder() {
        var city = RaceCity(at: clock(8, day: 1))
        let race = city.create(from: clock(10, day: 10), to: clock(12, day: 10))
        city.join(1, race)
        city.at(clock(9, day: 9))
        city.join(2, race)
        let reminders = city.notes.compactMap { note in
            if case .raceReminder(_, let user) = note.event { (note.time, user.number) } else { nil }
        }
        #expect(reminders.map(\.0) == [clock(10, day: 7), clock(9, day: 9)] && reminders.map(\.1) == [1, 2])
        city.run(until: clock(13, day: 10))
        #expect(city.count("raceReminder") == 2 && city.violations.isEmpty)
    }

    @Test("RACE-JOIN-EXC: who found no race is notified once of the first new one that can be joined")
    func wish() {
        var city = RaceCity(at: .epoch)
        city.user(1, .list(.joining))
        #expect(city.lastNotice(of: 1) == .races([], .joining))
        city.user(1, .addWish)
        city.user(1, .addWish)
        #expect(city.count("raceWish") == 1 && city.userRefusals == [.alreadyWished])
        city.at(clock(0, day: 1))
        let race = city.create(from: clock(10, day: 20), to: clock(12, day: 20))
        city.create(from: clock(10, day: 21), to: clock(12, day: 21))
        let news = city.notes.filter { $0.event.name == "raceAvailable" }
        #expect(
            news.map(\.time) == [clock(0, day: 1)]
                && news.first?.event == .raceAvailable(user: RaceUserID(1), race: race))
    }

    @Test("RACE-JOIN-EXC: a new race at the time of a joined one does not fulfil a wish")
    func wishKept() {
        var city = RaceCity()
        city.join(1, city.create())
        city.user(1, .addWish)
        city.create(from: clock(11), to: clock(13))
        #expect(city.count("raceAvailable") == 0)
        city.create(from: clock(15), to: clock(16))
        #expect(city.count("raceAvailable") == 1)
    }

    @Test("DEC-RACE-CONSENT, INV-RaceCapacity: who leaves and joins again is listed once, and reminded again")
    func again() {
        var city = RaceCity()
        let race = city.create()
        for user in 1...3 { city.join(user, race) }
        city.user(1, .withdrawConsent(RaceCity.organiser))
        city.join(1, race)
        #expect(city.rules[race]?.participantList == [2, 3, 1].map { RaceUserID($0) })
        #expect(city.rules[race]?.runners.count == 3 && city.count("raceReminder") == 4)
        city.run(until: clock(12))
        #expect(city.last == .raceEnded(race: race, finished: 0, out: 3) && city.violations.isEmpty)
    }

    @Test("DEC-ACCOUNT-DELETE: nothing is kept of a person whose account is gone, and the place is free")
    func forgotten() {
        var city = RaceCity()
        let race = city.create(maximum: 1)
        let over = city.create(from: clock(8, 10), to: clock(8, 20))
        city.join(1, over)
        city.run(until: clock(9))
        city.join(1, race)
        city.user(1, .addWish)
        city.take(.forget(RaceUserID(1)))
        #expect(city.rules.userCount == 0 && city.rules[race]?.participants == 0)
        #expect(city.rules[over]?.runners.map(\.user.number) == [0])
        city.join(2, race)
        #expect(city.rules[race]?.participants == 1 && city.violations.isEmpty)
    }
}
