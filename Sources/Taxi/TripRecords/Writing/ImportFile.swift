// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// `import.json`: what was read, what was dropped and why, and what the record cannot tell.
struct ImportFile {
    private let made: TripImport
    private let version: String

    init(_ made: TripImport, version: String) {
        self.made = made
        self.version = version
    }

    var text: String {
        let record = made.record
        let dropped = DropReason.allCases.filter { record.dropped.count($0) > 0 }.map { reason -> JSONValue in
            let first = record.dropped.first(reason).map { row -> JSONValue in
                ["row": JSONValue(row.row), "message": .text(row.message)]
            }
            return [
                "reason": .text(reason.word), "what": .text(reason.sentence),
                "rows": JSONValue(record.dropped.count(reason)),
                "fault": .flag(reason.isFault), "first": .list(first),
            ]
        }
        let groups = made.days.groups.indices.map { group -> JSONValue in
            [
                "days": .text(made.days.groups[group].word), "count": JSONValue(made.days.days(in: group)),
                "calls": .number((made.demand.calls(in: group) * 1e6).rounded() / 1e6),
            ]
        }
        let value: JSONValue = [
            "importVersion": 1, "program": .text(version), "columns": .text(record.options.columns.text),
            "timeZone": .text(record.options.zone), "rows": JSONValue(record.rows), "rides": JSONValue(made.rides),
            "firstDay": .text(made.days.date(0)), "lastDay": .text(made.days.date(made.days.count - 1)),
            "recordedDays": JSONValue(made.days.recorded), "taxis": JSONValue(record.taxis),
            "roundedSeconds": record.step.map { .number(Double($0)) } ?? .null, "dropped": .list(dropped),
            "doubledHour": [
                "rides": JSONValue(record.inDoubledHour), "toldByThemselves": JSONValue(record.toldByThemselves),
                "toldByNeighbours": JSONValue(record.toldByNeighbours),
                "dropped": JSONValue(record.dropped.count(.shownTwice)),
                "droppedOtherwise": JSONValue(record.lostInDoubledHour),
            ],
            "equalRides": JSONValue(record.equalRides),
            "betweenRides": made.work.map { work -> JSONValue in
                [
                    "times": JSONValue(work.between), "pauses": JSONValue(work.pauses),
                    "besideOutside": JSONValue(work.besideOutside), "toldBySilence": JSONValue(work.toldBySilence),
                    "pauseSeconds": JSONValue(Int(record.options.pauseSeconds)),
                ]
            } ?? .null,
            "demand": [
                "cells": JSONValue(made.demand.cells), "rows": JSONValue(made.demand.rows.count),
                "borrowedFrom": [
                    "otherDays": JSONValue(made.demand.borrowed[0]), "otherHours": JSONValue(made.demand.borrowed[1]),
                    "ring": JSONValue(made.demand.borrowed[2]), "all": JSONValue(made.demand.borrowed[3]),
                ],
            ],
            "kinds": .list(groups), "doubts": .list(made.doubts.map { .text($0) }),
            "cannotTell": .list(made.silences.map { .text($0) }),
        ]
        return value.lines
    }
}
