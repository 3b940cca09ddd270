// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Testing

@Suite("A grid that is too wide")
struct GridLimitTests {
    private func problems(_ rest: String) -> [String] {
        let reader = ScenarioReader { _, _ throws(InputErrors) in
            Issue.record("the zones of such a grid were asked for")
            return MapReading(zones: [], problems: [])
        }
        do {
            _ = try reader.read(
                text: """
                    cabrank: 1
                    name: wide
                    city: {grid: {rows: 400, columns: 400, cell: 6 km}}
                    \(rest)
                    """, named: "x.yaml", folder: "")
            return []
        } catch {
            return error.problems.map { "\($0.location): \($0.message)" }
        }
    }

    private static let fault =
        "`grid`: 400 x 400 cells of 6000 m are 2400 km wide or high; allowed: at most 2000 km"

    @Test("It is reported once, alone and beside other errors, and its zones are never made")
    func reported() {
        #expect(problems("seed: 1").filter { $0.hasSuffix(Self.fault) }.count == 1)
        let both = problems("seed: -1")
        #expect(both.filter { $0.hasSuffix(Self.fault) }.count == 1, "\(both)")
        #expect(both.contains { $0.contains("`seed`") })
    }
}
