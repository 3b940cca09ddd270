// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySlices
import ScenarioLanguage

extension ReadScenario {
    /// Checks of drivers and passengers against the zones of the map: destinations by pairs of too many zones (errors), and
    /// zones with calls where no driver starts (a warning).
    package func zoneProblems(zones layout: [ZoneRecord]) -> [InputProblem] {
        pairProblems(layout) + startProblems(layout)
    }

    private func startProblems(_ layout: [ZoneRecord]) -> [InputProblem] {
        guard !scenario.drivers.isEmpty else { return [] }
        let starts = scenario.drivers.map(\.start)
        let cold = layout.filter { zone in
            !starts.contains { $0.includes(zone.id) }
                && scenario.passengers.contains { $0.by == .call && $0.callsFrom(zone.id) }
        }
        if cold.isEmpty { return [] }
        let shown = cold.map(\.key.shown).listed(most: 8)
        return [
            InputProblem(
                .warning, at: location(of: "drivers"),
                "\(cold.count) of \(layout.count) zones have calls but no driver starts there (\(shown)); calls there are aborted until "
                    + "rides bring taxis")
        ]
    }

    /// Destinations, and ways to seek rides, by pairs of zones take memory and time that grow with the square of the zones.
    private func pairProblems(_ layout: [ZoneRecord]) -> [InputProblem] {
        guard layout.count > ScenarioLimits.pairedZones else { return [] }
        let seekers = scenario.drivers.enumerated().compactMap { index, group -> InputProblem? in
            guard case .seek = group.idle else { return nil }
            return InputProblem(
                .error, at: location(of: "drivers.\(index).idle"),
                "`seek`: weights from zone to zone on a map of \(layout.count) zones; allowed: at most "
                    + "\(ScenarioLimits.pairedZones) zones, or `moves`")
        }
        let callers = scenario.passengers.enumerated().compactMap { index, group -> InputProblem? in
            if case .trace = group.demand { return nil }
            if case .table = group.demand { return nil }
            if case .zones = group.destination { return nil }
            return InputProblem(
                .error, at: location(of: "passengers.\(index).destination"),
                "`destination`: weights from zone to zone on a map of \(layout.count) zones; allowed: at most "
                    + "\(ScenarioLimits.pairedZones) zones, or `zones`")
        }
        return seekers + callers
    }
}

extension ZoneWeights {
    fileprivate func includes(_ zone: ZoneID) -> Bool {
        if case .listed(let table) = self { return table[zone, default: 0] > 0 }
        return true
    }
}

extension PassengerGroup {
    fileprivate func callsFrom(_ zone: ZoneID) -> Bool {
        switch demand {
        case .trace(let rows): rows.contains { $0.origin == zone }
        case .table(let table): table.rows.contains { $0.pair.origin == zone && $0.value > 0 }
        case .arrivals, .population: origin.includes(zone)
        }
    }
}
