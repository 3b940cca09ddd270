// SPDX-License-Identifier: GPL-3.0-or-later

/// What each target may import. A row added here is a decision on the layout of the house, not a formality.
enum ImportTable {
    /// The mathematics of the C library, under the name it has on each system.
    private static let mathematics: Set<String> = ["Glibc", "Musl", "Darwin"]

    /// The row of each target that has Swift files. What is not in the row must not be imported.
    static let rows: [String: Set<String>] = [
        "CityModel": mathematics.union(["CMachine", "Synchronization"]),
        "CityLoop": mathematics.union(["CityModel", "CMachine", "Synchronization", "Foundation"]),
        "RandomStreams": mathematics.union(["CityModel", "CGSL"]),
        "CityMap": mathematics.union(["CityModel", "CGEOS", "CPROJ", "Foundation", "Synchronization"]),
        "TaxiRules": ["CityModel"],
        // What the account service asks of the taxi service is a protocol of the account rules.
        "TaxiService": ["CityModel", "CityLoop", "TaxiRules", "AccountRules"],
        "TaxiReservations": ["CityModel", "CityLoop", "TaxiRules", "TaxiService"],
        // The store of a live service is a SQLite file.
        "RecordStores": ["CityModel", "GRDB", "Foundation"],
        "TaxiSharing": ["CityModel", "CityLoop", "TaxiRules", "TaxiService"],
        "AccountRules": ["CityModel"],
        "Accounts": [
            "CityModel", "CityLoop", "AccountRules", "CSodium", "GRDB", "Foundation", "Synchronization",
        ],
        "CityGateway": ["CityModel", "CityLoop"],
        "PublicInterface": ["CityModel", "CityLoop", "TaxiRules", "TaxiService", "CityGateway"],
        // The habits of people are sections of a scenario: a second set of equal types would only be copied.
        "Population": mathematics.union([
            "CityModel", "CityLoop", "RandomStreams", "TaxiRules", "TaxiService", "CityGateway", "ScenarioFile",
        ]),
        "ScenarioFile": ["CityModel", "Yams", "Foundation", "Synchronization"],
        "CityReports": ["CityModel", "GRDB", "GRDBSQLite", "Histogram", "Foundation"],
        "CitySimulation": [
            "CityModel", "CityLoop", "RandomStreams", "CityMap", "TaxiRules", "TaxiService", "Population",
            "TaxiReservations", "TaxiSharing", "AccountRules", "Accounts", "CityGateway", "ScenarioFile", "CityReports",
            "Foundation", "Synchronization",
        ],
        "Experiments": [
            "CityModel", "CGSL", "RandomStreams", "ScenarioFile", "CityMap", "CitySimulation", "CityReports",
            "Foundation", "Dispatch", "Synchronization",
        ],
        // Measures the real handlers: the host's clock is its subject.
        "CityCalibration": [
            "CityModel", "CityLoop", "RandomStreams", "AccountRules", "Accounts", "TaxiService", "CitySimulation",
            "ScenarioFile", "Foundation", "Synchronization",
        ],
        // For tests of rules alone: knows no rule, so that the core builds without modules and their tests.
        "RuleTestKit": ["CityModel"],
        "CityTestKit": ["CityModel", "CitySimulation", "CityReports", "ScenarioFile", "Foundation"],
        "cabrank": mathematics.union([
            "CityModel", "CityLoop", "RandomStreams", "CityMap", "TaxiSharing", "CitySimulation", "CityReports",
            "Experiments", "CityCalibration", "ScenarioFile", "ArgumentParser", "Foundation", "Synchronization",
        ]),
    ]

    /// Modules of the language itself that any target may import.
    static let everywhere: Set<String> = ["Swift"]

    /// The module that a line of code imports, or nothing: `public import struct Foundation.URL` gives `Foundation`.
    static func module(importedBy code: String) -> String? {
        var words = code.split(whereSeparator: \.isWhitespace)[...]
        while let word = words.first, word.hasPrefix("@") || accessLevels.contains(word) {
            words.removeFirst()
        }
        guard words.popFirst() == "import" else { return nil }
        if let word = words.first, declarationKinds.contains(word), words.count > 1 {
            words.removeFirst()
        }
        return words.first?.split(whereSeparator: { $0 == "." || $0 == ";" }).first.map(String.init)
    }

    private static let accessLevels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    private static let declarationKinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
}
