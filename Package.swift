// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

// No unsafe flags, which what a server links may not have: they are in scripts/release-flags.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A target of the folder `Sources/<room>`: the folders show the house. Texts beside its code, such as pages and charts, are built
/// into it when it `hasTexts`: a program is one file, and looks for none.
func library(
    _ room: String, _ name: String, _ dependencies: [Target.Dependency], hasTexts: Bool = false
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(room)/\(name)", swiftSettings: settings,
        plugins: hasTexts ? [.plugin(name: "TextsInCode")] : [])
}

/// Without optimisation, debug information, and an index of the system's symbols.
let testFlags = ["-Onone", "-gnone", "-index-ignore-system-modules"]

/// Tests run against optimised code, and are not optimised themselves: so they take 16 minutes of the processor to build where
/// optimised they took 45, twice as much as all the rest. Without debug information they take a seventh less; tests say by themselves
/// where they fail.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies,
        swiftSettings: settings + [.unsafeFlags(testFlags, .when(configuration: .release))])
}

let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "cabrank",
    products: [
        .executable(name: "cabrank", targets: ["cabrank"]),
        // What a server links: the services of a city, their accounts and gateway, and the interface for clients.
        .library(
            name: "CabrankServices",
            targets: [
                "CityModel", "CityLoop", "CityMap", "AccountRules", "Accounts", "RecordStores",
                "CityGateway", "CityHost", "TaxiRules", "TaxiService", "TaxiReservations", "TaxiSharing",
                "AmbulanceRules", "AmbulanceService", "HealthRules", "HealthService",
                "StoreRules", "StoreService",
                "StoreCodes", "RaceRules", "RaceService", "TripRules", "TripService",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CMachine", path: "Sources/Systems/CMachine"),
        .systemLibrary(name: "CGSL", path: "Sources/Systems/CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
        // Not system libraries: they load GEOS (libgeos-dev) and PROJ (libproj-dev) when they are needed.
        .target(name: "CGEOS", path: "Sources/Systems/CGEOS"),
        .target(name: "CPROJ", path: "Sources/Systems/CPROJ"),
        // Loads METIS (libmetis-dev) likewise, when streets are imported.
        .target(name: "CMETIS", path: "Sources/Systems/CMETIS"),
        // Loads libzip (libzip4) likewise, when timetables are imported; its declarations are our own.
        .target(name: "CZIP", path: "Sources/Systems/CZIP"),
        // Loads zlib (zlib1g) likewise, when recorded trips are imported; its declarations are our own.
        .target(name: "CZLIB", path: "Sources/Systems/CZLIB"),
        // Loads libical (libical3) likewise, when calendars with rules are imported; its declarations are our own.
        .target(name: "CICAL", path: "Sources/Systems/CICAL"),
        // Loads libpq (libpq-dev) likewise.
        .target(name: "CPQ", path: "Sources/Systems/CPQ"),
        .systemLibrary(
            name: "CSodium", path: "Sources/Systems/CSodium", pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(
            name: "CQRencode", path: "Sources/Systems/CQRencode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]),
        // What builds texts into code: the program writes them as Swift code, the plugin runs it.
        .executableTarget(
            name: "EmbedTexts", path: "Sources/Programs/EmbedTexts",
            swiftSettings: settings),
        .plugin(
            name: "TextsInCode", capability: .buildTool(), dependencies: ["EmbedTexts"],
            path: "Sources/Programs/TextsInCode"),
        library("Platform", "CityModel", ["CMachine"]),
        library("Platform", "CityLoop", ["CMachine", "CityModel"]),
        library("Platform", "RandomStreams", ["CGSL", "CityModel"]),
        library("Platform", "CityMap", ["CGEOS", "CPROJ", "CityModel"]),
        // Its rules for streets are a text within it: classes, speeds, keys of OpenStreetMap.
        library("Platform", "Roads", ["CMETIS", "CityModel"], hasTexts: true),
        library("Platform", "Transit", ["CZIP", "CityModel"]),
        library("Platform", "Calendars", ["CICAL", "CityModel"]),
        library("Platform", "Journeys", ["CityModel", "Transit"]),
        library("Platform", "ScenarioLanguage", ["CityModel", yams]),
        // Arithmetic of fitting a model to what was recorded; it knows no model.
        library("Platform", "Fitting", []),
        library("Platform", "AccountRules", ["CityModel"]),
        library("Platform", "Reporting", ["CityModel", grdb, histogram, sqlite], hasTexts: true),
        library("Taxi", "TaxiRules", ["AccountRules", "CityModel"]),
        library("Taxi", "TaxiService", ["AccountRules", "CityGateway", "CityLoop", "CityModel", "TaxiRules"]),
        library("Taxi", "TaxiReservations", ["CityLoop", "CityModel", "TaxiRules", "TaxiService"]),
        library("Taxi", "TaxiSharing", ["CityLoop", "CityModel", "TaxiRules", "TaxiService"]),
        // Recorded trips of real taxis, made into the tables of a scenario.
        library(
            "Taxi", "TripRecords", ["CZLIB", "Calendars", "CityMap", "CityModel", "RandomStreams", "Reporting"]),
        library("Stores", "StoreRules", ["CityModel"]),
        library(
            "Stores", "StoreService",
            [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityModel", "RecordStores",
                "StoreRules",
            ]),
        library("Races", "RaceRules", ["CityModel"]),
        library(
            "Races", "RaceService",
            [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityModel", "RaceRules",
                "RecordStores",
            ]),
        library("Ambulances", "AmbulanceRules", ["CityModel"]),
        library("Ambulances", "AmbulanceService", ["AmbulanceRules", "CityLoop", "CityModel"]),
        library("Health", "HealthRules", ["CityModel"]),
        library(
            "Health", "HealthService",
            [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityModel", "HealthRules",
                "RecordStores",
            ]),
        library("Trips", "TripRules", ["CityModel"]),
        library(
            "Trips", "TripService",
            [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityModel", "RecordStores",
                "TripRules",
            ]),
        library("Platform", "Accounts", ["AccountRules", "CSodium", "CityLoop", "CityModel"]),
        library("Platform", "RecordStores", ["AccountRules", "Accounts", "CSodium", "CityModel", grdb]),
        library("Stores", "StoreCodes", ["CQRencode", "StoreRules"]),
        library("Platform", "CityGateway", ["AccountRules", "CityLoop", "CityModel"]),
        library("Platform", "CityHost", ["AccountRules", "Accounts", "CityGateway", "CityLoop", "CityModel"]),
        library(
            "Taxi", "TaxiSimulation",
            [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityMap", "CityModel", "CitySlices",
                "RandomStreams", "Reporting", "ScenarioLanguage", "TaxiReservations", "TaxiRules", "TaxiService",
                "TaxiSharing",
            ], hasTexts: true),
        library(
            "Ambulances", "AmbulanceSimulation",
            [
                "AmbulanceRules", "AmbulanceService", "CityHost", "CityLoop", "CityModel", "CitySlices",
                "RandomStreams", "Reporting", "ScenarioLanguage",
            ]),
        library(
            "Health", "HealthSimulation",
            [
                "CityGateway", "CityHost", "CityLoop", "CityModel", "CitySlices", "HealthRules", "HealthService",
                "RandomStreams", "Reporting", "ScenarioLanguage",
            ]),
        library(
            "Stores", "StoreSimulation",
            [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityModel", "CitySlices",
                "RandomStreams", "Reporting", "ScenarioLanguage", "StoreRules", "StoreService",
            ]),
        library(
            "Races", "RaceSimulation",
            [
                "CityHost", "CityLoop", "CityModel", "CitySlices", "RaceRules", "RaceService", "RandomStreams",
                "Reporting", "ScenarioLanguage",
            ]),
        // What a service brings to a simulation: between the platform and the one list of services.
        library(
            "City", "CitySlices",
            [
                "AccountRules", "CityGateway", "CityHost", "CityLoop", "CityMap", "CityModel", "Journeys",
                "RandomStreams", "Reporting", "ScenarioLanguage", grdb,
            ], hasTexts: true),
        library(
            "Trips", "TripSimulation",
            [
                "AccountRules", "Accounts", "Calendars", "CityGateway", "CityHost", "CityLoop", "CityMap", "CityModel",
                "CitySlices", "Journeys", "RandomStreams", "Reporting", "ScenarioLanguage", "Transit", "TripRules",
                "TripService",
            ]),
        library(
            "City", "CitySimulation",
            [
                "AccountRules", "Accounts", "AmbulanceSimulation", "CityGateway", "CityHost", "CityLoop", "CityMap",
                "CityModel", "CitySlices", "HealthSimulation", "Journeys", "RaceSimulation", "RandomStreams",
                "RecordStores", "Reporting", "Roads", "ScenarioLanguage", "StoreSimulation", "TaxiRules",
                "TaxiService", "TaxiSimulation", "Transit", "TripSimulation",
            ]),
        library(
            "City", "Experiments",
            [
                "CGEOS", "CGSL", "CPQ", "CPROJ", "CSodium", "CityMap", "CityModel", "CitySimulation", "CitySlices",
                "RandomStreams", "Reporting", "ScenarioLanguage",
            ]),
        library("TestKit", "RuleTestKit", ["AccountRules", "CityModel", "TaxiRules"]),
        library(
            "TestKit", "CityTestKit",
            [
                "CityGateway", "CityHost", "CityLoop", "CityModel", "CitySimulation", "CitySlices", "RandomStreams",
                "Reporting", "RuleTestKit", "ScenarioLanguage", "TaxiRules", "TaxiService", "TaxiSimulation", grdb,
            ]),
        // A simulated fleet held against a record of real taxis, and changed until it is like it.
        library(
            "Programs", "FleetFitting",
            [
                "CityModel", "CitySimulation", "CitySlices", "Experiments", "Fitting", "Reporting", "ScenarioLanguage",
                "TaxiRules", "TaxiSimulation", "TripRecords",
            ]),
        // All that the program does, as a library, so that tests link it and not the program with its linker settings.
        library(
            "Programs", "Commands",
            [
                "Calendars", "CityLoop", "CityMap", "CityModel", "CitySimulation", "CitySlices", "Experiments",
                "FleetFitting", "Journeys", "RandomStreams", "RecordStores", "Reporting", "Roads", "ScenarioLanguage",
                "TaxiRules",
                "TaxiSharing", "TaxiSimulation", "Transit", "TripRecords", "TripRules", "TripService", arguments,
            ]),
        .executableTarget(
            name: "cabrank", dependencies: ["Commands"], path: "Sources/Programs/cabrank", swiftSettings: settings,
            // The Swift libraries in the program itself: without it, looking their symbols up makes a run of one second take 1.3
            // times as long. The libraries named are what Foundation needs then. The build id is a hash of the program within it,
            // by which workers of a database tell builds apart; without it they hash the file.
            linkerSettings: [
                .unsafeFlags(
                    [
                        "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCollections",
                        "-l_FoundationCShims", "-Xlinker", "--build-id=sha1",
                    ], .when(platforms: [.linux], configuration: .release))
            ]),
        // What a live city's server serves: paths, forms and errors of HTTP, and no server.
        library(
            "Server", "WebInterface",
            [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityModel", "HealthRules",
                "HealthService", "RaceRules", "RaceService", "ScenarioLanguage", "StoreCodes", "StoreRules",
                "StoreService", "TaxiRules", "TaxiService", "TripRules", "TripService", "WebFiles",
            ]),
        // Its pages and its description.
        library("Server", "WebFiles", [], hasTexts: true),
        // Not in the kit for whole cities, which all tests stand on: these are few.
        library("TestKit", "WebTestKit", ["Accounts", "CityGateway", "CityLoop", "WebInterface"]),
        // The people of a scenario as clients of a live server: what they send and are told, and no network.
        library(
            "Programs", "WebPopulation",
            [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityModel", "CitySimulation",
                "CitySlices", "RandomStreams", "Reporting", "ScenarioLanguage", "StoreCodes", "StoreRules",
                "StoreSimulation", "TaxiRules", "TaxiService", "TaxiSimulation", "WebInterface",
            ]),
        // A city with live clients in place of a population; run by a test.
        .executableTarget(
            name: "LiveExample",
            dependencies: [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityMap", "CityModel", "TaxiRules",
                "TaxiService",
            ], path: "Sources/Programs/LiveExample", swiftSettings: settings),
        // A live store service on encrypted files; run by a test.
        .executableTarget(
            name: "StoreExample",
            dependencies: [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityMap", "CityModel",
                "RecordStores", "StoreCodes", "StoreRules", "StoreService",
            ], path: "Sources/Programs/StoreExample", swiftSettings: settings),
        // A live trip planner on encrypted files; run by a test.
        .executableTarget(
            name: "TripExample",
            dependencies: [
                "Accounts", "CityGateway", "CityHost", "CityLoop", "CityMap", "CityModel", "Journeys", "RecordStores",
                "TripRules", "TripService",
            ], path: "Sources/Programs/TripExample", swiftSettings: settings),
        tests(
            "PlatformTests",
            [
                "AccountRules", "CGSL", "Calendars", "CityLoop", "CityMap", "CityModel", "Journeys", "RandomStreams",
                "Roads", "RuleTestKit", "TaxiRules", "Transit",
            ]),
        tests("CityLoopTests", ["CityLoop", "CityModel"]),
        tests("TaxiRulesTests", ["CityLoop", "CityModel", "RuleTestKit", "TaxiRules", "TaxiService"]),
        tests(
            "AccountsTests",
            [
                "AccountRules", "Accounts", "CSodium", "CityLoop", "CityMap", "CityModel", "CityTestKit",
                "Journeys", "KilledService", "RecordStores", "RuleTestKit", "StoreRules", "StoreService",
                "TaxiReservations", "TaxiRules", "TaxiService", "TaxiSharing", "TripRules", "TripService", grdb,
            ]),
        tests(
            "CityGatewayTests",
            [
                "CityGateway", "CityLoop", "CityModel", "CityTestKit", "RandomStreams", "RuleTestKit", "TaxiRules",
                "TaxiService",
            ]),
        tests(
            "ExperimentsTests",
            [
                "CityMap", "CityModel", "CitySimulation", "CitySlices", "CityTestKit", "Experiments", "RandomStreams",
                "Reporting", "RuleTestKit", "ScenarioLanguage", "TaxiRules", "TaxiSimulation", grdb,
            ]),
        tests(
            "CommandTests",
            [
                "CityModel", "CitySimulation", "CitySlices", "CityTestKit", "Commands", "Reporting", "ScenarioLanguage",
                "TaxiSimulation", arguments,
            ]),
        tests(
            "AmbulanceTests",
            [
                "AmbulanceRules", "AmbulanceSimulation", "CityMap", "CityModel", "CitySimulation", "CitySlices",
                "CityTestKit", "Reporting", "ScenarioLanguage", "TaxiSimulation", grdb,
            ]),
        tests(
            "CityTests",
            [
                "AccountRules", "CityHost", "CityLoop", "CityModel", "CitySimulation", "CitySlices", "CityTestKit",
                "RandomStreams", "Reporting", "RuleTestKit", "ScenarioLanguage", "TaxiRules", "TaxiService",
                "TaxiSimulation", grdb,
            ]),
        tests(
            "HealthTests",
            [
                "AccountRules", "Accounts", "AmbulanceRules", "AmbulanceService", "AmbulanceSimulation", "CityGateway",
                "CityHost", "CityLoop", "CityMap", "CityModel", "CitySimulation", "CitySlices", "CityTestKit",
                "HealthRules", "HealthService", "HealthSimulation", "RandomStreams", "RecordStores", "Reporting",
                "RuleTestKit", "ScenarioLanguage", "TaxiSimulation", "WebInterface", "WebTestKit",
            ]),
        tests(
            "DayTests",
            [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityMap", "CityModel",
                "CitySimulation", "CitySlices", "CityTestKit", "Journeys", "RaceSimulation", "RecordStores",
                "Reporting", "RuleTestKit", "ScenarioLanguage", "StoreRules", "StoreSimulation", "TaxiRules",
                "TaxiSimulation", "Transit", "TripExample", "TripRules", "TripService", "TripSimulation",
                "WebInterface", "WebTestKit", grdb,
            ]),
        tests(
            "RaceTests",
            [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityMap", "CityModel",
                "CitySimulation", "CitySlices", "CityTestKit", "HealthRules", "HealthService", "HealthSimulation",
                "RaceRules", "RaceService", "RaceSimulation", "RandomStreams", "RecordStores", "Reporting",
                "RuleTestKit", "ScenarioLanguage", "TaxiRules", "TaxiSimulation", "WebInterface", "WebTestKit", grdb,
            ]),
        tests(
            "ScenarioTests",
            [
                "AccountRules", "CityModel", "CitySimulation", "CitySlices", "RuleTestKit", "ScenarioLanguage",
                "TaxiReservations", "TaxiRules", "TaxiSharing", "TaxiSimulation",
            ]),
        tests(
            "StoreTests",
            [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityMap", "CityModel",
                "CitySimulation", "CitySlices", "CityTestKit", "Experiments", "HealthRules", "HealthService",
                "RandomStreams", "RecordStores", "Reporting", "RuleTestKit", "ScenarioLanguage", "StoreCodes",
                "StoreExample", "StoreRules", "StoreService", "StoreSimulation", "TaxiRules", "TaxiService",
                "TaxiSimulation", "WebInterface", "WebPopulation", "WebTestKit", grdb,
            ]),
        tests(
            "TaxiTests",
            [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityMap", "CityModel",
                "CitySimulation", "CitySlices", "CityTestKit", "LiveExample", "RandomStreams", "RecordStores",
                "Reporting", "RuleTestKit", "TaxiReservations", "TaxiRules", "TaxiService", "TaxiSharing",
                "TaxiSimulation", "WebFiles", "WebInterface", "WebPopulation",
            ]),
        tests("FittingTests", ["Fitting"]),
        tests(
            "FleetFittingTests",
            [
                "CityLoop", "CityMap", "CityModel", "CitySimulation", "CitySlices", "CityTestKit", "FleetFitting",
                "TaxiRules", "TaxiSimulation", "TripRecords",
            ]),
        tests("TripRecordTests", ["CityMap", "CityModel", "TripRecords"]),
        tests("TripTests", ["CityLoop", "CityModel", "Journeys", "RuleTestKit", "TripRules", "TripService"]),
        // The service that the tests of its stores kill.
        .executableTarget(
            name: "KilledService",
            dependencies: [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityMap", "CityModel", "Journeys",
                "RecordStores", "StoreRules", "StoreService", "TaxiReservations", "TaxiRules", "TaxiService",
                "TaxiSharing", "TripRules", "TripService",
            ], path: "Tests/KilledService", swiftSettings: settings),
        // A service as somebody new to the house would add it, and its proof.
        tests(
            "FountainTests",
            [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityMap", "CityModel",
                "CitySimulation", "CitySlices", "CityTestKit", "Experiments", "RandomStreams", "Reporting",
                "ScenarioLanguage", "TaxiRules", "TaxiService", "TaxiSimulation",
            ]),
        // Against queueing theory.
        tests(
            "ValidationTests",
            [
                "AmbulanceRules", "CityGateway", "CityLoop", "CityModel", "CitySimulation", "CitySlices", "CityTestKit",
                "HealthRules", "RandomStreams", "Reporting", "RuleTestKit", "StoreRules", "StoreSimulation",
                "TaxiRules", "TaxiService", "TaxiSimulation",
            ]),
        tests("TidyTests", []),
    ]
)

// The server stands on packages that nothing else needs: it is built where `CABRANK_SERVER` is set, so that all other builds neither
// fetch nor compile them.
if Context.environment["CABRANK_SERVER"] != nil, Context.environment["CABRANK_TESTS"] == nil {
    package.products.append(.executable(name: "cabrankd", targets: ["cabrankd"]))
    package.dependencies += [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ]
    package.targets.append(
        .executableTarget(
            name: "cabrankd",
            dependencies: [
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityLoop", "CityMap", "CityModel",
                "CitySimulation", "CitySlices", "Commands", "Experiments", "HealthRules", "HealthService",
                "HealthSimulation", "RaceRules", "RaceService", "RaceSimulation", "RandomStreams", "RecordStores",
                "Reporting", "ScenarioLanguage", "StoreRules", "StoreService", "StoreSimulation", "TaxiRules",
                "TaxiService", "TaxiSimulation", "TripRules", "TripService", "TripSimulation", "WebInterface",
                "WebPopulation", arguments, .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ], path: "Sources/Programs/cabrankd", swiftSettings: settings))
}

// Builds of a part: `CABRANK_TESTS` names the test targets that are wanted, with commas between them. They and what they stand
// on are left, so that checks with a build of their own (`scripts/check core`, `scripts/sanitize`) build nothing else.
if let wanted = Context.environment["CABRANK_TESTS"] {
    var left = Set(wanted.split(separator: ",").map(String.init))
    var open = left
    while let name = open.popFirst() {
        guard let target = package.targets.first(where: { $0.name == name }) else {
            fatalError("CABRANK_TESTS: there is no target \"\(name)\"")
        }
        for case .byNameItem(let other, _) in target.dependencies where left.insert(other).inserted {
            open.insert(other)
        }
    }
    package.targets.removeAll { !left.contains($0.name) }
    package.products = []
}
