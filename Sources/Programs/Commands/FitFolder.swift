// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySlices
import Experiments
import FleetFitting
import Foundation
import Reporting
import ScenarioLanguage
import TripRecords

/// The folder of a fit: what is in it, and what is read from one.
struct FitFolder {
    /// The names that it may have.
    static let names = [
        "fit.json", "report.html", RunFolder.lastFile, RunScenario.fileName, map, observed, vacant,
    ]
    private static let map = "zones.geojson"
    /// The figures of the record by kind of day, and the laws of vacant times beside them.
    static let observed = "observed.csv"
    private static let vacant = "observed-vacant.csv"

    let folder: OutputFolder
    let record: ExperimentRecord

    /// Writes all files, or none. The map is copied beside the scenario, so that it runs where it is.
    func write(
        _ result: FitResult, _ read: ReadScenario, seed: UInt64?, _ origin: ExperimentOrigin, figures path: String
    ) throws {
        let stage = try folder.stage()
        func add(_ name: String, _ bytes: Data) throws {
            let file = try NewFile(path: stage + "/" + name, name: folder.path + "/" + name)
            try file.add(bytes)
        }
        var scenario = result.scenario
        if let seed { scenario.seed = seed }
        if case .geoJSON(let path, let number, let name) = scenario.city.layout {
            try add(Self.map, Data(InputFile.bytes(of: path)))
            scenario.city.layout = .geoJSON(path: folder.path + "/" + Self.map, number: number, name: name)
        }
        let head =
            "# A scenario that was fitted to \(path.shown), every value written out. Run it in this folder with: cabrank run \(RunScenario.fileName)\n"
        try add(Self.observed, Data(InputFile.bytes(of: path)))
        let laws = Self.laws(beside: path)
        if InputFile.fault(at: laws) == nil { try add(Self.vacant, Data(InputFile.bytes(of: laws))) }
        try add(RunScenario.fileName, Data((head + read.text(of: scenario, in: folder.path)).utf8))
        try add(RunFolder.lastFile, record.runFile(result.context).encoded())
        try add("report.html", Data(FitPage(result, origin).html.utf8))
        try add("fit.json", FitFile(result, origin).encoded())
        try folder.publish(last: "fit.json", replacesAll: true)
    }

    /// Refuses a folder that holds what is read: what Cabrank wrote there would be replaced.
    static func refuse(_ folder: String, holding files: [String]) throws {
        let own = URL(fileURLWithPath: folder).standardizedFileURL.path
        for file in files where URL(fileURLWithPath: file).deletingLastPathComponent().standardizedFileURL.path == own {
            throw ValidationError("--out \(folder) holds \(file), which is read; choose another folder")
        }
    }

    private static func laws(beside path: String) -> String {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().relativePath
        return folder == "." ? vacant : folder + "/" + vacant
    }

    /// The figures of a file, with the laws of vacant times in the file beside it, if there is one.
    static func figures(_ path: String) throws(InputErrors) -> ObservedFigures {
        func text(_ path: String) throws(InputErrors) -> String {
            do {
                return try InputFile.text(of: path)
            } catch {
                throw InputErrors(problems: [InputProblem(.error, at: InputLocation(file: path), error.description)])
            }
        }
        let laws = laws(beside: path)
        let found = InputFile.fault(at: laws) == nil ? (try text(laws), laws) : nil
        return try ObservedFile.figures((try text(path), path), laws: found)
    }

    /// Reads two things, and tells what is wrong with either at once.
    static func both<First, Second>(
        _ first: () throws(InputErrors) -> First, _ second: () throws(InputErrors) -> Second
    ) throws(InputErrors) -> (First, Second) {
        var faults: [InputProblem] = []
        var (one, other): (First?, Second?)
        do throws(InputErrors) { one = try first() } catch { faults += error.problems }
        do throws(InputErrors) { other = try second() } catch { faults += error.problems }
        guard let one, let other else { throw InputErrors(problems: faults) }
        return (one, other)
    }
}
