// SPDX-License-Identifier: GPL-3.0-or-later

/// What became of all demands of one kind in a run.
package struct CaseResult: Sendable {
    /// What the service says of them.
    package let form: CaseForm
    package let frame: CaseFrame
    /// All of them together.
    package let all: CasePart
    /// By the zone of who asks, by the hour of the run, by group, and by the service's sites.
    package let zones, hours, groups, sites: CaseDivision
    /// By site, or by zone where the service has no sites, and by hour; rows and hours without demands may be missing.
    package let cells: [[CaseCounts]]
    /// The first ones one by one, as far as they were asked for.
    package let kept: [KeptCase]

    /// A part is called the worst only among those with so many judged demands: so that one or two make none the worst.
    package static let fewest = 20

    /// The divisions that this service has, with what each is by: `zone`, `hour`, and the service's own.
    package var divisions: [CaseDivision] { [sites, zones, hours, groups].filter(\.isDivided) }

    /// The part with the largest share missed among those with enough demands; of several the first. Nil where none was missed, and
    /// where fewer than two parts have enough.
    package func worst(of division: CaseDivision) -> (name: String, part: CasePart)? {
        let parts = division.rows.prefix(division.parts.count).filter { $0.part.judged >= Self.fewest }
        guard parts.count > 1 else { return nil }
        var worst: (name: String, part: CasePart)?
        for (name, part) in parts where (part.missedShare ?? 0) > (worst?.part.missedShare ?? 0) {
            worst = (name, part)
        }
        return worst
    }
}
