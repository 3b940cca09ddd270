// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// What a layout check holds against a layout.
public struct LayoutLimits: Sendable, Hashable {
    /// The overlap of two zones that is accepted, as a share of the smaller one, 0 to 1 (TAXI-ZONE-02).
    public var overlap = 0.01
    /// Half the width of a gap that is accepted: a place in it is at most this far from a zone (DEC-ZONE-FLICKER).
    public var gap = Distance.metres(10)
    /// A part of a zone that is nowhere as wide as this is a sliver.
    public var sliver = Distance.metres(10)
    /// Whether the order of the axes is known to be right, so that it is not guessed.
    public var knowsAxes = false

    /// The limits of a scenario that names none.
    public init() {}
}

/// Everything that is wrong, or doubtful, with a layout file, found in one reading.
///
/// Beyond what loading a layout refuses (`PolygonLayout`) it looks for ground that is in no zone, slivers, swapped axes where
/// swapped positions are still on the globe, and rings that run the wrong way.
public struct LayoutCheck: Sendable {
    /// A layout whose ground must be covered.
    public struct Ground: Sendable {
        let geoJSON: String
        let fileName: String
        let numberProperty: String
        let nameProperty: String?

        /// The text of a layout file, how problems name it, and the properties with number and name.
        public init(geoJSON: String, fileName: String, numberProperty: String, nameProperty: String?) {
            self.geoJSON = geoJSON
            self.fileName = fileName
            self.numberProperty = numberProperty
            self.nameProperty = nameProperty
        }
    }

    /// Errors first, then warnings; each of the whole file first, then by feature.
    public let problems: [LayoutProblem]
    /// How many zones can be read.
    public let zones: Int
    /// The ground of all zones in square metres, gaps left out.
    public let area: Double
    /// The middle of the layout; nil when nothing can be read.
    public let middle: GeographicPoint?

    /// Whether the layout can be used.
    public var isGood: Bool { !problems.contains { $0.severity == .error } }

    /// Checks the text of a layout file.
    ///
    /// - Parameters:
    ///   - geoJSON: the whole text.
    ///   - fileName: how problems name the file.
    ///   - numberProperty: the feature property that holds the zone number.
    ///   - nameProperty: the feature property that holds the zone's name.
    ///   - limits: what is accepted.
    ///   - city: a layout whose ground must be covered; nil to look for enclosed gaps only.
    /// - Throws: the problems of the file of the city, when there are any.
    public init(
        geoJSON: String, fileName: String, numberProperty: String = "zone_id", nameProperty: String? = "name",
        limits: LayoutLimits = LayoutLimits(), covering city: Ground? = nil
    ) throws(LayoutProblems) {
        var reader = LayoutReader(
            numberProperty: numberProperty, nameProperty: nameProperty, overlapTolerance: limits.overlap,
            narrowest: limits.sliver.inMetres)
        let found = reader.readUsable(geoJSON)
        var problems = reader.problems
        zones = found?.zones.count ?? 0
        middle = found?.plane.centre
        var area = 0.0
        if let (zones, plane) = found {
            problems += Slivers(width: limits.sliver.inMetres).warnings(zones, reader)
            let axes = AxisOrder(zones: zones, centre: plane.centre)
            var cityMiddle: GeographicPoint?
            if let city { cityMiddle = try Self.middle(of: city) }
            if zones.count == reader.featureCount, let whole = Gaps.united(zones, reader.session) {
                area = whole.area / 1e6
                let gaps = Gaps(limits: limits, plane: plane)
                problems += gaps.enclosed(by: whole, zones, reader)
                if let city, !axes.isSwapped(against: cityMiddle) {
                    problems += try gaps.uncovered(city, by: whole, reader.session)
                }
            }
            problems += axes.problems(limits: limits, cityMiddle: cityMiddle)
            problems += axes.turnedRings(reader)
        }
        self.area = area
        if !problems.contains(where: { $0.severity == .error }) {
            do {
                _ = try PolygonLayout(
                    geoJSON: geoJSON, fileName: fileName, numberProperty: numberProperty, nameProperty: nameProperty,
                    gapTolerance: limits.gap, overlapTolerance: limits.overlap, narrowest: limits.sliver)
            } catch {
                problems += error.problems
            }
        }
        // Sorting is stable: what was found first stays first among equals.
        func rank(_ problem: LayoutProblem) -> (Int, Int) {
            (problem.severity == .error ? 0 : 1, problem.feature ?? -1)
        }
        self.problems = reader.located(problems).sorted { rank($0) < rank($1) }
    }

    /// What ground of a layout is in no zone of one that was made from it, by zone: a sentence each.
    ///
    /// - Parameters:
    ///   - city: the base.
    ///   - geoJSON: the text of the made layout.
    ///   - tolerance: how far from the nearest zone such ground may lie.
    /// - Throws: the problems of either file.
    static func dropped(
        from city: Ground, by geoJSON: String, tolerance: Distance
    ) throws(LayoutProblems) -> [String] {
        var reader = LayoutReader(numberProperty: "zone_id", nameProperty: "name", overlapTolerance: 0.01)
        guard let (zones, plane) = reader.read(geoJSON) else {
            throw LayoutProblems(fileName: city.fileName, problems: reader.problems)
        }
        guard let whole = Gaps.united(zones, reader.session) else { return [] }
        var limits = LayoutLimits()
        limits.gap = tolerance
        return try Gaps(limits: limits, plane: plane).uncovered(city, by: whole, reader.session).map(\.message)
    }

    private static func middle(of city: Ground) throws(LayoutProblems) -> GeographicPoint {
        var reader = LayoutReader(
            numberProperty: city.numberProperty, nameProperty: city.nameProperty, overlapTolerance: 0.01)
        guard let (_, plane) = reader.read(city.geoJSON) else {
            throw LayoutProblems(fileName: city.fileName, problems: reader.problems)
        }
        return plane.centre
    }
}
