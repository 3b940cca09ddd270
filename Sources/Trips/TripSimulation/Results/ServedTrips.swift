// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import Reporting
import TripRules

/// What was counted of the planner behind a gateway, from the end of the warm-up on.
struct ServedTotals {
    /// From the arrival of a planner message at the server to its answer (PERF-06).
    var processing = Sample(exactLimit: 50_000)
    /// From sending a message to showing its answer, both ways over the link included (PERF-08).
    var answerTime = Sample(exactLimit: 50_000)
    /// Answers that were shown later than 1 s after the message was sent (PERF-09).
    var answersLate = 0
    /// What should never happen: changes that could not be read, and messages of no session or for somebody else (PERF-09).
    var errors = 0
    /// Planner messages that came over a plain channel and were refused (SEC-08).
    var plain = 0
    /// The phones that were recognised first, by system (TRIP-STANDARDS).
    var systems = [Int](repeating: 0, count: ClientSystem.allCases.count)
    /// Nanoseconds of outages that nobody had announced (AVAIL-04).
    var unplannedDown: Int64 = 0
    /// Whether any message was answered.
    var answered: Int { processing.count }
}

/// Folds what the gateway and the phones of planner users note.
struct ServedTrips {
    private(set) var totals = ServedTotals()
    private let measured: MeasuredTime
    private let part: CountedPart?
    /// When maintenance was announced (AVAIL-04).
    private let maintenance: [Range<CityTime>]
    private var downSince: CityTime?
    /// The group of each user, by number.
    private var groups = OpenTable(blank: Int32(-1))
    private var systems = OpenTable(blank: false)

    init(_ frame: CaseFrame, maintenance: [Range<CityTime>]) {
        (measured, part, self.maintenance) = (frame.measured, frame.part, maintenance)
    }

    mutating func uses(_ user: TripUserID, of person: PersonID) {
        groups.open(user.number, Int32(person.planningGroup))
    }

    mutating func take(_ event: DeviceEvent) {
        switch event {
        case .deviceRecognised(let account, let system):
            guard systems.value(of: account.number) == nil else { return }
            systems.open(account.number, true)
            totals.systems[Int(system.rawValue)] += 1
        case .deviceAccountCreated, .deviceRefused, .deviceSessionEnded: break
        }
    }

    mutating func take(_ event: ServerEvent, at now: CityTime) {
        switch event {
        case .messageAnswered(_, let kind, _, _, _, let arrived, _, _):
            guard measured.holds(arrived), MessageType.ofTrips.contains(kind) else { return }
            totals.processing.add((now - arrived).nanoseconds)
        case .messageRefused(_, let kind, _, _, _, let arrived, _, let reason):
            guard measured.holds(arrived), MessageType.ofTrips.contains(kind) else { return }
            switch reason {
            case .plainChannel: totals.plain += 1
            case .notLoggedIn, .wrongRole, .wrongPerson, .passwordChangeRequired, .moduleOff: totals.errors += 1
            case .rateLimited, .serverBusy, .timedOut: break
            }
        case .serverDown: downSince = now
        case .serverUp: isUp(at: now)
        case .messageLeft, .timersReleased: break
        }
    }

    mutating func take(_ event: ClientEvent, at now: CityTime) {
        switch event {
        case .answerShown(let actor, .tripUser, _, _, let latency):
            guard measured.holds(now - latency), part?.group.map({ Int32($0) == groups.value(of: actor) }) ?? true
            else { return }
            totals.answerTime.add(latency.nanoseconds)
            if latency > .seconds(1) { totals.answersLate += 1 }
        case .answerShown, .clientAction, .inputTaken: break
        }
    }

    /// A change that no device of the simulation should ever send; one that is repeated is none.
    mutating func refused(_ reason: ChangeRefusal) {
        switch reason {
        case .duplicate: break
        case .unknownUser, .knownUser, .badNumber, .tooManyDevices, .notKept: totals.errors += 1
        }
    }

    mutating func finish(at end: CityTime) { isUp(at: end) }

    /// The part of an outage that no maintenance window covers.
    private mutating func isUp(at now: CityTime) {
        guard let since = downSince else { return }
        downSince = nil
        var from = since
        func count(until end: CityTime) -> Int64 {
            end > from ? measured.length(from: from.nanoseconds, to: end.nanoseconds) : 0
        }
        for window in maintenance where window.upperBound > from && window.lowerBound < now {
            totals.unplannedDown += count(until: window.lowerBound)
            from = max(from, window.upperBound)
        }
        totals.unplannedDown += count(until: now)
    }
}
