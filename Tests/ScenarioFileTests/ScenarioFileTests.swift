// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import Testing

@testable import ScenarioFile

@Suite struct TryTests {
    @Test func quick() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        do {
            let read = try ScenarioReader().read(file: root.appendingPathComponent("Scenarios/quickstart.yaml").path)
            print(read.source)
            print(read.warnings)
            let again = try ScenarioReader().read(text: read.source, named: "again", folder: root.path + "/Scenarios")
            #expect(again.source == read.source)
        } catch { print(error); throw error }
    }
}
