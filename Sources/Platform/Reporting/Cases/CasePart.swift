// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What became of some demands: each is in exactly one outcome.
package struct CasePart: Sendable {
    /// How many phases a wait may have.
    package static let mostPhases = 4

    /// Met within the limit; later than that.
    package private(set) var inTime = 0, late = 0
    /// Ended without being met.
    package private(set) var lost = 0
    /// Taken back by who asked, of their own will and not for the wait.
    package private(set) var withdrawn = 0
    /// Open at the end of the run: older than the limit, and too young to judge.
    package private(set) var overdue = 0, young = 0
    /// The waits of those that were met, in nanoseconds.
    package private(set) var waits = Sample(exactLimit: 4096)
    /// Lost ones by reason.
    package private(set) var reasons: [Int] = []
    /// Of those that were met, the time in each phase, in nanoseconds.
    package private(set) var phases = SIMD4<Int64>(repeating: 0)

    /// Nothing.
    package init() {}

    /// All demands.
    package var asked: Int { served + lost + withdrawn + overdue + young }
    /// Those that were met.
    package var served: Int { inTime + late }
    /// Those of which it is known whether they were met in time.
    package var judged: Int { inTime + missed }
    /// Those that were not met in time.
    package var missed: Int { late + lost + overdue }
    /// The share of the judged ones that was missed; nil when none is judged.
    package var missedShare: Double? { judged > 0 ? Double(missed) / Double(judged) : nil }
    /// The mean wait of those that were met, in seconds; nil when none was.
    package var meanWait: Double? { waits.count > 0 ? waits.mean * 1e-9 : nil }
    /// The mean time of those that were met in one phase, in seconds; nil when none was.
    package func meanPhase(_ index: Int) -> Double? {
        served > 0 ? Double(phases[index]) / Double(served) * 1e-9 : nil
    }

    mutating func serve(after wait: Int64, phases: SIMD4<Int64>, limit: Int64?) {
        if let limit, wait > limit { late += 1 } else { inTime += 1 }
        waits.add(wait)
        self.phases &+= phases
    }

    mutating func lose(_ reason: Int) {
        lost += 1
        while reasons.count <= reason { reasons.append(0) }
        reasons[reason] += 1
    }

    mutating func withdraw() { withdrawn += 1 }

    /// Open when the run ended, after so long.
    mutating func cut(after wait: Int64, limit: Int64?) {
        if let limit, wait > limit { overdue += 1 } else { young += 1 }
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

    mutating func change(_ index: Int32, _ body: (inout CasePart) -> Void) {
        guard index >= 0, !names.title.isEmpty else { return body(&other) }
        while parts.count <= index { parts.append(CasePart()) }
        body(&parts[Int(index)])
    }

    /// The parts with their names, in order; what belongs to none comes last, where there is some.
    package var rows: [(name: String, part: CasePart)] {
        parts.enumerated().map { (names.name($0), $1) } + (other.asked > 0 ? [("–", other)] : [])
    }
}
