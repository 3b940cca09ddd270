// SPDX-License-Identifier: GPL-3.0-or-later

package import CitySlices
package import ScenarioLanguage

extension CityPlan {
    /// The plan as a scenario's text with every value written out, for a file in a folder. Read again it is the same plan: with
    /// the zones that the service has here, and what was set on the command line.
    ///
    /// - Parameters:
    ///   - folder: where the file will lie; paths lead from there to the files.
    ///   - seed: another seed than the scenario's.
    ///   - zones: a file with the zones of the service, instead of where they came from.
    package func text(in folder: String, seed: UInt64? = nil, zones: LayoutSource? = nil) -> String {
        var scenario = whole
        if let seed { scenario.seed = seed }
        if let zones { scenario.city.serviceZones = zones }
        return read.text(of: scenario, in: folder)
    }

    /// What is set otherwise than in another plan: every key whose values are not the same, however each of them was set.
    package func differences(from base: CityPlan) -> [SettingDifference] {
        read.differences(of: whole, from: base.read, changed: base.whole)
    }

    /// The scenario with the zones that the service has.
    private var whole: Scenario {
        var whole = scenario
        whole.city.serviceZones = layoutSource == whole.city.layout ? nil : layoutSource
        return whole
    }
}
