// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Foundation
import TaxiSimulation
import Testing

@Suite("File names that begin with $CABRANK_DATA/")
struct DataFolderTests {
    private func outcome(_ text: String, _ environment: [String: String], file: String = "x.yaml") -> [String] {
        do throws(InputErrors) {
            return try ScenarioReader(services: [.taxi], environment: environment).read(
                text: text, named: file, folder: ""
            )
            .warnings.map(\.description)
        } catch {
            return error.problems.map(\.description)
        }
    }

    private static let scenario = """
        cabrank: 1
        name: x
        city: {zones: $CABRANK_DATA/town/zones.geojson}
        drivers: [{name: a, count: 1, start: {file: $CABRANK_DATA/town/w.csv, zone: z, weight: w}}]

        """

    @Test("The folder that the environment names holds them, and the resolved text keeps the name")
    func found() throws {
        try Support.withFiles(["town/zones.geojson": "{}", "town/w.csv": "z,w\n1,2\n"]) { folder in
            let reader = ScenarioReader(services: [.taxi], environment: ["CABRANK_DATA": folder])
            let read = try reader.read(text: Self.scenario, named: "x.yaml", folder: "/elsewhere")
            #expect(
                read.scenario.city.layout
                    == .geoJSON(path: "\(folder)/town/zones.geojson", number: "zone_id", name: nil))
            #expect(read.scenario.drivers[0].start == .listed([ZoneID(1): 2]))
            // Equal on every machine, wherever its data lie.
            #expect(read.source.contains("zones: \"$CABRANK_DATA/town/zones.geojson\""), "\(read.source)")
            #expect(!read.source.contains(folder))
            #expect(try reader.read(text: read.source, named: "again", folder: "/elsewhere").source == read.source)
        }
    }

    @Test("A variable that is not set, names no folder, or is another one is reported at the name of the file")
    func wrong() throws {
        let both = [
            ("x.yaml:3:15: error: `zones`", "town/zones.geojson"), ("x.yaml:4:45: error: `file`", "town/w.csv"),
        ]
        #expect(
            outcome(Self.scenario, [:]).filter { $0.contains(": error: ") }
                == both.map { place, file in
                    "\(place): `$CABRANK_DATA/\(file)` is in the data folder of this machine, but the environment variable "
                        + "`CABRANK_DATA` is not set; set it to the folder that holds `\(file)`"
                })
        #expect(
            outcome(Self.scenario, ["CABRANK_DATA": "/nowhere"]).first
                == "x.yaml:3:15: error: `zones`: `$CABRANK_DATA/town/zones.geojson` is in the data folder of this machine, but "
                + "the environment variable `CABRANK_DATA` names `/nowhere`, which is not a folder; set it to the folder that holds "
                + "`town/zones.geojson`")
        #expect(
            outcome(Self.scenario.replacing("$CABRANK_DATA", with: "$HOME"), ["HOME": "/"]).first
                == "x.yaml:3:15: error: `zones`: `$HOME/town/zones.geojson` begins with an unknown variable; allowed: "
                + "`$CABRANK_DATA/`")
        #expect(
            outcome(Support.smallest + "include: $CABRANK_DATA/base.yaml\n", [:])
                == [
                    "x.yaml:4:10: error: `include`: `$CABRANK_DATA/base.yaml` is in the data folder of this machine, but the "
                        + "environment variable `CABRANK_DATA` is not set; set it to the folder that holds `base.yaml`"
                ])
        try Support.withFiles(["a": ""]) { folder in
            #expect(
                outcome(Self.scenario, ["CABRANK_DATA": folder]).first
                    == "x.yaml:3:15: error: `zones`: there is no file `\(folder)/town/zones.geojson`")
        }
    }
}
