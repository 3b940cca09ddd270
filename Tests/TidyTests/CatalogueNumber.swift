// SPDX-License-Identifier: GPL-3.0-or-later

/// The numbers of rules and decisions, as the names of tests give them.
enum CatalogueNumber {
    /// The numbers in the display names of the tests of a file, in order.
    static func inTestNames(of code: String) -> [String] {
        let number =
            /\b(?:ACCOUNT|API|AVAIL|DEC|HEALTH|INV|OPS|PERF|RACE|SEC|SIM|STORE|TAXI|TRIP|UI)-[A-Z0-9][A-Za-z0-9]*(?:-[A-Z0-9]+)*\b/
        return code.matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/).flatMap { test in
            test.1.matches(of: number).map { String($0.0) }
        }
    }
}
