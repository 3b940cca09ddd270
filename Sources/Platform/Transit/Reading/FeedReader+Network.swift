// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

// Stops, lines and shapes.
extension FeedReader {
    mutating func readAgencies(_ draft: inout TimetableDraft) {
        var zones: [String] = []
        if var table = table("agency.txt", FeedColumns.agencies) {
            while table.advance() {
                let (name, id, zone) = (
                    table.text("agency_name"), table.text("agency_id"), table.text("agency_timezone")
                )
                operators[id] = draft.operatorNumber(name)
                if !zone.isEmpty, !zones.contains(zone) { zones.append(zone) }
            }
            take(table)
        }
        if zones.count > 1 {
            doubt(
                "the agencies have the time zones \(zones.joined(separator: ", ")); all times are taken as the city's own",
                in: "agency.txt")
        }
    }

    mutating func readStops(_ draft: inout TimetableDraft) {
        guard var table = table("stops.txt", FeedColumns.stops) else { return }
        var known: [String: Int] = [:]
        var parents: [(place: ByteTable.Place, stop: Int, parent: String)] = []
        while table.advance() {
            draft.summary.stops += 1
            let kind = table.isFilled("location_type") ? table.whole("location_type") ?? 0 : 0
            if !(0...4).contains(kind) {
                table.note("location_type", "location_type \(kind) is none of 0, 1, 2, 3, 4")
            }
            // Parts of a station need no position of their own.
            let isPart = kind == 3 || kind == 4
            let isPlaced = !isPart || table.isFilled("stop_lat") || table.isFilled("stop_lon")
            let (north, east) = (
                isPlaced ? table.number("stop_lat", -90...90) : 0, isPlaced ? table.number("stop_lon", -180...180) : 0
            )
            if isPlaced, let north, let east, north.magnitude < 0.001, east.magnitude < 0.001 {
                table.note(
                    "stop_lat",
                    "the stop \(table.text("stop_id")) lies in the sea, at 0 degrees north and 0 degrees east; "
                        + "a stop needs its position")
            }
            guard let id = newID("stop_id", "stop", known, &table) else { continue }
            known[id] = table.line
            stops[id] = UInt32(draft.made.stopCount)
            let parent = table.text("parent_station")
            if !parent.isEmpty { parents.append((table.place, draft.made.stopCount, parent)) }
            draft.made.stopIDs.append(prefix + id)
            draft.made.stopNames.append(table.text("stop_name"))
            draft.made.longitudes.append(Int32(((east ?? 0) * Globe.parts).rounded()))
            draft.made.latitudes.append(Int32(((north ?? 0) * Globe.parts).rounded()))
            draft.made.stations.append(Timetable.none)
        }
        for (place, stop, parent) in parents {
            if let station = stops[parent] {
                draft.made.stations[stop] = station
            } else {
                table.goBack(to: place)
                table.note("parent_station", unknown("parent_station", parent, in: stops, of: "this table"))
            }
        }
        take(table)
    }

    mutating func readLines(_ draft: inout TimetableDraft) {
        guard var table = table("routes.txt", FeedColumns.lines) else { return }
        var known: [String: Int] = [:]
        while table.advance() {
            draft.summary.lines += 1
            let type = table.whole("route_type")
            let agency = table.text("agency_id")
            var company = operators[agency]
            if company == nil, agency.isEmpty, operators.count == 1 { company = operators.first?.value }
            if company == nil, !agency.isEmpty, !operators.isEmpty {
                table.note("agency_id", unknown("agency_id", agency, in: operators, of: "agency.txt"))
            }
            guard let id = newID("route_id", "route", known, &table) else { continue }
            known[id] = table.line
            lines[id] = UInt32(draft.made.lineCount)
            let means = type.flatMap { LineMeans(routeType: $0) }
            if means == nil { draft.summary.otherTypes += 1 }
            let (short, long) = (table.text("route_short_name"), table.text("route_long_name"))
            draft.made.lineIDs.append(prefix + id)
            draft.made.lineNames.append(short.isEmpty ? long : short)
            draft.made.lineMeans.append((means ?? .bus).rawValue)
            draft.made.lineOperators.append(company ?? draft.operatorNumber(""))
        }
        take(table)
    }

    mutating func readShapes(_ draft: inout TimetableDraft) {
        guard var table = table("shapes.txt", FeedColumns.shapes) else { return }
        struct Point {
            let shape: UInt32
            let order: Int64
            let longitude: Int32
            let latitude: Int32
        }
        var points: [Point] = []
        var names: [String] = []
        while table.advance() {
            let (order, north, east) = (
                table.whole("shape_pt_sequence"), table.number("shape_pt_lat", -90...90),
                table.number("shape_pt_lon", -180...180)
            )
            guard let order, let north, let east else { continue }
            let id = table.text("shape_id")
            let shape: UInt32
            if let last = points.last?.shape, names[Int(last)] == id {
                shape = last
            } else if let known = shapes[id] {
                shape = known
            } else {
                shape = UInt32(names.count)
                shapes[id] = shape
                names.append(id)
            }
            points.append(
                Point(
                    shape: shape, order: order, longitude: Int32((east * Globe.parts).rounded()),
                    latitude: Int32((north * Globe.parts).rounded())))
        }
        take(table)
        draft.summary.shapes += names.count
        if zip(points, points.dropFirst()).contains(where: { ($0.shape, $0.order) > ($1.shape, $1.order) }) {
            points.sort { ($0.shape, $0.order) < ($1.shape, $1.order) }
        }
        let first = UInt32(draft.made.shapeFirst.count - 1)
        var index = 0
        for shape in names.indices {
            while index < points.count, points[index].shape == shape {
                draft.made.shapeLongitudes.append(points[index].longitude)
                draft.made.shapeLatitudes.append(points[index].latitude)
                index += 1
            }
            draft.made.shapeFirst.append(UInt32(draft.made.shapeLongitudes.count))
        }
        for name in names { shapes[name] = (shapes[name] ?? 0) + first }
    }

    mutating func readTransfers(_ draft: inout TimetableDraft) {
        guard var table = table("transfers.txt", FeedColumns.transfers) else { return }
        while table.advance() {
            let type = table.isFilled("transfer_type") ? table.whole("transfer_type") ?? 0 : 0
            if type == 4 || type == 5 {
                draft.summary.seatTransfers += 1
                continue
            }
            guard (0...3).contains(type) else {
                table.note("transfer_type", "transfer_type \(type) is none of 0, 1, 2, 3, 4, 5")
                continue
            }
            if ["from_route_id", "to_route_id", "from_trip_id", "to_trip_id"].contains(where: table.isFilled) {
                draft.summary.boundTransfers += 1
                continue
            }
            let from = number("from_stop_id", in: stops, of: "stops.txt", &table)
            let to = number("to_stop_id", in: stops, of: "stops.txt", &table)
            var seconds: Int64 = 0
            if type == 2, table.isFilled("min_transfer_time") { seconds = table.whole("min_transfer_time") ?? 0 }
            guard (0...Int64(Timetable.longestChange)).contains(seconds) else {
                table.note(
                    "min_transfer_time",
                    "min_transfer_time \(seconds) is not a number of seconds from 0 to \(Timetable.longestChange)")
                continue
            }
            guard let from, let to else { continue }
            draft.transfers.append((from, to, type == 3 ? Timetable.never : UInt32(seconds)))
        }
        take(table)
    }
}
