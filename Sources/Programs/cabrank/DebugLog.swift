// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation

/// Prints every message that reaches the service, at log level debug (OPS-02).
struct DebugLog {
    func show(_ record: InputRecord<TaxiMessage>) {
        complain("debug: \(record.time) \(InputLogFile.line(record))")
    }
}
