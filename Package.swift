// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

// No unsafe flags, which a package that a server stands on may not have: they are in scripts/release-flags.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A target of the folder `Sources/<room>`: the folders show the house.
func library(
    _ room: String, _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(room)/\(name)", resources: resources,
        swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
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
                "CityModel", "CityLoop", "EventLog", "CityMap", "AccountRules", "Accounts", "RecordStores",
                "CityGateway", "CityHost", "CityClient", "TaxiRules", "TaxiService", "TaxiReservations", "TaxiSharing",
                "TaxiInterface", "AmbulanceRules", "AmbulanceService", "HealthRules", "HealthService",
                "HealthDataRules", "HealthDataService", "HealthAccounts", "StoreRules", "StoreService",
                "StoreAccounts", "StoreCodes", "RaceRules", "RaceService", "RaceAccounts",
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
        // Loads libpq (libpq-dev) likewise.
        .target(name: "CPQ", path: "Sources/Systems/CPQ"),
        .systemLibrary(
            name: "CSodium", path: "Sources/Systems/CSodium", pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(
            name: "CQRencode", path: "Sources/Systems/CQRencode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]),
        library("Platform", "CityModel", ["CMachine"]),
        library("Platform", "CityLoop", ["CityModel", "CMachine"]),
        library("Platform", "EventLog", ["CityModel"]),
        library("Platform", "RandomStreams", ["CityModel", "CGSL"]),
        library("Platform", "CityMap", ["CityModel", "CGEOS", "CPROJ"]),
        library("Platform", "People", ["CityModel", "EventLog", "CityLoop", "RandomStreams"]),
        library("Platform", "ScenarioLanguage", ["CityModel", yams]),
        library("Platform", "AccountRules", ["CityModel"]),
        // Its page, style, script and charts are in the program itself: it is one file, and looks for none.
        library(
            "Platform", "Reporting", ["CityModel", "EventLog", grdb, sqlite, histogram],
            resources: [.embedInCode("Resources")]),
        library("Taxi", "TaxiRules", ["CityModel", "AccountRules"]),
        library("Taxi", "TaxiService", ["CityModel", "EventLog", "CityLoop", "TaxiRules", "AccountRules"]),
        library("Taxi", "TaxiReservations", ["CityModel", "EventLog", "CityLoop", "TaxiRules", "TaxiService"]),
        library("Taxi", "TaxiSharing", ["CityModel", "EventLog", "CityLoop", "TaxiRules", "TaxiService"]),
        library("Taxi", "TaxiInterface", ["CityModel", "CityLoop", "CityClient", "TaxiRules", "TaxiService"]),
        library(
            "Taxi", "TaxiReports", ["CityModel", "EventLog", "TaxiRules", "Reporting"],
            resources: [.embedInCode("Resources")]),
        library("Stores", "StoreRules", ["CityModel"]),
        library("Stores", "StoreService", ["CityModel", "EventLog", "CityLoop", "StoreRules"]),
        library("Races", "RaceRules", ["CityModel"]),
        library("Races", "RaceService", ["CityModel", "EventLog", "CityLoop", "RaceRules"]),
        library("Ambulances", "AmbulanceRules", ["CityModel"]),
        library("Ambulances", "AmbulanceService", ["CityModel", "EventLog", "CityLoop", "AmbulanceRules"]),
        library("Health", "HealthRules", ["CityModel"]),
        library("Health", "HealthDataRules", ["CityModel", "HealthRules"]),
        library(
            "Health", "HealthDataService", ["CityModel", "EventLog", "CityLoop", "HealthRules", "HealthDataRules"]),
        library("Health", "HealthService", ["CityModel", "EventLog", "CityLoop", "HealthRules"]),
        library("Platform", "Accounts", ["CityModel", "EventLog", "CityLoop", "AccountRules", "CSodium"]),
        library("Platform", "PostgresClient", ["CPQ"]),
        library("Platform", "RecordStores", ["CityModel", "AccountRules", "Accounts", "CSodium", grdb]),
        library(
            "Health", "HealthAccounts",
            [
                "CityModel", "CityLoop", "AccountRules", "Accounts", "RecordStores", "CityGateway", "CityHost",
                "CityClient", "HealthRules", "HealthService", "HealthDataRules", "HealthDataService",
            ]),
        library(
            "Stores", "StoreAccounts",
            [
                "CityModel", "CityLoop", "EventLog", "AccountRules", "Accounts", "RecordStores", "CityGateway",
                "CityHost", "CityClient", "StoreRules", "StoreService",
            ]),
        library(
            "Races", "RaceAccounts",
            [
                "CityModel", "CityLoop", "AccountRules", "Accounts", "RecordStores", "CityGateway", "CityHost",
                "CityClient", "RaceRules", "RaceService",
            ]),
        library("Stores", "StoreCodes", ["StoreRules", "CQRencode"]),
        library("Platform", "CityGateway", ["CityModel", "EventLog", "CityLoop"]),
        library("Platform", "CityClient", ["CityModel", "CityLoop", "AccountRules", "CityGateway"]),
        library(
            "Platform", "CityHost", ["CityModel", "EventLog", "CityLoop", "CityGateway", "AccountRules", "Accounts"]),
        library(
            "Taxi", "TaxiSimulation",
            [
                "CityModel", "EventLog", "CityLoop", "RandomStreams", "People", "AccountRules", "Accounts", "TaxiRules",
                "TaxiService", "TaxiReservations", "TaxiSharing", "TaxiReports", "CityGateway", "CityHost",
                "CityMap", "ScenarioFile", "TaxiScenario", "CityReports", "CitySlices", "Reporting",
            ]),
        library("City", "ScenarioFile", ["CityModel", "CityMap", "ScenarioLanguage"]),
        library(
            "Taxi", "TaxiScenario",
            ["CityModel", "TaxiRules", "TaxiReservations", "TaxiSharing", "ScenarioLanguage", "ScenarioFile"]),
        library(
            "Ambulances", "AmbulanceSimulation",
            [
                "CityModel", "EventLog", "CityLoop", "RandomStreams", "People", "AmbulanceRules", "AmbulanceService",
                "ScenarioLanguage", "ScenarioFile", "CityReports", "Reporting", "CityHost", "CitySlices",
            ]),
        library(
            "Health", "HealthSimulation",
            [
                "CityModel", "EventLog", "CityLoop", "RandomStreams", "People", "HealthRules", "HealthService",
                "HealthDataRules", "HealthDataService", "ScenarioLanguage", "ScenarioFile", "CityReports", "Reporting",
                "CityHost", "CitySlices", "CityGateway", "AccountRules",
            ]),
        library(
            "Stores", "StoreSimulation",
            [
                "CityModel", "EventLog", "CityLoop", "RandomStreams", "People", "StoreRules", "StoreService",
                "ScenarioLanguage", "ScenarioFile", "CityReports", "Reporting", "CityHost", "CitySlices",
                "CityGateway", "AccountRules", "Accounts", "StoreAccounts",
            ]),
        library(
            "Races", "RaceSimulation",
            [
                "CityModel", "EventLog", "CityLoop", "RandomStreams", "People", "RaceRules", "RaceService",
                "ScenarioLanguage", "ScenarioFile", "CityReports", "Reporting", "CityHost", "CitySlices",
            ]),
        library(
            "City", "CityReports", ["CityModel", "EventLog", "TaxiRules", "TaxiReports", "Reporting", grdb],
            resources: [.embedInCode("Resources")]),
        // What a service brings to a simulation: between the platform and the one list of services.
        library(
            "City", "CitySlices",
            [
                "CityModel", "EventLog", "CityLoop", "CityHost", "People", "RandomStreams", "ScenarioLanguage",
                "CityMap", "ScenarioFile", "TaxiScenario", "CityReports", "Reporting", "CityGateway",
                "AccountRules",
            ]),
        library(
            "City", "CitySimulation",
            [
                "CitySlices", "StoreSimulation", "RaceSimulation", "CityModel", "EventLog", "CityLoop",
                "RandomStreams", "People", "CityMap", "TaxiRules", "TaxiService", "TaxiScenario", "TaxiSimulation",
                "TaxiReservations", "TaxiSharing", "TaxiReports", "AccountRules", "Accounts", "CityGateway", "CityHost",
                "ScenarioLanguage", "ScenarioFile", "CityReports", "Reporting", "AmbulanceSimulation",
                "HealthSimulation",
            ]),
        library(
            "City", "Experiments",
            [
                "CitySlices", "TaxiRules", "TaxiScenario", "CityModel", "EventLog", "CGSL", "RandomStreams",
                "ScenarioLanguage",
                "ScenarioFile", "CityMap", "CitySimulation", "CityReports", "TaxiReports", "Reporting",
            ]),
        library(
            "City", "ExperimentStores",
            [
                "CityModel", "CitySimulation", "CitySlices", "ScenarioFile", "ScenarioLanguage", "Experiments",
                "PostgresClient", "CSodium", "CGEOS", "CPROJ",
            ]),
        library(
            "City", "CityCalibration",
            [
                "TaxiRules", "CityModel", "EventLog", "CityLoop", "RandomStreams", "AccountRules", "Accounts",
                "TaxiService", "TaxiScenario", "TaxiSimulation", "CitySimulation", "CityHost", "ScenarioFile",
                "RecordStores", "CitySlices",
            ]),
        library("TestKit", "RuleTestKit", ["CityModel", "TaxiRules"]),
        library("TestKit", "LiveTestKit", ["CityModel", "CityLoop", "EventLog", "CityGateway", "CityHost"]),
        library("TestKit", "EventTestKit", ["CityModel", "EventLog", "TaxiRules", "AccountRules"]),
        library(
            "TestKit", "CityTestKit",
            [
                "CityModel", "EventLog", "EventTestKit", "CityLoop", "CityGateway", "RandomStreams", "TaxiRules",
                "TaxiService", "People", "TaxiReports", "TaxiScenario", "TaxiSimulation", "CitySimulation",
                "CitySlices", "CityReports", "Reporting", "ScenarioLanguage", "ScenarioFile",
            ]),
        .executableTarget(
            name: "cabrank",
            dependencies: [
                "CityModel", "EventLog", "CityLoop", "RandomStreams", "CityMap", "TaxiRules", "TaxiSharing",
                "TaxiScenario", "CitySimulation", "CitySlices", "CityReports", "Reporting", "Experiments",
                "ExperimentStores",
                "CityCalibration", "PostgresClient", "ScenarioLanguage", "ScenarioFile", arguments,
            ],
            path: "Sources/Programs/cabrank",
            swiftSettings: settings,
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
        // A city with live clients in place of a population; run by a test.
        .executableTarget(
            name: "LiveExample",
            dependencies: [
                "CityHost", "CityClient", "TaxiInterface", "TaxiService", "TaxiRules", "CityMap", "CityGateway",
                "Accounts", "AccountRules", "CityLoop", "CityModel",
            ], path: "Sources/Programs/LiveExample", swiftSettings: settings),
        // A live store service on encrypted files; run by a test.
        .executableTarget(
            name: "StoreExample",
            dependencies: [
                "CityHost", "CityClient", "StoreAccounts", "StoreCodes", "StoreRules", "RecordStores", "CityMap",
                "CityGateway", "Accounts", "AccountRules", "CityLoop", "CityModel",
            ], path: "Sources/Programs/StoreExample", swiftSettings: settings),
        tests("CityModelTests", ["CityModel"]),
        tests("CityLoopTests", ["CityLoop", "CityModel"]),
        tests("EventLogTests", ["EventLog", "EventTestKit", "CityLoop", "TaxiRules", "CityModel"]),
        tests("RandomStreamsTests", ["RandomStreams", "CityModel", "CGSL"]),
        tests("CityMapTests", ["CityMap", "CityModel"]),
        tests("TaxiRulesTests", ["TaxiRules", "RuleTestKit", "CityModel"]),
        tests("CoreTests", ["TaxiService", "CityLoop", "TaxiRules", "CityModel", "EventLog", "EventTestKit"]),
        tests(
            "TaxiServiceTests",
            [
                "TaxiScenario", "CityTestKit", "TaxiService", "CityLoop", "TaxiRules", "CityMap", "CityReports",
                "TaxiReports",
                "Reporting", "CityModel", "EventLog", "EventTestKit",
            ]),
        tests(
            "TaxiReservationsTests",
            [
                "TaxiReservations", "TaxiSharing", "RuleTestKit", "TaxiService", "CityLoop", "TaxiRules", "CityMap",
                "CityReports", "TaxiReports", "Reporting", "CityModel", "EventLog", "EventTestKit", "RecordStores",
            ]),
        tests(
            "TaxiSharingTests",
            [
                "TaxiSharing", "TaxiReservations", "RuleTestKit", "TaxiService", "CityLoop", "TaxiRules", "CityMap",
                "CityReports", "TaxiReports", "Reporting", "CityModel", "EventLog", "EventTestKit", "CityTestKit",
            ]),
        tests("StoreRulesTests", ["StoreRules", "RuleTestKit", "CityModel"]),
        tests("RaceRulesTests", ["RaceRules", "RuleTestKit", "CityMap", "CityModel"]),
        tests(
            "RaceServiceTests",
            [
                "RaceService", "RaceRules", "HealthDataService", "HealthDataRules", "HealthRules", "CityLoop",
                "EventLog", "CityMap", "CityModel",
            ]),
        tests("AmbulanceRulesTests", ["AmbulanceRules", "CityMap", "CityModel"]),
        tests("HealthDataRulesTests", ["HealthDataRules", "HealthRules", "RuleTestKit", "CityModel"]),
        tests(
            "HealthDataServiceTests",
            ["HealthDataService", "HealthDataRules", "HealthRules", "CityLoop", "EventLog", "CityModel"]),
        tests(
            "HealthAccountsTests",
            [
                "HealthAccounts", "HealthRules", "HealthService", "HealthDataRules", "HealthDataService",
                "AccountRules",
                "Accounts", "CityGateway", "CityHost", "CityLoop", "RecordStores", "EventLog", "CityModel",
                "SecretSearch", "CityClient", "CityMap", "LiveTestKit", "AmbulanceRules", "AmbulanceService",
            ]),
        tests("HealthRulesTests", ["HealthRules", "RuleTestKit", "CityModel"]),
        tests("HealthServiceTests", ["HealthService", "HealthRules", "CityLoop", "EventLog", "CityModel"]),
        tests(
            "StoreServiceTests",
            [
                "StoreService", "StoreRules", "RecordStores", "CityLoop", "EventLog", "CityModel",
            ]),
        tests(
            "StoreSimulationTests",
            [
                "TaxiScenario", "StoreSimulation", "StoreService", "StoreRules", "People", "ScenarioFile",
                "ScenarioLanguage",
                "CityReports", "Reporting", "CityMap", "CityLoop", "RandomStreams", "EventLog", "CityModel",
                "CitySlices", "CitySimulation", "TaxiRules", grdb, "CityTestKit", "Experiments", "AccountRules",
            ]),
        tests(
            "RaceSimulationTests",
            [
                "TaxiScenario", "RaceSimulation", "RaceService", "RaceRules", "People", "ScenarioFile",
                "ScenarioLanguage",
                "CityReports", "Reporting", "CityMap", "RandomStreams", "EventLog", "CityModel", "CitySlices",
                "CitySimulation", "CityTestKit", "Experiments", "TaxiRules", "HealthSimulation", "HealthDataRules",
                "HealthRules", grdb,
            ]),
        tests(
            "AmbulanceSimulationTests",
            [
                "TaxiScenario", "AmbulanceSimulation", "AmbulanceService", "AmbulanceRules", "ScenarioFile",
                "ScenarioLanguage",
                "CityReports", "Reporting", "CityMap", "CityLoop", "RandomStreams", "EventLog", "CityModel",
                "CitySlices", "CitySimulation", "TaxiRules", "CityTestKit", grdb,
            ]),
        tests(
            "HealthSimulationTests",
            [
                "TaxiScenario", "HealthSimulation", "HealthDataRules", "HealthService", "HealthRules", "ScenarioFile",
                "ScenarioLanguage",
                "CityReports", "Reporting", "CityMap", "CityLoop", "RandomStreams", "EventLog", "CityModel",
                "CitySlices", "CitySimulation", "TaxiRules", "CityTestKit", "AmbulanceRules", grdb,
            ]),
        tests("AccountRulesTests", ["AccountRules", "TaxiRules", "RuleTestKit", "CityModel"]),
        tests(
            "AccountsTests",
            [
                "RuleTestKit", "Accounts", "AccountRules", "TaxiRules", "RecordStores", "CityLoop", "CityModel",
                "EventLog", "EventTestKit", "CSodium",
            ]),
        tests(
            "StoreAccountsTests",
            [
                "StoreAccounts", "StoreCodes", "StoreExample", "StoreRules", "StoreService", "RecordStores",
                "HealthAccounts", "HealthDataRules", "HealthDataService", "HealthRules", "TaxiService", "TaxiRules",
                "AccountRules", "Accounts", "CityGateway", "CityHost", "CityMap", "CityClient", "TaxiInterface",
                "SecretSearch", "CityLoop", "EventLog", "CityModel", "CityTestKit", "LiveTestKit",
            ]),
        tests(
            "RaceAccountsTests",
            [
                "RaceAccounts", "RaceRules", "RaceService", "RecordStores", "AccountRules", "Accounts", "CityGateway",
                "CityHost", "CityMap", "CityClient", "SecretSearch", "CityLoop", "EventLog", "CityModel",
                "LiveTestKit",
            ]),
        tests(
            "CityGatewayTests",
            [
                "CityGateway", "TaxiService", "TaxiRules", "CityLoop", "RandomStreams", "CityModel", "EventLog",
                "EventTestKit", "CityTestKit",
            ]),
        tests(
            "CityCalibrationTests",
            [
                "TaxiScenario", "CityCalibration", "ScenarioFile", "RandomStreams", "CitySimulation", "CityModel",
                "AccountRules",
                "CitySlices", "CityReports", "Reporting", "TaxiRules",
            ]),
        tests(
            "TaxiInterfaceTests",
            [
                "CityClient", "TaxiInterface", "Accounts", "AccountRules", "CityGateway", "CityHost", "TaxiService",
                "TaxiRules",
                "CityMap", "CityLoop", "CityModel", "EventLog", "EventTestKit", "LiveExample", "TaxiReservations",
                "TaxiSharing", "CityTestKit", "RecordStores", "LiveTestKit",
            ]),
        tests(
            "TaxiSimulationTests",
            [
                "TaxiScenario", "AccountRules", "CityTestKit", "CitySimulation", "People", "TaxiSimulation",
                "CityGateway",
                "TaxiService", "TaxiRules",
                "ScenarioFile", "CityReports", "TaxiReports", "Reporting", "CityLoop", "RandomStreams", "CityModel",
                "EventLog",
                "EventTestKit",
            ]),
        tests("ScenarioLanguageTests", ["ScenarioLanguage", "RuleTestKit", "CityModel"]),
        tests(
            "ScenarioFileTests",
            [
                "TaxiScenario", "ScenarioFile", "ScenarioLanguage", "TaxiRules", "CityModel", "CitySimulation",
                "CitySlices",
                "AccountRules",
            ]),
        tests(
            "CityReportsTests",
            [
                "CityReports", "TaxiReports", "AccountRules", "Reporting", "TaxiRules", "CityModel", "EventLog",
                "EventTestKit", "RuleTestKit", "CityTestKit", "TaxiSimulation", "CitySlices",
                "SecretSearch", grdb,
            ]),
        tests(
            "CitySimulationTests",
            [
                "TaxiScenario", "CityHost", "CityTestKit", "CitySimulation", "CitySlices", "TaxiSimulation",
                "TaxiService", "TaxiRules",
                "CityLoop",
                "RandomStreams", "ScenarioLanguage", "ScenarioFile", "CityReports", "Reporting", "CityModel",
                "EventLog", "EventTestKit",
            ]),
        tests(
            "ExperimentsTests",
            [
                "TaxiScenario", "Experiments", "ExperimentStores", "CityTestKit", "CitySimulation", "CitySlices",
                "CityReports",
                "TaxiReports", "Reporting", "CityMap", "RandomStreams",
                "ScenarioLanguage", "ScenarioFile", "TaxiRules", "CityModel", "EventLog", "EventTestKit", grdb,
            ]),
        tests(
            "CommandTests",
            [
                "TaxiScenario", "cabrank", "CitySimulation", "CityReports", "Reporting", "CityTestKit",
                "ScenarioLanguage",
                "ScenarioFile", "SecretSearch", "CityModel", arguments,
            ]),
        // What tests look for leaked secrets with.
        .target(name: "SecretSearch", dependencies: [grdb], path: "Tests/SecretSearch", swiftSettings: settings),
        // The service that the tests of its stores kill.
        .executableTarget(
            name: "KilledService",
            dependencies: [
                "RecordStores", "CityMap", "CityLoop", "CityModel", "EventLog", "TaxiService", "TaxiReservations",
                "TaxiSharing", "TaxiRules", "StoreAccounts", "StoreRules", "StoreService", "AccountRules", "Accounts",
            ], path: "Tests/KilledService", swiftSettings: settings),
        tests(
            "RecordStoresTests",
            [
                "RecordStores", "KilledService", "CityTestKit", "CityMap", "CityLoop", "CityModel", "EventLog",
                "EventTestKit", "TaxiService", "StoreService", "StoreRules", "StoreAccounts", "AccountRules",
                "Accounts", "TaxiReservations", "TaxiSharing", "TaxiRules", grdb,
            ]),
        // A service as somebody new to the house would add it, and its proof.
        tests(
            "FountainTests",
            [
                "TaxiScenario", "Experiments", "CitySimulation", "CitySlices", "CityHost", "People", "ScenarioFile",
                "ScenarioLanguage",
                "CityReports", "Reporting", "CityLoop", "RandomStreams", "EventLog", "TaxiRules", "CityModel",
                "CityTestKit", "CityClient", "AccountRules", "Accounts", "CityMap", "LiveTestKit", "TaxiInterface",
                "TaxiService",
            ]),
        // Against queueing theory; nothing of it needs a testable build, so that it shares the objects of the release program.
        tests(
            "ValidationTests",
            [
                "TaxiScenario", "CityTestKit", "CitySimulation", "TaxiSimulation", "CityGateway", "TaxiService",
                "TaxiRules",
                "CityLoop",
                "RandomStreams", "ScenarioFile", "CityReports", "Reporting", "CityModel", "EventLog", "EventTestKit",
                "StoreRules", "StoreSimulation", "AmbulanceRules", "HealthRules", "HealthDataRules",
            ]),
        tests("TidyTests", []),
    ]
)

// Builds of a part: `CABRANK_TESTS` names the test targets that are wanted, with commas between them. They and what they stand
// on are left, so that checks with a build of their own (`scripts/check validation`, `scripts/sanitize`) build nothing else.
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
