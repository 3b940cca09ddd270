// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Prints every message that reaches the service, at log level debug (OPS-02).
struct DebugLog {
    func show(_ record: MessageRecord) {
        complain("debug: \(record.time) \(record.message)")
    }
}
