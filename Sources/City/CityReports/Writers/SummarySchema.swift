// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
public import Reporting
import TaxiReports

extension Verdict.Outcome: OwnSchema {}
extension IntervalsResult.Method: OwnSchema {}
extension ID: OwnSchema {
    static var schema: JSONValue { ["type": "integer"] }
    static var example: ID { ID(1) }
}

/// The published form of `summary.json`, made from its types and from the registry of metrics.
public enum SummarySchema {
    /// The JSON Schema (draft 2020-12) of a program with further services that have these metrics, as published in
    /// `CityReports.docc/Schemas/summary.schema.json`.
    public static func json(services: [MetricDescription] = []) -> String {
        let endings: JSONValue = ["enum": ["complete", "halfWidthNotReached", "stopped"]]
        let fingerprint: JSONValue = ["type": "string", "pattern": "^[0-9a-f]{32}$"]
        let file = TypeSchema(special: [
            "summaryVersion": ["const": 1], "fingerprint": fingerprint, "serviceFingerprint": fingerprint,
            "metrics": metrics(services),
            "intervals": TypeSchema(special: ["ending": endings]).schema(of: IntervalsResult.self),
        ]).fields(of: SummaryFile.self)
        let schema: JSONValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Cabrank summary.json",
            "type": "object", "additionalProperties": false, "required": .list(file.required.map { .text($0.name) }),
            "properties": .object((file.required + file.optional).map { ($0, $1) }),
        ]
        return schema.line.replacingOccurrences(of: "},\"", with: "},\n\"") + "\n"
    }

    private static func metrics(_ services: [MetricDescription]) -> JSONValue {
        let known = MetricDescription.all + MetricDescription.modules
        let names = Set(known.map(\.name))
        let all = (known + services.filter { !names.contains($0.name) }).map { metric -> (String, JSONValue) in
            (metric.name, ["type": ["number", "null"], "description": .text("\(metric.text) Unit: \(metric.unit)")])
        }
        return [
            "type": "object", "additionalProperties": false, "properties": .object(all),
            "required": .list(MetricDescription.all.map { .text($0.name) }),
        ]
    }
}
