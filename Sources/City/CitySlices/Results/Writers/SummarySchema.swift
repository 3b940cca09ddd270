// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
package import Reporting

extension Verdict.Outcome: OwnSchema {}
extension IntervalsResult.Method: OwnSchema {}
extension ID: OwnSchema {
    static var schema: JSONValue { ["type": "integer"] }
    static var example: ID { ID(1) }
}

/// What a service adds to the form of `summary.json`.
package struct SummaryForm {
    let metrics, required: [MetricDescription]
    let part: (any SummaryPart.Type)?
    let columns: [RunColumn]

    /// - Parameters:
    ///   - metrics: all metrics of the service.
    ///   - required: those of them that every run has.
    ///   - part: what else it adds; nil for nothing.
    ///   - columns: what it says of every run as a whole.
    package init(
        metrics: [MetricDescription], required: [MetricDescription] = [], part: (any SummaryPart.Type)? = nil,
        columns: [RunColumn] = []
    ) {
        (self.metrics, self.required, self.part, self.columns) = (metrics, required, part, columns)
    }
}

/// The published form of `summary.json`, made from its types and from the registry of metrics.
package enum SummarySchema {
    /// The JSON Schema (draft 2020-12) of a program with these services, as published in
    /// `CitySlices.docc/Schemas/summary.schema.json`.
    package static func json(_ services: [SummaryForm]) -> String {
        let endings: JSONValue = ["enum": ["complete", "halfWidthNotReached", "stopped"]]
        let fingerprint: JSONValue = ["type": "string", "pattern": "^[0-9a-f]{32}$"]
        let run = TypeSchema().fields(of: SummaryFile.Run.self)
        let core = TypeSchema(special: [
            "summaryVersion": ["const": 1], "fingerprint": fingerprint, "serviceFingerprint": fingerprint,
            "run": TypeSchema.record(
                run.required + RunColumns.schema(services.flatMap(\.columns)), optional: run.optional),
            "metrics": metrics(services),
            "intervals": TypeSchema(special: ["ending": endings]).schema(of: IntervalsResult.self),
        ]).fields(of: SummaryFile.Core.self)
        let parts = services.compactMap(\.part).map { TypeSchema().fields(of: $0) }
        let required = core.required + parts.flatMap(\.required)
        let optional = core.optional + parts.flatMap(\.optional)
        let schema: JSONValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Cabrank summary.json",
            "type": "object", "additionalProperties": false, "required": .list(required.map { .text($0.name) }),
            "properties": .object((required + optional).map { ($0, $1) }),
        ]
        return schema.line.replacingOccurrences(of: "},\"", with: "},\n\"") + "\n"
    }

    private static func metrics(_ services: [SummaryForm]) -> JSONValue {
        let all = services.flatMap(\.metrics).map { metric -> (String, JSONValue) in
            (metric.name, ["type": ["number", "null"], "description": .text("\(metric.text) Unit: \(metric.unit)")])
        }
        return [
            "type": "object", "additionalProperties": false, "properties": .object(all),
            "required": .list(services.flatMap(\.required).map { .text($0.name) }),
        ]
    }
}
