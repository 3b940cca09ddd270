// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySlices
import TaxiRules

extension ReadScenario {
    /// The traces with where each row stands.
    package var traceRows: [(rows: [TraceRow], locations: [InputLocation])] {
        let traces = kept(by: TaxiMessage.service) as? [[InputLocation]] ?? []
        let all = scenario.passengers.enumerated().compactMap { index, group in
            if case .trace(let rows) = group.demand { (index, rows) } else { nil }
        }
        return all.enumerated().map { order, trace in
            // One that was laid over another stands under its key only.
            let own = all.count == traces.count && traces[order].count == trace.1.count ? traces[order] : nil
            let key = location(of: "passengers.\(trace.0).trace")
            return (trace.1, own ?? trace.1.map { _ in key })
        }
    }
}
