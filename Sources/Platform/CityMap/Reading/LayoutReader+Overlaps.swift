// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension LayoutReader {
    /// Notes each pair of zones that share too much ground, and takes small shared ground from the higher number.
    mutating func checkOverlaps(_ zones: inout [ReadZone]) {
        let boxes = zones.map { Box($0.rings) }
        let areas = zones.map(\.geometry.area)
        for high in zones.indices {
            for low in 0..<high where boxes[low].meets(boxes[high]) && zones[low].id != zones[high].id {
                guard let shared = zones[low].geometry.intersection(zones[high].geometry) else {
                    note(
                        .overlap, zones[high].feature, zones[high].id,
                        "cannot be compared with zone \(zones[low].key.shown)")
                    continue
                }
                let area = shared.area
                guard area > 0 else { continue }
                let share = area / min(areas[low], areas[high])
                if share > overlapTolerance {
                    noteOverlap(zones[low], zones[high], share)
                } else if let rest = zones[high].territory.difference(zones[low].geometry) {
                    zones[high].territory = rest
                }
            }
            if zones[high].territory.area < 1_000_000 {
                note(.overlap, zones[high].feature, zones[high].id, "is entirely inside zones with lower numbers")
            }
        }
    }

    private mutating func noteOverlap(_ low: ReadZone, _ high: ReadZone, _ share: Double) {
        func percent(_ share: Double) -> String { "\((share * 10_000).rounded() / 100)%" }
        let names = [low, high].map(\.label)
        problems.append(
            LayoutProblem(
                .overlap, feature: high.feature, zones: [low.id, high.id],
                "zones \(names[0]) and \(names[1]), features[\(low.feature)] and features[\(high.feature)], overlap by "
                    + "\(percent(share)) of the smaller one; at most \(percent(overlapTolerance)) is allowed"))
    }
}
