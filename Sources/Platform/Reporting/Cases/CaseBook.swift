// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// One demand, as a service knows it when it is made.
package struct Demand: Sendable {
    /// Who asks: the person's number; 0 where nobody is known.
    package var who: Int32 = 0
    /// Where; nil where that is not known.
    package var place: Place?
    /// The number of its group, and of the service's site, from 0; nil for none yet.
    package var group, site: Int?
    /// From when on it is to be met, such as an agreed time; nil for at once.
    package var due: CityTime?

    package init(who: Int32 = 0, at place: Place?, group: Int? = nil, site: Int? = nil, due: CityTime? = nil) {
        (self.who, self.place, self.group, self.site, self.due) = (who, place, group, site, due)
    }
}

/// Follows the demands of one kind from the first event to the last, and sums up what became of them: by zone, hour, group and site.
///
/// One rule for all services. A demand belongs to the instant at which it is due: when it is made, or the agreed time. It counts when
/// that lies after the warm-up and not after the end. What is open at the end is missed when it has waited longer than the limit, and
/// else too young to judge; waits are those of demands that were met. Memory follows the open demands, zones and hours.
package struct CaseBook: Sendable {
    private struct Open {
        var who: Int32 = 0
        var zone: Int32 = -1, hour: Int32 = 0, group: Int32 = -1, site: Int32 = -1
        var due: Int64 = 0
        var phase: Int8 = -1
        var since: Int64 = 0
        var spent = SIMD4<Int64>(repeating: 0)
        var isCounted = false
        /// Its place among the kept ones; below 0 when it is not kept.
        var row: Int32 = -1
    }

    private let form: CaseForm
    private let frame: CaseFrame
    private let limit: Int64?
    private let measured: MeasuredTime
    private var open = OpenTable(blank: Open())
    private var all = CasePart()
    private var zones, hours, groups, sites: CaseDivision
    private var cells: [[CaseCounts]] = []
    private var kept: [KeptCase] = []

    /// - Parameters:
    ///   - form: what the service says of these demands.
    ///   - frame: the run.
    package init(_ form: CaseForm, _ frame: CaseFrame) {
        self.form = form
        self.frame = frame
        limit = form.limit?.nanoseconds
        measured = frame.measured
        zones = CaseDivision(frame.zoneNames)
        hours = CaseDivision(CaseForm.Names("hour", []))
        (groups, sites) = (CaseDivision(form.groups), CaseDivision(form.sites))
    }

    /// How many demands are open.
    package var openCount: Int { open.count }

    /// A demand is made, under a number above 0 that no open one has.
    package mutating func ask(_ number: Int32, _ demand: Demand, at now: CityTime) {
        let due = max(now, demand.due ?? now)
        var seen = Open(
            who: demand.who, group: Int32(demand.group ?? -1), site: Int32(demand.site ?? -1), due: due.nanoseconds,
            phase: form.phases.isEmpty ? -1 : 0, since: due.nanoseconds)
        seen.isCounted =
            measured.holds(due) && due <= frame.end && frame.part.holds(group: demand.group)
            && (demand.place.map { frame.holds($0) } ?? (frame.part?.zone == nil))
        if seen.isCounted {
            seen.zone = frame.zone(of: demand.place)
            seen.hour = frame.hour(of: due)
            if kept.count < frame.keeping {
                seen.row = Int32(kept.count)
                kept.append(KeptCase(who: demand.who, began: due.nanoseconds))
            }
        }
        open.open(number, seen)
    }

    /// The demand's site is known now, or another one.
    package mutating func move(_ number: Int32, to site: Int) {
        if let index = open.index(of: number) { open[index].site = Int32(site) }
    }

    /// Another phase of the wait begins.
    package mutating func enter(_ number: Int32, phase: Int, at now: CityTime) {
        guard let index = open.index(of: number) else { return }
        Self.spend(&open[index], until: now.nanoseconds)
        open[index].phase = Int8(phase)
    }

    /// The demand is met.
    package mutating func serve(_ number: Int32, at now: CityTime) {
        guard var seen = open.close(number), seen.isCounted else { return }
        Self.spend(&seen, until: now.nanoseconds)
        let wait = max(0, now.nanoseconds - seen.due)
        if seen.row >= 0 { kept[Int(seen.row)].end = .served(after: wait) }
        add(.served(after: wait, phases: seen.spent), to: seen)
    }

    /// The demand is over without being met; `reason` is a place in the form's list.
    package mutating func lose(_ number: Int32, _ reason: Int) {
        guard let seen = open.close(number), seen.isCounted else { return }
        if seen.row >= 0 { kept[Int(seen.row)].end = .lost }
        add(.lost(reason: reason), to: seen)
    }

    /// Who asked wants it no more, of their own will.
    package mutating func withdraw(_ number: Int32) {
        guard let seen = open.close(number), seen.isCounted else { return }
        add(.withdrawn, to: seen)
    }

    /// It was no demand after all, such as one that belongs to another.
    package mutating func forget(_ number: Int32) { open.close(number) }

    /// The run is over: what it came to.
    package mutating func finish(at end: CityTime) -> CaseResult {
        for number in open.openNumbers {
            guard let seen = open.close(number), seen.isCounted else { continue }
            add(.cut(after: end.nanoseconds - seen.due), to: seen)
        }
        return CaseResult(
            form: form, frame: frame, all: all, zones: zones, hours: frame.named(hours), groups: groups, sites: sites,
            cells: cells, kept: kept)
    }

    /// The time since the last change belongs to the phase at hand.
    private static func spend(_ seen: inout Open, until now: Int64) {
        guard seen.phase >= 0, now > seen.since else { return }
        seen.spent[Int(seen.phase)] += now - seen.since
        seen.since = now
    }

    private mutating func add(_ outcome: CaseOutcome, to seen: Open) {
        // The site is known at the end alone.
        guard frame.part.holds(site: seen.site + 1) else { return }
        all.add(outcome, limit: limit)
        zones.add(outcome, to: seen.zone, limit: limit)
        hours.add(outcome, to: seen.hour, limit: limit)
        groups.add(outcome, to: seen.group, limit: limit)
        sites.add(outcome, to: seen.site, limit: limit)
        let row = form.sites.title.isEmpty ? seen.zone : seen.site
        guard row >= 0 else { return }
        while cells.count <= row { cells.append([]) }
        while cells[Int(row)].count <= seen.hour { cells[Int(row)].append(CaseCounts()) }
        cells[Int(row)][Int(seen.hour)].add(outcome, limit: limit)
    }
}

/// A demand with what came of it, so that the same person's can be looked up in another run.
package struct KeptCase: Hashable, Sendable {
    /// What came of it.
    package enum End: Hashable, Sendable {
        /// Met so many nanoseconds after it was due.
        case served(after: Int64)
        /// Over without being met.
        case lost
        /// Open when the run ended, or taken back.
        case open
    }

    /// The person's number; 0 where nobody is known.
    package let who: Int32
    /// When it was due, in nanoseconds.
    package let began: Int64
    /// What came of it.
    package var end = End.open

    package init(who: Int32, began: Int64, end: End = .open) {
        (self.who, self.began, self.end) = (who, began, end)
    }
}
