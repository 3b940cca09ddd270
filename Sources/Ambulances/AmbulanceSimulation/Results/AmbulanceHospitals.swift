// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Reporting

/// What was counted of the hospitals that people were brought to: transports by when they began, after the warm-up.
struct AmbulanceHospitals {
    /// One hospital.
    struct Totals {
        var transports = 0
        /// Drives that came there, and their times in nanoseconds.
        var drives = Sample()
        /// From the arrival there until the crew was free, in nanoseconds.
        var handovers = Sample()
    }

    private struct Transport {
        let hospital: HospitalID
        let begun: CityTime
        var reached: CityTime?
    }

    private(set) var totals: [Totals] = []
    private var underWay: [AmbulanceID: Transport] = [:]

    mutating func add() { totals.append(Totals()) }

    mutating func begin(_ ambulance: AmbulanceID, to hospital: HospitalID, isCounted: Bool, at now: CityTime) {
        underWay[ambulance] = isCounted ? Transport(hospital: hospital, begun: now) : nil
        if isCounted { totals[hospital.index - 1].transports += 1 }
    }

    mutating func reach(_ ambulance: AmbulanceID, at now: CityTime) {
        guard let transport = underWay[ambulance] else { return }
        underWay[ambulance]?.reached = now
        totals[transport.hospital.index - 1].drives.add((now - transport.begun).nanoseconds)
    }

    mutating func free(_ ambulance: AmbulanceID, at now: CityTime) {
        guard let transport = underWay.removeValue(forKey: ambulance), let reached = transport.reached else { return }
        totals[transport.hospital.index - 1].handovers.add((now - reached).nanoseconds)
    }

    /// The hospitals one by one; empty where nobody was brought to one.
    func table(_ names: [String]) -> String {
        let all = totals.reduce(0) { $0 + $1.transports }
        guard all > 0 else { return "" }
        func minutes(_ sample: Sample) -> Double? { sample.count > 0 ? sample.mean * 1e-9 : nil }
        let rows = totals.enumerated().map { (name: names.indices.contains($0) ? names[$0] : "\($0 + 1)", totals: $1) }
        return ShownTable.html(
            "By hospital", rows, .text("hospital", "Its name.") { $0.name },
            .count("transports", "People who were brought there, or are on the way.") { $0.totals.transports },
            .percent("of all (%)", "The share of all transports.") { Double($0.totals.transports) / Double(all) },
            .minutes("drive, mean (min)", "From the scene to the hospital.") { minutes($0.totals.drives) },
            .minutes("handover, mean (min)", "From the arrival there until the crew was free.") {
                minutes($0.totals.handovers)
            },
            .minutes("handover, p95 (min)", "95 % of these times are at most this.") {
                $0.totals.handovers.quantile(0.95).map { Double($0) * 1e-9 }
            })
    }
}
