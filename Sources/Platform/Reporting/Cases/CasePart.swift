// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// How one demand ended, or stood when the run did.
enum CaseOutcome: Sendable {
    /// Met after a wait in nanoseconds, so long of it in each phase.
    case served(after: Int64, phases: SIMD4<Int64>)
    /// Ended without being met; the reason is a place in the form's list.
    case lost(reason: Int)
    /// Taken back by who asked.
    case withdrawn
    /// Open when the run ended, after so many nanoseconds.
    case cut(after: Int64)
}

/// How many demands had which outcome: each is in exactly one.
package struct CaseCounts: Sendable {
    /// Met within the limit; later than that.
    package private(set) var inTime = 0, late = 0
    /// Ended without being met.
    package private(set) var lost = 0
    /// Taken back by who asked, of their own will and not for the wait.
    package private(set) var withdrawn = 0
    /// Open at the end of the run: older than the limit, and too young to judge.
    package private(set) var overdue = 0, young = 0

    package var asked: Int { served + lost + withdrawn + overdue + young }
    /// Those that were met.
    package var served: Int { inTime + late }
    /// Those of which it is known whether they were met in time.
    package var judged: Int { inTime + missed }
    /// Those that were not met in time.
    package var missed: Int { late + lost + overdue }
    /// The share of the judged ones that was missed; nil when none is judged.
    package var missedShare: Double? { judged > 0 ? Double(missed) / Double(judged) : nil }

    mutating func add(_ outcome: CaseOutcome, limit: Int64?) {
        func isLate(_ wait: Int64) -> Bool { limit.map { wait > $0 } ?? false }
        switch outcome {
        case .served(let wait, _): if isLate(wait) { late += 1 } else { inTime += 1 }
        case .lost: lost += 1
        case .withdrawn: withdrawn += 1
        case .cut(let wait): if isLate(wait) { overdue += 1 } else { young += 1 }
        }
    }
}

/// What became of some demands, with their waits, the phases of these, and the reasons of losses.
package struct CasePart: Sendable {
    /// How many phases a wait may have.
    package static let mostPhases = 4

    /// How many had which outcome.
    package private(set) var counts = CaseCounts()
    /// The waits of those that were met, in nanoseconds.
    package private(set) var waits = Sample(exactLimit: 4096)
    /// Lost ones by reason.
    package private(set) var reasons: [Int] = []
    /// Of those that were met, the time in each phase, in nanoseconds.
    package private(set) var phases = SIMD4<Int64>(repeating: 0)

    package init() {}

    /// As of the counts.
    package var inTime: Int { counts.inTime }
    package var late: Int { counts.late }
    package var lost: Int { counts.lost }
    package var withdrawn: Int { counts.withdrawn }
    package var overdue: Int { counts.overdue }
    package var young: Int { counts.young }
    package var asked: Int { counts.asked }
    package var served: Int { counts.served }
    package var judged: Int { counts.judged }
    package var missed: Int { counts.missed }
    package var missedShare: Double? { counts.missedShare }

    /// The mean wait of those that were met, in seconds; nil when none was.
    package var meanWait: Double? { waits.count > 0 ? waits.mean * 1e-9 : nil }
    /// The mean time of those that were met in one phase, in seconds; nil when none was.
    package func meanPhase(_ index: Int) -> Double? {
        served > 0 ? Double(phases[index]) / Double(served) * 1e-9 : nil
    }

    mutating func add(_ outcome: CaseOutcome, limit: Int64?) {
        counts.add(outcome, limit: limit)
        switch outcome {
        case .served(let wait, let phases):
            waits.add(wait)
            self.phases &+= phases
        case .lost(let reason):
            while reasons.count <= reason { reasons.append(0) }
            reasons[reason] += 1
        case .withdrawn, .cut: break
        }
    }
}

/// Demands by one of their properties: by zone, by hour.
package struct CaseDivision: Sendable {
    /// What a part is, and the names of the parts.
    package private(set) var names: CaseForm.Names
    /// In the order of the names.
    package private(set) var parts: [CasePart]
    /// Demands that belong to no part.
    package private(set) var other = CasePart()

    init(_ names: CaseForm.Names) {
        self.names = names
        parts = Array(repeating: CasePart(), count: names.names.count)
    }

    /// Whether demands are divided so at all.
    package var isDivided: Bool { !names.title.isEmpty && !parts.isEmpty }

    /// The parts get other names.
    mutating func rename(_ names: [String]) { self.names.names = names }

    mutating func add(_ outcome: CaseOutcome, to index: Int32, limit: Int64?) {
        guard index >= 0, !names.title.isEmpty else { return other.add(outcome, limit: limit) }
        while parts.count <= index { parts.append(CasePart()) }
        parts[Int(index)].add(outcome, limit: limit)
    }

    /// The parts with their names, in order; what belongs to none comes last, where there is some.
    package var rows: [(name: String, part: CasePart)] {
        parts.enumerated().map { (names.name($0), $1) } + (other.asked > 0 ? [("–", other)] : [])
    }
}
