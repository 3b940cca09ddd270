// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation

/// The published form of `summary.json`, made from the registry of metrics.
public enum SummarySchema {
    /// The JSON Schema (draft 2020-12), as published in `CityReports.docc/Schemas/summary.schema.json`.
    public static var json: String {
        let metrics = (MetricDescription.all + MetricDescription.modules).map { metric -> (String, JSONValue) in
            (metric.name, ["type": ["number", "null"], "description": .text("\(metric.text) Unit: \(metric.unit)")])
        }
        let schema: JSONValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Cabrank summary.json",
            "type": "object", "additionalProperties": false,
            "required": .list(properties.map { .text($0.0) }),
            "properties": .object(
                (properties + modules + server + [("intervals", intervals), ("serviceFingerprint", fingerprint)]).map {
                    name, value in
                    name == "metrics"
                        ? (
                            name,
                            [
                                "type": "object", "additionalProperties": false, "properties": .object(metrics),
                                "required": .list(MetricDescription.all.map { .text($0.name) }),
                            ]
                        ) : (name, value)
                }),
        ]
        return schema.line.replacingOccurrences(of: "},\"", with: "},\n\"") + "\n"
    }

    static let number: JSONValue = ["type": "number"]
    static let integer: JSONValue = ["type": "integer"]
    static let text: JSONValue = ["type": "string"]
    static func rows(_ item: JSONValue) -> JSONValue { ["type": "array", "items": item] }

    static func record(_ fields: [(String, JSONValue)], optional: [(String, JSONValue)] = []) -> JSONValue {
        [
            "type": "object", "additionalProperties": false, "properties": .object(fields + optional),
            "required": .list(fields.map { .text($0.0) }),
        ]
    }

    static let statistics = record(
        [("count", integer)] + ["mean", "sd", "min", "p50", "p90", "p95", "p99", "max"].map { ($0, number) })
    private static let intervals = record(
        [
            ("method", ["enum": ["replications", "batchMeans"]]), ("count", integer), ("level", number),
            ("ending", ["enum": ["complete", "halfWidthNotReached", "stopped"]]), ("warmUpSeconds", number),
            (
                "metrics",
                [
                    "type": "object",
                    "additionalProperties": record(
                        [("count", integer), ("mean", number), ("sd", number)],
                        optional: [("halfWidth", number), ("min", number), ("max", number)]),
                ]
            ),
        ], optional: [("foundWarmUpSeconds", number)])
    private static let calls = record(
        ["refused", "stored", "fulfilled", "aborted", "abandoned", "released", "openAtEnd"].map { ($0, integer) })

    private static let fingerprint: JSONValue = ["type": "string", "pattern": "^[0-9a-f]{32}$"]

    private static let properties: [(String, JSONValue)] = [
        ("summaryVersion", ["const": 1]), ("fingerprint", fingerprint),
        (
            "run",
            record(
                ["name", "title", "policy", "seed", "version", "scenarioHash", "layout"].map { ($0, text) }
                    + ["replication", "zones", "drivers", "passengers"].map { ($0, integer) }
                    + ["startSeconds", "endSeconds", "warmUpSeconds"].map { ($0, number) })
        ),
        ("metrics", .null),
        (
            "verdicts",
            rows(record([("id", text), ("outcome", ["enum": ["PASS", "FLAG", "NOT MEASURED"]]), ("text", text)]))
        ),
        (
            "violations",
            rows(
                record([
                    ("id", text), ("message", text), ("actors", rows(text)), ("timeSeconds", number),
                    ("event", integer),
                ]))
        ),
        (
            "hours",
            rows(
                record(
                    [
                        ("hour", integer), ("hourOfDay", integer), ("calls", calls), ("offers", integer),
                        ("driverShares", rows(number)),
                    ], optional: [("wait", statistics)]))
        ),
        (
            "zones",
            rows(
                record(
                    [
                        ("zone", integer), ("name", text), ("calls", calls), ("isUndersupplied", ["type": "boolean"]),
                        ("queueLength", number),
                    ],
                    optional: [
                        ("abortRate", number), ("offeredLoad", number), ("wait", statistics),
                        ("queueTime", statistics),
                    ]))
        ),
        (
            "series",
            record([
                ("stepSeconds", number), ("stored", rows(integer)), ("waits", rows(integer)),
                ("waitMean", rows(["type": ["number", "null"]])), ("openRequests", rows(number)),
            ])
        ),
        ("offersPerRequest", rows(integer)), ("lorenz", rows(record([("drivers", number), ("rides", number)]))),
        ("eventCounts", ["type": "object", "additionalProperties": integer]),
    ]
}
