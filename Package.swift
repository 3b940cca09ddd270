// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // Release builds: modules are optimised across their borders. The runtime's checks of exclusive access and of isolation
    // are left to debug builds and the tests; the loop's own check of its thread stays.
    .unsafeFlags(
        [
            "-cross-module-optimization", "-enforce-exclusivity=unchecked", "-Xfrontend",
            "-disable-dynamic-actor-isolation",
        ], .when(configuration: .release)),
]

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "cabrank",
    products: [
        .executable(name: "cabrank", targets: ["cabrank"]),
        .library(name: "CabrankServices", targets: ["CityModel", "CityLoop", "TaxiRules", "CityServices"]),
    ],
    dependencies: [
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CMachine"),
        .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
        // Not system libraries: they load GEOS (libgeos-dev) and PROJ (libproj-dev) when they are needed.
        .target(name: "CGEOS"),
        .target(name: "CPROJ"),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        library("CityModel", ["CMachine"]),
        library("CityLoop", ["CityModel", "CMachine"]),
        library("RandomStreams", ["CityModel", "CGSL"]),
        library("CityGeometry", ["CityModel", "CGEOS", "CPROJ"]),
        library("TaxiRules", ["CityModel"]),
        library("AccountRules", ["CityModel"]),
        library("CityServices", ["CityModel", "CityLoop", "TaxiRules", "AccountRules"]),
        library("Reservations", ["CityModel", "CityLoop", "TaxiRules", "CityServices", grdb]),
        library("CallStores", ["CityModel", "CityServices", grdb]),
        library("RideSharing", ["CityModel", "CityLoop", "TaxiRules", "CityServices"]),
        library("Accounts", ["CityModel", "CityLoop", "AccountRules", "CSodium", grdb]),
        library("CityGateway", ["CityModel", "CityLoop"]),
        library(
            "Population",
            ["CityModel", "CityLoop", "RandomStreams", "TaxiRules", "CityServices", "CityGateway", "ScenarioFile"]),
        library("ScenarioFile", ["CityModel", yams]),
        library("CityReports", ["CityModel", grdb, histogram]),
        library(
            "CitySimulation",
            [
                "CityModel", "CityLoop", "RandomStreams", "CityGeometry", "TaxiRules", "CityServices", "Population",
                "Reservations", "RideSharing", "AccountRules", "Accounts", "CityGateway", "ScenarioFile", "CityReports",
            ]),
        library(
            "CityExperiments",
            ["CityModel", "CGSL", "ScenarioFile", "CityGeometry", "CitySimulation", "CityReports"]),
        library(
            "CityCalibration",
            [
                "CityModel", "CityLoop", "RandomStreams", "AccountRules", "Accounts", "CityServices", "CitySimulation",
                "ScenarioFile",
            ]),
        library(
            "PublicInterface", ["CityModel", "CityLoop", "TaxiRules", "CityServices", "CityGateway"]),
        library("RuleTestKit", ["CityModel"]),
        library("CityTestKit", ["CityModel", "CitySimulation", "CityReports", "ScenarioFile"]),
        .executableTarget(
            name: "cabrank",
            dependencies: [
                "CityModel", "CityLoop", "RandomStreams", "CityGeometry", "RideSharing", "CitySimulation",
                "CityReports", "CityExperiments", "CityCalibration", "ScenarioFile", arguments,
            ],
            swiftSettings: settings,
            // The Swift libraries in the program itself: looking their symbols up took half of the time of a small run.
            // The libraries named are what Foundation needs then. And the program shows no symbols of its own: nothing is loaded
            // that looks for them.
            linkerSettings: [
                .unsafeFlags(
                    [
                        "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCollections",
                        "-l_FoundationCShims", "-Xlinker", "--no-export-dynamic",
                    ], .when(platforms: [.linux], configuration: .release))
            ]),
        tests("CityModelTests", ["CityModel"]),
        tests("CityLoopTests", ["CityLoop", "CityModel"]),
        tests("RandomStreamsTests", ["RandomStreams", "CityModel", "CGSL"]),
        tests("CityGeometryTests", ["CityGeometry", "CityModel"]),
        tests("TaxiRulesTests", ["TaxiRules", "RuleTestKit", "CityModel"]),
        tests("CoreTests", ["CityServices", "CityLoop", "TaxiRules", "CityModel"]),
        tests(
            "CityServicesTests",
            ["CityTestKit", "CityServices", "CityLoop", "TaxiRules", "CityGeometry", "CityReports", "CityModel"]),
        tests(
            "ReservationsTests",
            [
                "Reservations", "RideSharing", "RuleTestKit", "CityServices", "CityLoop", "TaxiRules", "CityGeometry",
                "CityReports",
                "CityModel",
            ]),
        tests(
            "RideSharingTests",
            [
                "RideSharing", "Reservations", "RuleTestKit", "CityServices", "CityLoop", "TaxiRules", "CityGeometry",
                "CityReports",
                "CityModel", "CityTestKit",
            ]),
        tests("AccountRulesTests", ["AccountRules", "RuleTestKit", "CityModel"]),
        tests("AccountsTests", ["RuleTestKit", "Accounts", "AccountRules", "CityLoop", "CityModel", "CSodium", grdb]),
        tests(
            "CityGatewayTests",
            ["CityGateway", "CityServices", "TaxiRules", "CityLoop", "RandomStreams", "CityModel", "CityTestKit"]),
        tests(
            "CityCalibrationTests", ["CityCalibration", "ScenarioFile", "RandomStreams", "CitySimulation", "CityModel"]),
        tests(
            "PublicInterfaceTests",
            [
                "PublicInterface", "Accounts", "AccountRules", "CityGateway", "CityServices", "TaxiRules",
                "CityGeometry",
                "CityLoop", "CityModel", "Reservations", "RideSharing",
            ]),
        tests(
            "PopulationTests",
            [
                "CityTestKit", "CitySimulation", "Population", "CityGateway", "CityServices", "TaxiRules",
                "ScenarioFile", "CityReports", "CityLoop", "RandomStreams", "CityModel",
            ]),
        tests("ScenarioFileTests", ["ScenarioFile", "CityModel"]),
        tests("CityReportsTests", ["CityReports", "CityModel", grdb]),
        tests(
            "CitySimulationTests",
            [
                "CityTestKit", "CitySimulation", "Population", "CityServices", "TaxiRules", "CityLoop", "RandomStreams",
                "ScenarioFile", "CityReports", "CityModel",
            ]),
        tests(
            "CityExperimentsTests",
            [
                "CityExperiments", "CityTestKit", "CitySimulation", "CityReports", "RandomStreams", "ScenarioFile",
                "CityModel",
            ]),
        tests(
            "CommandTests",
            ["cabrank", "CitySimulation", "CityReports", "CityTestKit", "ScenarioFile", "CityModel", arguments]),
        // The service that the tests of its stores kill.
        .executableTarget(
            name: "KilledService",
            dependencies: [
                "CallStores", "CityGeometry", "CityLoop", "CityModel", "CityServices", "Reservations", "RideSharing",
                "TaxiRules",
            ], path: "Tests/KilledService", swiftSettings: settings),
        tests(
            "CallStoresTests",
            [
                "CallStores", "KilledService", "CityTestKit", "CityGeometry", "CityLoop", "CityModel", "CityServices",
                "Reservations", "RideSharing", "TaxiRules",
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
