// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
package import CityModel
import CitySlices

extension CityPlan {
    /// What is doubtful about the map of the scenario, though it can be run: ground between zones that is in none, and zones
    /// that look as if latitude and longitude were swapped. For `validate`; it reads the map once more.
    package func mapDoubts() -> [InputProblem] {
        guard case .geoJSON(let path, let number, let name) = scenario.city.layout,
            let text = try? Self.contents(of: path)
        else { return [] }
        var limits = LayoutLimits()
        limits.overlap = scenario.city.overlapTolerance
        limits.gap = scenario.city.gapTolerance
        let check = try? LayoutCheck(
            geoJSON: text, fileName: path, numberProperty: number, nameProperty: name, limits: limits)
        let doubts = (check?.problems ?? []).filter { $0.severity == .error }
        let gaps = doubts.filter { $0.kind == .gap }
        var warnings = doubts.filter { $0.kind == .position }.map { warning($0, $0.message, path) }
        // A city of many lakes gets one warning.
        if let first = gaps.first {
            let more =
                gaps.count == 1
                ? ""
                : "; and \(gaps.count - 1) more such gap\(gaps.count == 2 ? "" : "s"), which `cabrank layout check` lists"
            warnings.append(warning(first, first.message + more, path))
        }
        return warnings
    }

    private func warning(_ problem: LayoutProblem, _ message: String, _ path: String) -> InputProblem {
        InputProblem(.warning, at: InputLocation(file: path, line: problem.line, column: problem.column), message)
    }
}
