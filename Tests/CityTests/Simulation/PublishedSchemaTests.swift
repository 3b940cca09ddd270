// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Foundation
import Reporting
import Testing

@Suite("Published schemas")
struct PublishedSchemaTests {
    @Test("The published schemas are those the program makes; CABRANK_RECORD=1 writes them anew")
    func publishedSchemas() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
                "Sources/City/CitySlices/CitySlices.docc/Schemas")
        for (name, text) in [
            ("events", EventSchema(of: Slices.events()).json),
            ("summary", SummarySchema.json(Slices.all.map(\.summaryForm))),
        ] {
            let url = folder.appendingPathComponent("\(name).schema.json")
            if ProcessInfo.processInfo.environment["CABRANK_RECORD"] == "1" {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try text.write(to: url, atomically: true, encoding: .utf8)
            }
            #expect(try String(contentsOf: url, encoding: .utf8) == text)
        }
    }
}
