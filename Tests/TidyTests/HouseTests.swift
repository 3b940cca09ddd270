// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// The layout of the house, read from the package description.
@Suite("House")
struct HouseTests {
    /// The mathematics of the C library, under the name it has on each system.
    private static let mathematics: Set<String> = ["Glibc", "Musl", "Darwin"]

    /// What comes with the toolchain and knows the host: its files, clocks, threads and locks.
    private static let host: Set<String> = ["Foundation", "Dispatch", "Synchronization"]

    /// Folders that know nothing of the host: what is in them runs the same on any machine, live and simulated.
    private static let withoutHost = [
        "Platform/CityModel", "Platform/RandomStreams", "Platform/AccountRules", "Platform/CityGateway",
        "Taxi/TaxiRules", "Taxi/TaxiService", "Taxi/TaxiSharing", "Taxi/TaxiSimulation", "Stores/StoreRules",
        "Stores/StoreService", "Races/RaceRules", "Races/RaceService", "Ambulances/AmbulanceRules",
        "Ambulances/AmbulanceService", "Health/HealthRules", "Health/HealthService", "Trips/TripRules",
        "Trips/TripService", "TestKit/RuleTestKit",
    ]

    /// Folders within them that may know it: files of live services, the log that is checked from any thread, events that tests
    /// read from articles.
    private static let withHost = [
        "Platform/CityModel/EventLog", "Stores/StoreService/Live", "Races/RaceService/Live",
        "Health/HealthService/Live", "Trips/TripService/Live",
        "Health/HealthService/Data", "Taxi/TaxiSimulation/Results", "TestKit/RuleTestKit/Events",
    ]

    /// What a folder of a target may import of the other targets, where that is less than its target may: an actor of a service
    /// knows nothing of accounts, gateways and files, which the live service beside it puts around it.
    private static let layers: [(folder: String, but: [String], allowed: Set<String>)] = [
        ("Stores/StoreService", ["Live"], ["CityModel", "CityLoop", "StoreRules"]),
        ("Races/RaceService", ["Live"], ["CityModel", "CityLoop", "RaceRules"]),
        ("Health/HealthService", ["Live"], ["CityModel", "CityLoop", "HealthRules"]),
        ("Trips/TripService", ["Live"], ["CityModel", "CityLoop", "TripRules"]),
        ("Taxi/TaxiService", ["Interface"], ["CityModel", "CityLoop", "TaxiRules", "AccountRules"]),
        ("Platform/CityGateway", ["Client"], ["CityModel", "CityLoop"]),
        ("City/Experiments/Postgres", [], ["CPQ"]),
        // One module, so that a service names one; within it, as before, who reads a file runs nothing, and results are read from
        // events.
        ("City/CitySlices/ScenarioFile", [], ["CityModel", "CityMap", "ScenarioLanguage"]),
        ("City/CitySlices/People", [], ["CityModel", "CityLoop", "RandomStreams"]),
        ("City/CitySlices/Results", [], ["CityModel", "Reporting", "GRDB"]),
        (
            "Taxi/TaxiSimulation/Scenario", [],
            ["CityModel", "CitySlices", "ScenarioLanguage", "TaxiReservations", "TaxiRules", "TaxiSharing"]
        ),
        ("Taxi/TaxiSimulation/Results", [], ["CityModel", "Reporting", "TaxiRules"]),
    ]

    /// The modules of a library that is named otherwise.
    private static let modules: [String: Set<String>] = ["GRDB": ["GRDB", "GRDBSQLite"]]

    @Test("each target imports only what Package.swift declares for it, and of the toolchain what its room may")
    func imports() throws {
        let house = try House.read()
        for file in try SourceTree.swiftSources() {
            guard let target = house.target(of: file.path) else {
                Issue.record("\(file.path) belongs to no target of Package.swift")
                continue
            }
            var allowed = Self.mathematics.union(["Swift"])
            if target.type == "plugin" { allowed.insert("PackagePlugin") }
            for dependency in target.dependencies {
                allowed.formUnion(Self.modules[dependency.name] ?? [dependency.name])
            }
            let folder = file.path.dropFirst("Sources/".count)
            func isIn(_ name: String) -> Bool { folder.hasPrefix(name + "/") }
            // What programs call of a service knows as little of it, in whichever part of its room it is.
            let knowsHost =
                !folder.contains("/Interface/")
                && (Self.withHost.contains(where: isIn) || !Self.withoutHost.contains(where: isIn))
            if let layer = Self.layers.first(where: { layer in
                isIn(layer.folder) && !layer.but.contains { isIn("\(layer.folder)/\($0)") }
            }) {
                allowed = Self.mathematics.union(["Swift"]).union(layer.allowed)
            }
            if knowsHost { allowed.formUnion(Self.host) }
            // A store in memory may be asked by any thread, and so may the names of words.
            let isShared = ["Stores/", "Events/WordNames.swift"].contains {
                file.path.hasPrefix("Sources/Platform/CityModel/\($0)")
            }
            if isShared { allowed.insert("Synchronization") }
            for line in file.code {
                guard let module = ImportLine.module(importedBy: line.text), !allowed.contains(module) else { continue }
                Issue.record("\(file.path):\(line.number): \(target.name) must not import \(module)")
            }
        }
    }

    @Test("a room stands only on rooms below it: the platform on itself, a service on the platform, the city on all")
    func rooms() throws {
        let house = try House.read()
        // What the simulation of a service knows of the city: where its keys, its people's clients and its part of the report go.
        let seam = "CitySlices"
        for target in house.swiftTargets {
            guard let room = target.room else { continue }
            let below: Set<Substring> =
                switch room {
                case "Platform": ["Platform"]
                case "City": Set(house.targets.compactMap(\.room)).subtracting(["Programs", "TestKit"])
                case "TestKit": Set(house.targets.compactMap(\.room)).subtracting(["Programs"])
                // What is served of the services.
                case "Server": Set(house.targets.compactMap(\.room)).subtracting(["City", "Programs", "TestKit"])
                // A program stands on its commands, which are a library for its tests.
                case "Programs": Set(house.targets.compactMap(\.room))
                default: ["Platform", room]
                }
            for dependency in target.dependencies {
                guard let other = house[dependency.name]?.room, other != "Systems", !below.contains(other),
                    !(target.name.hasSuffix("Simulation") && dependency.name == seam)
                else { continue }
                Issue.record("\(target.name) of \(room) must not stand on \(dependency.name) of \(other)")
            }
        }
        #expect(house.swiftTargets.count > 20)
    }

    @Test(
        "only the program's link and tests have unsafe flags: other packages, such as a server's, can stand on this one"
    )
    func noUnsafeFlags() throws {
        let package = try #require(try SourceTree.textFiles().first { $0.path == "Package.swift" })
        for index in package.code.indices where package.code[index].text.contains("unsafeFlags") {
            let before = package.code[..<index].suffix(2).map(\.text)
            guard !before.contains(where: { $0.contains("linkerSettings") || $0.contains(".testTarget(") }) else {
                continue
            }
            Issue.record(
                "Package.swift:\(package.code[index].number): flags of the compiler stand in scripts/release-flags")
        }
    }

    @Test("`public` is what the services' product exports, and nothing else: within the package it is `package`")
    func publicInProducts() throws {
        let house = try House.read()
        let product = try #require(house.products.first { $0.name == "CabrankServices" })
        let exported = product.targets.reduce(into: Set<String>()) { $0.formUnion(house.reach(of: $1)) }
        var declarations = 0
        for file in try SourceTree.swiftSources() {
            guard let target = house.target(of: file.path) else { continue }
            for line in file.code where line.text.contains(/(^|\s)public\s/) {
                declarations += 1
                guard !exported.contains(target.name) else { continue }
                Issue.record(
                    "\(file.path):\(line.number): nothing outside the package sees \(target.name): say `package`")
            }
        }
        #expect(declarations > 1_000)
    }

    @Test("API-10: the core reaches no module: none of its targets imports one, directly or through others")
    func coreWithoutModules() throws {
        let reached = try House.read().reach(of: "TaxiService")
        #expect(reached.contains("TaxiRules") && reached.contains("CityLoop"))
        #expect(
            reached.isDisjoint(with: [
                "TaxiReservations", "TaxiSharing", "RecordStores", "TaxiSimulation", "ScenarioLanguage", "CitySlices",
                "CitySimulation",
            ]))
    }

    /// Where services have names in the city: the one list of them, and what measures messages and passwords of their people.
    private static let namedServices = ["CitySimulation/Slices/Slices.swift", "CitySimulation/Calibration/"]

    @Test("no word of a service stands in the code of the platform and of the city, but where all services are listed")
    func serviceWords() throws {
        let house = try House.read()
        for file in try SourceTree.swiftSources() {
            guard let target = house.target(of: file.path), target.room == "Platform" || target.room == "City",
                !Self.namedServices.contains(where: { file.path.hasPrefix("Sources/City/\($0)") })
            else { continue }
            for line in file.code {
                guard let word = ServiceWords.first(in: line.text) else { continue }
                Issue.record("\(file.path):\(line.number): \"\(word)\" is a word of a service")
            }
        }
    }

    @Test("what runs, reports and compares services stands on none of them; one target lists them")
    func cityWithoutServices() throws {
        let house = try House.read()
        let services = house.targets.filter { target in
            target.room.map { !["Platform", "City", "Systems", "Server", "Programs", "TestKit"].contains($0) } ?? false
        }.map(\.name)
        #expect(services.count > 10)
        for name in ["CitySlices", "Experiments"] {
            let target = try #require(house[name])
            let own = Set(target.dependencies.map(\.name)).intersection(services)
            #expect(own.isEmpty, "\(name) stands on \(own.sorted().joined(separator: ", "))")
        }
    }

    @Test("the article's table of rooms names every target once, in its room, and no other")
    func tableOfRooms() throws {
        let path = "Sources/Programs/Commands/Commands.docc/House.md"
        let article = try #require(try SourceTree.textFiles().first { $0.path == path })
        var rows: [String: Substring] = [:]
        var room: Substring = ""
        for line in article.lines {
            guard let row = line.wholeMatch(of: /\| ?([A-Za-z]*) \| ((?:`[A-Za-z]+` ?)+) \| .*/) else { continue }
            if !row.1.isEmpty { room = row.1 }
            for name in row.2.matches(of: /`([A-Za-z]+)`/).map(\.1) {
                #expect(rows.updateValue(room, forKey: String(name)) == nil, "\(name) has two rows")
            }
        }
        let rooms = try House.read().targets.compactMap { target in target.room.map { (target.name, $0) } }
        #expect(rows == Dictionary(uniqueKeysWithValues: rooms))
    }

    @Test("a word of a service is found in names and texts, and not inside another word")
    func serviceWordForms() {
        #expect(ServiceWords.first(in: "let id: PassengerID") == "passenger")
        #expect(ServiceWords.first(in: "case taxiArrived") == "taxi")
        #expect(ServiceWords.first(in: "let sharedRides = 1") == "ride")
        #expect(ServiceWords.first(in: "override func restore(_ storage: Taxis)") == "taxi")
        #expect(ServiceWords.first(in: "override func restored(by store: Journal)") == nil)
        #expect(ServiceWords.first(in: "(TAXI-ZONE-03, TAXI-CALL-01B)") == nil)
        #expect(ServiceWords.first(in: "let bride = stride(from: 0, to: 9, by: 3)") == nil)
    }
}
