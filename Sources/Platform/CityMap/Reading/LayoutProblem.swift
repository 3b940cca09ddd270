// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// One reason why a layout file cannot be used.
public struct LayoutProblem: Error, Sendable, Hashable {
    /// What kind of fault it is.
    public enum Kind: String, Sendable, Hashable {
        /// A library that zones are read with is not installed.
        case library
        /// The text is not JSON.
        case syntax
        /// The JSON is not a GeoJSON feature collection of polygons.
        case structure
        /// A position is not a longitude and a latitude in degrees.
        case position
        /// A ring or polygon is not a valid outline.
        case outline
        /// A zone number is missing, not positive, or used twice (TAXI-ZONE-03).
        case zoneNumber
        /// Two zones cover the same ground (TAXI-ZONE-02).
        case overlap
        /// Ground between zones, or ground that should be covered, is in no zone. Found by `LayoutCheck` only.
        case gap
        /// A part of a zone is too narrow to drive in. Found by `LayoutCheck` only.
        case sliver
    }

    /// What kind of fault it is.
    public let kind: Kind
    /// Whether the layout can be used all the same.
    public let severity: InputProblem.Severity
    /// The index of the faulty feature in the list `features`, from 0; nil when the file as a whole is at fault.
    public let feature: Int?
    /// The zones at fault, by rising number; empty when they have no number yet.
    public let zones: [ZoneID]
    /// What is wrong and what to do, in one sentence.
    public let message: String
    /// The line in the file, from 1; 1 when the file as a whole is at fault.
    public private(set) var line: Int
    /// The column in the line, from 1, in characters.
    public private(set) var column: Int
    /// Where it stands in its feature, or in the file when no feature is at fault.
    private let path: [JSONLocations.Step]

    /// Makes a problem; its line and column may still be to be found, from its feature and the path in it.
    init(
        _ kind: Kind, severity: InputProblem.Severity = .error, feature: Int? = nil, zones: [ZoneID] = [],
        _ message: String, at path: [JSONLocations.Step] = [], line: Int = 1, column: Int = 1
    ) {
        self.kind = kind
        self.severity = severity
        self.feature = feature
        self.zones = zones
        self.message = message
        self.line = line
        self.column = column
        self.path = path
    }

    /// The problem with the line and column of what it speaks of.
    func located(_ locations: JSONLocations) -> LayoutProblem {
        var problem = self
        guard feature != nil || !path.isEmpty else { return self }
        let location = feature.map { locations.location(ofFeature: $0, path) } ?? locations.location(path)
        (problem.line, problem.column) = (location.line, location.column)
        return problem
    }
}

/// Everything that is wrong with a layout file, found in one reading.
public struct LayoutProblems: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the file, as given.
    public let fileName: String
    /// The problems: of the whole file first, then by feature. Never empty when thrown.
    public let problems: [LayoutProblem]

    /// The problems as those of any other input.
    public var input: InputErrors { InputErrors(problems: problems.map { $0.input(in: fileName) }) }

    /// One line a problem: `file:line:column: error: message`.
    public var description: String { input.description }
}

extension LayoutProblem {
    /// The problem as one of any other input.
    public func input(in fileName: String) -> InputProblem {
        InputProblem(severity, at: InputLocation(file: fileName, line: line, column: column), message)
    }
}
