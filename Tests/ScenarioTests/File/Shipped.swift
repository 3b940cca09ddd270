// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The scenario files of the project.
enum Shipped {
    static let names = [
        "ambulances.yaml", "health-day.yaml", "benchmark/health-5000.yaml", "validation/health-links.yaml",
        "validation/ambulance-life-cycle.yaml",
        "validation/ambulance-prediction.yaml",
        "validation/ambulance-hypercube.yaml", "validation/ambulance-queue.yaml", "validation/ambulance-priority.yaml",
        "quickstart.yaml", "city-weekday.yaml", "city-reservations.yaml", "city-recorded-day.yaml", "city-sharing.yaml",
        "city-streets.yaml", "city-fares.yaml", "city-day.yaml", "planner-week.yaml", "benchmark/events-week.yaml",
        "chicago-weekday.yaml", "benchmark/taxi-x1.yaml", "benchmark/taxi-x10.yaml",
        "benchmark/taxi-x100.yaml", "reference-load.yaml", "stress.yaml", "flood.yaml", "accounts-quarter.yaml",
        "validation/loss-zone.yaml",
        "validation/offer-protocol.yaml",
        "validation/taxi-station.yaml", "stores-saturday.yaml", "benchmark/stores-x1000.yaml",
        "validation/store-queue.yaml", "validation/store-patience.yaml", "validation/store-loss.yaml",
        "validation/store-priority.yaml", "race-day.yaml", "race-day-without.yaml", "benchmark/races-20000.yaml",
        "whole-city.yaml",
    ]

    static func text(_ name: String) throws -> String { try Support.text("Scenarios/\(name)") }

    /// A folder with all shipped scenarios and, for the reader alone, small stand-ins for their maps and tables.
    static func withCopies<Result>(_ body: (String) throws -> Result) throws -> Result {
        var files = [
            "calibration/epyc-2-cores.yaml": "{}", "city/zones.geojson": "{}", "chicago/zones.geojson": "{}",
            "city/streets.roads": "{}", "city/lines.timetable": "{}",
            "city/demand.csv": "zone_id,origin_weight,destination_weight,rank_weight\n1,0.5,0.25,0.5\n2,0.5,0.75,0.5\n",
            "city/zones.csv": "zone_id,name,residents,jobs\n1,West,500,100\n2,East,300,900\n",
            "city/hourly.csv": "hour,share\n" + (0..<24).map { "\($0),\($0 + 1)\n" }.joined(),
            "city/recorded-day.csv": "time,origin_zone,destination_zone,travelers,duration_s,distance_m\n"
                + "05:05:40,1,2,1,1081,5777\n08:00:00,2,1,2,,\n",
        ]
        for name in names { files[name] = try text(name) }
        return try Support.withFiles(files, body)
    }
}
