// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules
import Reporting

/// Folds what happens at races to totals, and to the numbers of each race.
final class RaceFold: EventObserver {
    private(set) var totals = RaceTotals()
    private(set) var sites: [RaceSite] = []
    /// Runners on all tracks together, over time.
    private(set) var running: SteppedLevel
    let names: [String]
    /// Participants from the gun to the start line.
    private var book: CaseBook
    private var startCount: Int32 = 0
    /// What became of their starts; nil before the end.
    private(set) var starts: CaseResult?
    let start: CityTime
    let end: CityTime
    let step: TimeSpan
    private let part: CountedPart?
    private let measured: MeasuredTime
    /// Who is between the start line and the finish, and whether the start was after the warm-up.
    private var onTrack = OpenTable(blank: false)
    /// Who keeps the consents, and those in force.
    private(set) var consentKeeper = RaceConsentKeeper.raceService
    private var consents: Set<Consent> = []
    private var organisers: [RaceID: OrganiserID] = [:]
    /// What each follower's map shows: since when, and how old it was then.
    private var maps: [RaceUserID: (time: CityTime, age: TimeSpan)] = [:]

    /// Whose facts say what closed streets cost, and the cost to each.
    private let roads: [any RoadEvent.Type]
    private(set) var heldUp: [(users: String, sample: Sample)] = []
    private let section: RacesSection
    private let frame: CaseFrame

    init(_ section: RacesSection, _ frame: CaseFrame, roads: [any RoadEvent.Type] = []) {
        (self.section, self.roads, self.frame) = (section, roads, frame)
        (part, measured, start, end) = (frame.part, frame.measured, frame.start, frame.end)
        // Some hundred points whatever the length, in whole minutes.
        step = .minutes(max(1, Int((end - start) / .minutes(1) / 200)))
        running = frame.level(step: step)
        names = section.names(from: start)
        book = CaseBook(Self.startForm(names), frame)
    }

    func subscribe(to feed: EventFeed) {
        feed.on(RaceEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        feed.on(RacingEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        for type in roads { read(type, from: feed) }
    }

    private func read<Fact: RoadEvent>(_ type: Fact.Type, from feed: EventFeed) {
        let place = heldUp.count
        heldUp.append((Fact.roadUsers, Sample()))
        feed.on(type) { [self] records in
            for index in records.indices {
                let now = records[index].time
                guard let time = records[index].event.heldUp, measured.holds(now), section.closes(at: now) else {
                    continue
                }
                totals.heldUp.add(time.nanoseconds)
                heldUp[place].sample.add(time.nanoseconds)
            }
        }
    }

    func finish(at end: CityTime) {
        running.advance(to: end)
        // Nobody knows who stands in line, only how many.
        for site in sites { for _ in 0..<max(0, site.inLine) { ask(site.race, nil) { _, _ in } } }
        starts = book.finish(at: end)
    }

    /// A participant's start is a case once its end is known; without the gun there is none.
    private func ask(_ race: RaceID, _ user: RaceUserID?, _ body: (inout CaseBook, Int32) -> Void) {
        guard sites.indices.contains(race.index - 1) else { return }
        startCount += 1
        book.ask(
            startCount, Demand(who: user?.number ?? 0, at: nil, site: race.index - 1), at: sites[race.index - 1].start)
        body(&book, startCount)
    }

    private static func startForm(_ names: [String]) -> CaseForm {
        CaseForm(
            "starts", one: "participant", many: "participants", who: "participants of races",
            wait: "from the gun to the start line", served: "sent off", withdrawn: "away by choice",
            sites: CaseForm.Names("race", names), reasons: RunnerOutCause.allCases.map(\.beforeStart))
    }

    /// The name of a race; its number when it is not one of the scenario: of a live city none is.
    func name(of race: RaceID) -> String {
        section.areHeld && names.indices.contains(race.index - 1) ? names[race.index - 1] : "race \(race)"
    }

    private func site(_ race: RaceID, _ body: (inout RaceSite) -> Void) {
        guard sites.indices.contains(race.index - 1) else { return }
        body(&sites[race.index - 1])
    }

    // MARK: The service

    func take(_ event: RaceEvent, at now: CityTime) {
        if case .runnerPosition(let race, _, _, _, let age) = event { return position(age, of: race, at: now) }
        let count = counts(event.race, at: now) ? 1 : 0
        switch event {
        case .raceCreated(let race, let organiser, let start, let end, let maximum, _, _, _):
            if sites.isEmpty, !section.areHeld { book = CaseBook(Self.startForm([]), frame) }
            sites.append(RaceSite(race: race, start: start, end: end, maximum: maximum))
            organisers[race] = organiser
            totals.created += count
        case .raceRejected: totals.rejected += count
        case .raceAnnounced: totals.announced += count
        case .raceStarted(let race, let participants):
            site(race) { ($0.outcome, $0.inLine) = ("running", Int(participants)) }
        case .raceEnded(let race, _, _): site(race) { $0.outcome = "ended" }
        case .raceCancelled(let race, let cause, _):
            site(race) { $0.outcome = "cancelled:" + cause.word }
            totals.cancelled += count
        case .racesListed: totals.listed += count
        case .raceWish: totals.wishes += count
        case .raceAvailable: totals.available += count
        case .joinAccepted(let race, let user, let participants, _):
            site(race) { $0.participants = participants }
            totals.joined += count
            if !hasConsent(user, to: race) { totals.joinedWithout += count }
        case .joinRefused(_, _, let reason): totals.joinRefused[Int(reason.number)] += count
        case .participationEnded(let race, _, _, let participants, _):
            site(race) { $0.participants = participants }
            totals.participationEnded += count
        case .consentGiven(let user, let organiser):
            consents.insert(Consent(user: user, organiser: organiser))
            totals.consents += count
        case .consentWithdrawn(let user, let organiser):
            consents.remove(Consent(user: user, organiser: organiser))
            totals.withdrawals += count
        case .consentsKept(let keeper): consentKeeper = keeper
        case .raceReminder: totals.reminders += count
        case .spectatorAccepted(let race, _, let spectators):
            site(race) { $0.spectators = spectators }
            totals.spectators += count
        case .spectatorRefused(_, _, let reason): totals.spectatorRefused[Int(reason.number)] += count
        case .spectatorLeft(let race, _, _): site(race) { $0.spectators -= 1 }
        case .raceFollowed(let race, _):
            site(race) { $0.followers += 1 }
            totals.followed += count
        case .followEnded(_, let user): maps[user] = nil
        case .statsViewed: totals.statistics += count
        case .runnerStarted(let race, let user): runnerStarts(race, user, count, at: now)
        case .runnerFinished(let race, let user, let time, let sinceStart):
            site(race) { $0.finishes.append(.init(user: user, time: time, sinceStart: sinceStart)) }
            guard leavesTrack(user, at: now) == true else { break }
            totals.finished += 1
            totals.time.add(time.nanoseconds)
        case .runnerOut(let race, let user, let cause, let covered):
            site(race) { $0.outs.append(.init(user: user, cause: cause, covered: covered)) }
            // Who never started counts by when that was known.
            let hadStarted = leavesTrack(user, at: now)
            if hadStarted == nil {
                site(race) { $0.inLine -= 1 }
                ask(race, user) { book, number in
                    if cause == .noParticipant { book.withdraw(number) } else { book.lose(number, Int(cause.number)) }
                }
            }
            if hadStarted ?? (count > 0) { totals.out[Int(cause.number)] += 1 }
        case .runnerPosition, .trackDefined, .trackRefused, .consentAsked, .consentRequestRefused, .userRefused,
            .runnerRefused,
            .snapshotPublished:
            break
        }
    }

    /// A user's consent to an organiser.
    private struct Consent: Hashable {
        let user: RaceUserID
        let organiser: OrganiserID
    }

    private func hasConsent(_ user: RaceUserID, to race: RaceID) -> Bool {
        organisers[race].map { consents.contains(Consent(user: user, organiser: $0)) } ?? false
    }

    /// Whether the runner counts: who started in the warm-up does not, whenever the finish is. Nil for somebody who never started.
    private func leavesTrack(_ user: RaceUserID, at now: CityTime) -> Bool? {
        guard let isCounted = onTrack.close(user.number) else { return nil }
        running.change(by: -1, at: now)
        if isCounted { totals.onTrack -= 1 }
        return isCounted
    }

    private func runnerStarts(_ race: RaceID, _ user: RaceUserID, _ count: Int, at now: CityTime) {
        site(race) { ($0.started, $0.inLine) = ($0.started + 1, $0.inLine - 1) }
        onTrack.open(user.number, count > 0)
        running.change(by: 1, at: now)
        ask(race, user) { $0.serve($1, at: now) }
        totals.started += count
        totals.onTrack += count
        if count > 0, sites.indices.contains(race.index - 1) {
            totals.lineDelay.add((now - sites[race.index - 1].start).nanoseconds)
        }
    }

    /// Whether what happens at a race, or at none in particular, counts.
    private func counts(_ race: @autoclosure () -> RaceID?, at now: CityTime) -> Bool {
        measured.holds(now) && (part == nil || race().map { part.holds(site: $0.number) } ?? true)
    }

    private func position(_ age: TimeSpan, of race: RaceID, at now: CityTime) {
        guard counts(race, at: now) else { return }
        totals.positions += 1
        totals.positionAgeSum += age.nanoseconds
        totals.positionAgeMax = max(totals.positionAgeMax, age.nanoseconds)
    }

    // MARK: Followers

    private func take(_ event: RacingEvent, at now: CityTime) {
        switch event {
        case .positionsShown(let race, let user, let age):
            if counts(race, at: now) {
                totals.shownAge.add(age.nanoseconds)
                // What was shown before had grown older until now.
                if let before = maps[user] { totals.replacedAge.add((before.age + (now - before.time)).nanoseconds) }
            }
            maps[user] = (now, age)
        }
    }
}

extension RaceEvent {
    /// The race that it is about; nil for none in particular.
    fileprivate var race: RaceID? {
        switch self {
        case .raceCreated(let race, _, _, _, _, _, _, _), .raceAnnounced(let race, _), .trackDefined(let race, _),
            .trackRefused(let race, _, _), .raceStarted(let race, _), .raceEnded(let race, _, _),
            .raceCancelled(let race, _, _), .raceAvailable(_, let race), .joinAccepted(let race, _, _, _),
            .joinRefused(let race, _, _), .participationEnded(let race, _, _, _, _), .raceReminder(let race, _),
            .spectatorAccepted(let race, _, _), .spectatorRefused(let race, _, _), .spectatorLeft(let race, _, _),
            .raceFollowed(let race, _), .followEnded(let race, _), .statsViewed(let race, _, _, _),
            .runnerStarted(let race, _), .runnerPosition(let race, _, _, _, _), .runnerFinished(let race, _, _, _),
            .runnerOut(let race, _, _, _), .runnerRefused(let race, _, _), .snapshotPublished(let race, _, _, _):
            race
        case .userRefused(_, let race, _): race
        case .raceRejected, .racesListed, .raceWish, .consentAsked, .consentRequestRefused, .consentGiven,
            .consentWithdrawn, .consentsKept:
            nil
        }
    }
}

extension RunnerOutCause {
    /// Why a participant was never sent off, for a reader.
    fileprivate var beforeStart: String {
        switch self {
        case .droppedOut: "gave up before the start line"
        case .cutOff: "the track had closed"
        case .timeUp: "the race was over"
        case .neverStarted: "did not come"
        case .noParticipant: "takes part no more"
        }
    }
}
