// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
package import CitySlices
import ScenarioLanguage
import TaxiSimulation

extension Scenario {
    /// The kinds of day of the tables of calls, such as `mon-fri`, in their order.
    package var kindsOfCalls: [String] {
        var kinds: [String] = []
        for case .table(let table) in passengers.map(\.demand) {
            for kind in table.days.kinds where !kinds.contains(kind.text) { kinds.append(kind.text) }
        }
        return kinds
    }

    /// The kind of day of an instant, among those of these names; nil where none has it.
    func kind(of time: CityTime, among names: [String]) -> String? {
        let known = DayKinds(names.compactMap { DayText.kind($0) }, holidays: holidays)
        return known.index(at: time).map { known.kinds[$0].text }
    }

    /// Calls of an hour of a mean day of a kind, of all tables.
    package func calls(_ kind: String, _ hour: Int) -> Double {
        var sum = 0.0
        for case .table(let table) in passengers.map(\.demand) {
            for row in table.rows where row.hours.contains(hour) && table.days.kinds[row.kind].text == kind {
                sum += row.value / Double(row.hours.count)
            }
        }
        return sum
    }

    /// Multiplies the calls of all tables by a factor of the kind of day and the hour.
    package mutating func scaleCalls(_ factor: (_ kind: String, _ hour: Int) -> Double) {
        for index in passengers.indices {
            guard case .table(let table) = passengers[index].demand else { continue }
            passengers[index].demand = .table(table.scaled { factor(table.days.kinds[$0].text, $1) })
        }
    }

    /// Multiplies how many drivers are on duty by a factor of the hour; there are drivers enough for it.
    ///
    /// - Parameter carries: whether what rounding takes from an hour goes to the next one, so that a change of less than half a taxi is
    ///   not lost.
    package mutating func scaleOnDuty(carries: Bool = false, _ factor: (_ hour: Int) -> Double) {
        for index in drivers.indices {
            guard let curve = drivers[index].onDuty else { continue }
            let rows = curve.rows.map { row -> [Double] in
                var rest = 0.0
                return row.enumerated().map { part, value in
                    let wanted = value * factor(part * 24 / row.count) + rest
                    let count = max(0, wanted.rounded())
                    if carries { rest = wanted - count }
                    return count
                }
            }
            drivers[index].onDuty = curve.kinds.map { DayProfile($0, rows) } ?? DayProfile(rows[0])
            drivers[index].count = max(drivers[index].count, Int(rows.joined().max() ?? 0))
        }
    }
}
