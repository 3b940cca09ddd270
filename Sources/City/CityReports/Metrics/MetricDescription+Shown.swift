// SPDX-License-Identifier: GPL-3.0-or-later

/// How a metric's numbers are shown to people: in one unit wherever they stand. Files for programs keep seconds and shares
/// of one.
public struct ShownUnit: Hashable, Sendable {
    /// What stands beside the number, such as `min` or `%`; empty for counts and ratios.
    public let name: String
    /// What the metric's own value is multiplied by.
    public let scale: Double
    /// Decimals of a number that stands alone.
    public let decimals: Int

    /// A value in this unit, without the unit's name: `5.8`.
    public func number(_ value: Double?, decimals: Int? = nil) -> String {
        value.map { Text.number($0 * scale, decimals ?? self.decimals) } ?? "-"
    }

    /// A value with its unit: `5.8 min`.
    public func text(_ value: Double?, decimals: Int? = nil) -> String {
        name.isEmpty || value == nil
            ? number(value, decimals: decimals) : number(value, decimals: decimals) + " " + name
    }
}

extension MetricsResult {
    /// A metric's value as people see it, without its unit; a dash when it was not measured.
    func number(_ name: String) -> String { Self.shown(name).number(self[name]) }

    /// The same with its unit.
    func text(_ name: String) -> String { Self.shown(name).text(self[name]) }

    private static func shown(_ name: String) -> ShownUnit {
        guard let about = MetricDescription.named(name) else { preconditionFailure("no metric is called \(name)") }
        return about.shown
    }
}

extension MetricDescription {
    /// Times of the city that last minutes. All other times are shown in seconds: what drivers and servers take to answer.
    private static let inMinutes = [
        "wait", "queueTime", "arrivalDelay", "etaError", "fairness.zoneWaitMin", "fairness.zoneWaitMax",
        "fairness.zoneWaitSd", "fairness.placeWaitMax", "fairness.placeWaitSd", "openRequests.meanTime",
        "reservations.lateness", "reservations.boarding", "reservations.search", "sharing.delay", "server.downtime",
    ]

    /// The unit that people see, in the terminal and on every page.
    public var shown: ShownUnit {
        switch unit {
        case "share": return ShownUnit(name: "%", scale: 100, decimals: 1)
        case "km": return ShownUnit(name: "km", scale: 1, decimals: 1)
        case "h": return ShownUnit(name: "h", scale: 1, decimals: 2)
        case "1" where ["drivers.inService", "passengers.connectedMean", "drivers.activeMean"].contains(name):
            return ShownUnit(name: "", scale: 1, decimals: 1)
        case "1": return ShownUnit(name: "", scale: 1, decimals: isCount ? 0 : name.hasPrefix("fairness.") ? 3 : 2)
        case "s": break
        default: return ShownUnit(name: unit, scale: 1, decimals: 2)
        }
        if name.hasPrefix("reservations.lead.") { return ShownUnit(name: "h", scale: 1 / 3600.0, decimals: 1) }
        if Self.inMinutes.contains(where: { name == $0 || name.hasPrefix($0 + ".") }) {
            return ShownUnit(name: "min", scale: 1 / 60.0, decimals: 1)
        }
        let isOfServer = ["processing", "server.wait", "clients.latency"].contains { name.hasPrefix($0) }
        return ShownUnit(name: "s", scale: 1, decimals: isOfServer ? 3 : 1)
    }

    /// Whether values are whole numbers.
    private var isCount: Bool {
        let ratios = [
            "offers.perRequest", "fairness.gini", "fairness.jain", "drivers.inService", "openRequests.mean",
            "openRequests.little", "reservations.retriesPerActivated", "sharing.passengersPerRide",
            "sharing.travelersPerRide", "server.queueMean", "passengers.connectedMean", "drivers.activeMean",
        ]
        return !ratios.contains(name) && !name.hasPrefix("sharing.detourRatio.")
            || name.hasSuffix(".count")
    }

    /// The name that people see, the same in the terminal, on the pages and in the tables, such as `wait, p95`.
    public var label: String {
        if let label = MetricLabels.labels[name] { return label }
        let parts = name.split(separator: ".").map(String.init)
        if let last = parts.last, let statistic = MetricLabels.statistics[last], parts.count > 1 {
            return MetricLabels.spoken(parts.dropLast()) + ", " + statistic
        }
        for count in (1..<max(2, parts.count)).reversed() {
            let head = parts.prefix(count).joined(separator: ".")
            if let label = MetricLabels.labels[head] {
                return label + ": " + MetricLabels.spoken(parts.dropFirst(count))
            }
        }
        return MetricLabels.spoken(parts[...])
    }

    /// The label with the unit: `wait, p95 (min)`.
    public var labelWithUnit: String { shown.name.isEmpty ? label : "\(label) (\(shown.name))" }
}
