// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting
import TaxiRules

/// The table of those who ask on the street.
extension TaxiPageTables {
    var streets: String {
        guard let streets = result.streets else { return "" }
        let standing = streets.asked.total - streets.boarded - streets.left
        let rows: [(String, Int)] = [
            ("stopped a taxi by hand", streets.asked[.hail]), ("asked at a rank", streets.asked[.rank]),
            ("got in", streets.boarded), ("stood and left", streets.left), ("of these, called then", streets.calling),
            ("stood there at the end", standing),
        ]
        return ShownTable.html(
            "People on the street", rows, .text("what", "how people asked, and what became of them") { $0.0 },
            .count("people", "how many") { $0.1 })
    }
}
