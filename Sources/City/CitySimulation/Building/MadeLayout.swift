// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
package import CityModel
package import CitySlices
import ScenarioLanguage

/// Zones in the plane of a scenario's, with all that is needed to make the same ones on another machine.
package struct MadeLayout: Sendable {
    /// How zones are made.
    package indirect enum Making: Codable, Hashable, Sendable {
        /// As the scenario says.
        case scenario
        case source(LayoutSource)
        /// From a text of GeoJSON, with the names of the properties that hold the zone number and name.
        case text(String, number: String, name: String?)
        /// From another layout: for each of its zones, by rising number, what it belongs to; equal numbers are one zone.
        case joined(Making, groups: [Int])
    }

    package let layout: any ZoneLayout
    /// How they are made: equal ones make equal zones.
    package let making: Making

    init(_ layout: any ZoneLayout, _ making: Making) { (self.layout, self.making) = (layout, making) }

    /// Makes zones in the plane of a scenario's.
    ///
    /// - Parameters:
    ///   - making: how.
    ///   - plan: the scenario.
    ///   - known: some that are made already, which are taken where they are wanted.
    /// - Throws: `InputErrors` with everything that is wrong with the map.
    package init(_ making: Making, for plan: CityPlan, known: MadeLayout? = nil) throws(InputErrors) {
        self.making = making
        if let known, known.making == making {
            layout = known.layout
            return
        }
        let city = plan.scenario.city
        let centre = plan.peopleLayout.geographic(.origin)
        switch making {
        case .scenario: layout = plan.peopleLayout
        case .source(let source): layout = try CityPlan.layout(source, city, planeCentre: centre)
        case .text(let text, let number, let name):
            layout = try CityPlan.layout(
                text, fileName: "layout.geojson", number: number, name: name, city, planeCentre: centre)
        case .joined(let base, let groups):
            let base = try MadeLayout(base, for: plan, known: known)
            guard groups.count == base.layout.zones.count else {
                throw InputErrors(problems: [
                    InputProblem(
                        .error, at: plan.layoutSource.location,
                        "\(groups.count) groups for \(base.layout.zones.count) zones")
                ])
            }
            layout = JoinedLayout(base.layout, groups: groups)
        }
    }

    /// Its zones joined into fewer.
    ///
    /// - Parameter groups: for each zone, by rising number, what it belongs to: equal numbers are one zone.
    package func joined(_ groups: [Int]) -> MadeLayout {
        MadeLayout(JoinedLayout(layout, groups: groups), .joined(making, groups: groups))
    }
}
