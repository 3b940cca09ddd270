// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices

/// How much of the ground that people's places are drawn from lies in the zones of a tried layout.
///
/// Judged by a fixed lattice of 64 places in each zone of the people, spread evenly over it.
struct LayoutCover {
    /// The zones of the people of which less than 95 % is covered, with the covered share.
    let uncovered: [(zone: ZoneRecord, share: Double)]
    /// The covered share of all places, each zone counting the same.
    let share: Double

    init(layout: any ZoneLayout, people: any ZoneLayout) {
        var uncovered: [(zone: ZoneRecord, share: Double)] = []
        var covered = 0
        let side = 8
        for zone in people.zones {
            var found = 0
            for step in 0..<side * side {
                let u = (Double(step % side) + 0.5) / Double(side)
                let v = (Double(step / side) + 0.5) / Double(side)
                if let place = people.place(in: zone.id, u, v), layout.zone(at: place) != nil { found += 1 }
            }
            covered += found
            let share = Double(found) / Double(side * side)
            if share < 0.95 { uncovered.append((zone, share)) }
        }
        self.uncovered = uncovered
        share = people.zones.isEmpty ? 1 : Double(covered) / Double(people.zones.count * side * side)
    }

    var description: String {
        let all = "the layout covers \(percent(share)) of the area in which people's locations are drawn"
        guard !uncovered.isEmpty else { return all + "; calls from the rest are refused" }
        guard share > 0 else { return all + ": it is a layout of another place" }
        let shown = uncovered.prefix(5).map { "\($0.zone.label): \(percent($0.share))" }
        let rest = uncovered.count > 5 ? " and \(uncovered.count - 5) more zones" : ""
        return all + "; less than 95 % covered: zones \(shown.joined(separator: ", "))\(rest)"
    }

    private func percent(_ share: Double) -> String { "\((share * 1000).rounded(.down) / 10) %" }
}

extension LayoutSource {
    /// Where problems of the map are reported.
    var location: InputLocation {
        switch self {
        case .geoJSON(let path, _, _): InputLocation(file: path)
        case .grid: InputLocation(file: name)
        }
    }
}
