// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// Makes layouts out of a layout that is there: equal cells over its ground, or its zones merged.
///
/// All cuts are made by GEOS on whole ten-millionths of a degree, so neighbours share every corner of their border and no
/// ground is lost or in two zones. Narrow gaps between the zones of the base (at most `gapWidth` metres wide anywhere) are
/// closed; ground in several zones of the base belongs to the lowest number; parts of a zone that are nowhere 10 m wide, such
/// as rocks off a shore, go to a neighbour or are dropped.
public struct LayoutDrawing: Sendable {
    /// Gaps up to this width in metres are closed: twice the default gap tolerance of a city, so just the ground that
    /// belongs to the nearest zone anyway.
    public static let gapWidth = 20.0
    /// The most cells that a rectangle around the city may be cut into.
    public static let mostCells = 10_000

    /// The zones of the base, by rising number.
    public let zones: [ZoneRecord]
    let plane: LocalPlane
    let grounds: [Ground]
    let fileName: String
    private let source: LayoutCheck.Ground
    let properties: [[String: Feature.Property]]

    /// Reads the base.
    ///
    /// - Parameters:
    ///   - geoJSON: the whole text of a GeoJSON file.
    ///   - fileName: how problems name the file.
    ///   - numberProperty: the feature property that holds the zone number.
    ///   - nameProperty: the feature property that holds the zone's name.
    /// - Throws: every problem of the file.
    public init(
        geoJSON: String, fileName: String, numberProperty: String = "zone_id", nameProperty: String? = "name"
    ) throws(LayoutProblems) {
        var reader = LayoutReader(numberProperty: numberProperty, nameProperty: nameProperty, overlapTolerance: 0.01)
        guard let (read, plane) = reader.read(geoJSON) else {
            throw LayoutProblems(fileName: fileName, problems: reader.problems)
        }
        self.fileName = fileName
        source = LayoutCheck.Ground(
            geoJSON: geoJSON, fileName: fileName, numberProperty: numberProperty, nameProperty: nameProperty)
        self.plane = plane
        grounds = read.map { zone in Ground(zone.outline.map { $0.map { $0.map(FilePosition.init) } }) }
        properties = read.map(\.properties)
        zones = read.map { zone in
            let inside = zone.geometry.inside.map { Place(metresEast: $0.x / 1000, north: $0.y / 1000) }
            let outline = zone.outline
            return ZoneRecord(
                id: zone.id, key: zone.key, name: zone.name, inside: inside ?? .origin, area: zone.geometry.area / 1e6,
                outline: outline)
        }
    }

    /// What ground of the base no zone of a made layout has, such as a part of a zone that is too narrow to be one, by zone: a sentence
    /// each.
    ///
    /// - Parameters:
    ///   - made: the layout.
    ///   - tolerance: how far from the nearest zone such ground may lie.
    /// - Throws: the problems of the made layout.
    public func dropped(by made: DrawnLayout, tolerance: Distance) throws(LayoutProblems) -> [String] {
        try LayoutCheck.dropped(from: source, by: made.geoJSON, tolerance: tolerance)
    }

    /// Equal cells over the ground of the base, cut at its border.
    ///
    /// A piece of a cell at the border that is smaller than `leastShare` of a cell is joined with the neighbour that has the
    /// longest border with it; one without neighbours, such as an island, with the nearest. Zones are numbered from 1, row
    /// by row from the south-west. A name is the cell's column letter and row number with the name of the zone of the base
    /// that has most of it.
    ///
    /// - Parameters:
    ///   - form: squares or hexagons.
    ///   - area: the area of a whole cell, in square metres, above 0.
    ///   - leastShare: 0 to 1.
    ///   - isNested: whether the borders of the base are cut along too, so that each of its zones is made of whole cells.
    /// - Throws: when there would be more than 10,000 cells, or GEOS fails.
    public func cells(
        _ form: CellForm, area: Double, leastShare: Double = 1.0 / 3, isNested: Bool = false
    ) throws(LayoutProblems) -> DrawnLayout {
        precondition(area > 0 && (0...1).contains(leastShare), "area \(area), least share \(leastShare)")
        return try onFinestGrid { session throws(LayoutProblems) in
            try cells(form, area, leastShare, isNested, session)
        }
    }

    private func cells(
        _ form: CellForm, _ area: Double, _ leastShare: Double, _ isNested: Bool, _ session: Geometries
    ) throws(LayoutProblems) -> DrawnLayout {
        var base = try covered(session)
        if !isNested {
            for index in base.faces.indices where base.faces[index].owner != nil { base.faces[index].owner = 0 }
        }
        guard let rough = base.grounds(owners: isNested ? zones.count : 1) else {
            throw failure("cannot be cut by GEOS")
        }
        // What is cut, each part by itself: the whole city, or each zone.
        let wholes = rough.map { $0.withoutSlivers(plane: plane, session: session) }
        let borders = wholes.flatMap { $0.polygons.joined() }
        let grid = try grid(form, area: area, over: borders)
        guard var pieces = Coverage(cutting: borders + lines(of: grid), session: session) else {
            throw failure("cannot be cut by GEOS")
        }
        pieces.own(by: wholes)
        pieces.faces.removeAll { $0.owner == nil }
        let cells = pieces.faces.map { cell(of: $0, grid, session) }
        let homes = pieces.faces.map(\.owner)
        for index in pieces.faces.indices { pieces.faces[index].owner = index }
        let regions = joined(pieces, homes, least: leastShare * area, session)
        // A joined region is named after its largest piece.
        let areas = pieces.faces.map { $0.ground.area(in: plane) }
        let named = regions.map { region in region.max { (areas[$0], $1) < (areas[$1], $0) } ?? 0 }
        let order = regions.indices.sorted {
            let (left, right) = (cells[named[$0]], cells[named[$1]])
            return (left.row, left.column, named[$0]) < (right.row, right.column, named[$1])
        }
        for (number, index) in order.enumerated() {
            for piece in regions[index] { pieces.faces[piece].owner = number }
        }
        guard let parts = pieces.grounds(owners: order.count) else { throw failure("cannot be cut by GEOS") }
        let names = mostly(parts, session)
        return DrawnLayout(
            zones: order.enumerated().map { number, index in
                let cell = cells[named[index]]
                let name = CellGrid.name(row: cell.row, column: cell.column)
                return DrawnZone(
                    id: ZoneID(number + 1), name: "\(name) \(names[number])", members: [],
                    area: parts[number].area(in: plane), ground: parts[number])
            })
    }

    /// What is made on the finest grid on which the zones are good.
    ///
    /// A line that is straight in degrees is bent in the plane, by centimetres over a kilometre, and there rounded to
    /// millimetres. So a notch of a few millimetres, good in degrees, can cross itself in the plane: then a grid of 10 cm
    /// has no such notch, or one of 1 m.
    func onFinestGrid(
        _ make: (Geometries) throws(LayoutProblems) -> DrawnLayout
    ) throws(LayoutProblems) -> DrawnLayout {
        var problems: [LayoutProblem] = []
        for step in [1.0, 10, 100] {
            let layout = try make(Geometries(step: step))
            var reader = LayoutReader(numberProperty: "zone_id", nameProperty: "name", overlapTolerance: 0.01)
            if reader.read(layout.geoJSON) != nil { return layout }
            problems = reader.problems
        }
        throw LayoutProblems(fileName: fileName, problems: problems)
    }

    func failure(_ message: String, _ kind: LayoutProblem.Kind = .outline) -> LayoutProblems {
        LayoutProblems(fileName: fileName, problems: [LayoutProblem(kind, "the layout \(message)")])
    }

    /// The base as faces, each in one zone, narrow gaps closed.
    func covered(_ session: Geometries) throws(LayoutProblems) -> Coverage {
        guard var base = Coverage(of: grounds, session: session) else { throw failure("cannot be cut by GEOS") }
        base.closeGaps(upTo: Self.gapWidth, plane: plane)
        return base
    }

    /// What a zone's property says, as text; nil where it is not there or neither a text nor a whole number.
    func text(of property: String, zone: Int) -> String? {
        switch properties[zone][property] {
        case .whole(let number): String(number)
        case .text(let text): text
        default: nil
        }
    }
}

// MARK: - Cells

extension LayoutDrawing {
    private func grid(
        _ form: CellForm, area: Double, over borders: [[FilePosition]]
    ) throws(LayoutProblems) -> CellGrid {
        let places = borders.joined().compactMap { plane.metres($0.geographic) }
        guard let west = places.map(\.east).min(), let east = places.map(\.east).max(),
            let south = places.map(\.north).min(), let north = places.map(\.north).max()
        else { throw failure("has no area") }
        // Before any cell is made: a typing error in the area must not fill the memory.
        let count = (east - west) * (north - south) / area
        guard count <= Double(Self.mostCells) else {
            let about = Int(min(count, 1e15).rounded())
            throw failure("would be cut into about \(about) cells; allowed: at most \(Self.mostCells)")
        }
        return CellGrid(form, area: area, west: west, south: south, east: east, north: north)
    }

    private func lines(of grid: CellGrid) -> [[FilePosition]] {
        (0..<grid.rows).flatMap { row in
            (0..<grid.columns).map { column in
                grid.outline(row: row, column: column).map {
                    FilePosition(plane.geographic(Place(metresEast: $0.east, north: $0.north)))
                }
            }
        }
    }

    private func cell(of face: Coverage.Face, _ grid: CellGrid, _ session: Geometries) -> (row: Int, column: Int) {
        let spot = face.inside(session) ?? (0, 0)
        let point = GeographicPoint(longitude: spot.x / 1e7, latitude: spot.y / 1e7)
        let place = plane.metres(point) ?? (0, 0)
        return grid.cell(east: place.east, north: place.north)
    }

    /// The pieces of each region after small ones were joined with neighbours of the same home.
    private func joined(
        _ pieces: Coverage, _ homes: [Int?], least: Double, _ session: Geometries
    ) -> [[Int]] {
        let borders = pieces.borders(owners: pieces.faces.count, plane: plane)
        let homesInOrder = Set(homes.compactMap(\.self)).sorted()
        return homesInOrder.flatMap { home in
            let own = homes.indices.filter { homes[$0] == home }
            let positions = Dictionary(uniqueKeysWithValues: own.enumerated().map { ($1, $0) })
            let grounds = own.map { pieces.faces[$0].ground }
            var graph = RegionGraph(
                amounts: grounds.map { $0.area(in: plane) },
                borders: own.map { piece in
                    var near: [Int: Double] = [:]
                    for (other, length) in borders[piece] {
                        if let position = positions[other] { near[position] = length }
                    }
                    return near
                })
            return graph.joined(until: least, .longestBorder, grounds, plane, session).map { $0.map { own[$0] } }
        }
    }

    /// For each ground the name of the zone of the base that has most of it.
    private func mostly(_ parts: [Ground], _ session: Geometries) -> [String] {
        let shapes = grounds.map { (bounds: $0.bounds, geometry: session.area($0.flat)) }
        return parts.map { part in
            let (bounds, geometry) = (part.bounds, session.area(part.flat))
            var best: (zone: Int, area: Double) = (0, -1)
            for (zone, shape) in shapes.enumerated() where shape.bounds.meets(bounds) {
                guard let geometry, let area = shape.geometry?.intersection(geometry)?.area else { continue }
                if area > best.area { best = (zone, area) }
            }
            return zones[best.zone].name
        }
    }
}
