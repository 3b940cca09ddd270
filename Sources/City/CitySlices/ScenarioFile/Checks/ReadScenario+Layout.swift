// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import ScenarioLanguage

extension ReadScenario {
    /// Checks of the scenario against the zones of its map: zones that are not there (errors), and tables without some of them
    /// (warnings). In the order of the text. Services check their own keys.
    package func layoutProblems(zones layout: [ZoneRecord]) -> [InputProblem] {
        Mention.unknown(zones, on: layout) + tableProblems(layout)
    }

    /// Zones for which a table of weights has no row: nothing begins or ends there, and a lost row looks the same.
    private func tableProblems(_ layout: [ZoneRecord]) -> [InputProblem] {
        var noted: Set<String> = []
        return tables.compactMap { table in
            guard noted.insert(table.subject.file).inserted else { return nil }
            let missing = layout.filter { !table.subject.zones.contains($0.id) }
            guard !missing.isEmpty else { return nil }
            let shown = missing.map(\.key.shown).listed(most: 8)
            return InputProblem(
                .warning, at: table.location,
                "`\(table.subject.file)` has no row for \(missing.count) of \(layout.count) zones (\(shown)); they count as 0"
            )
        }
    }
}

extension Mention<ZoneID> {
    /// An error for each zone that is called by a number and that the map does not call by it; one for each file. A name is looked for
    /// where it is read.
    static func unknown(_ mentions: [Mention<ZoneID>], on layout: [ZoneRecord]) -> [InputProblem] {
        let known = layout.filter(\.isNumbered).map(\.id).sorted()
        // A map of names has no numbers to allow.
        let allowed = known.isEmpty ? layout.map(\.key.shown).listed(most: 6) : spans(known)
        var problems: [InputProblem] = []
        var noted: Set<String> = []
        for mention in mentions where !known.contains(sorted: mention.subject) {
            // A column of a table names a zone a thousand times; once is enough.
            guard noted.insert("\(mention.location.file) \(mention.subject)").inserted else { continue }
            var message = "zone \(mention.subject) is not on the map; allowed: \(allowed)"
            if let near = nearest(mention.subject, known), let record = layout.first(where: { $0.id == near }) {
                message += "; did you mean \(record.label)?"
            }
            problems.append(InputProblem(.error, at: mention.location, message))
        }
        return problems
    }

    /// Numbers as spans: `1 to 20, 22`.
    private static func spans(_ zones: [ZoneID]) -> String {
        var spans: [(Int32, Int32)] = []
        for zone in zones.map(\.number) {
            if let last = spans.last, zone == last.1 + 1 {
                spans[spans.count - 1].1 = zone
            } else {
                spans.append((zone, zone))
            }
        }
        return spans.map { $0.0 == $0.1 ? "\($0.0)" : "\($0.0) to \($0.1)" }.listed(most: 6)
    }

    private static func nearest(_ zone: ZoneID, _ known: [ZoneID]) -> ZoneID? {
        known.min { left, right in
            let a = abs(Int64(left.number) - Int64(zone.number))
            let b = abs(Int64(right.number) - Int64(zone.number))
            return (a, left) < (b, right)
        }
    }
}

extension [ZoneID] {
    /// Whether a sorted list holds a zone.
    fileprivate func contains(sorted zone: ZoneID) -> Bool {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < zone { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == zone
    }
}
