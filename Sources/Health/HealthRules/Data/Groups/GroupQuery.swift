// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A rectangle of the plane, its sides included.
public struct PlaceRectangle: Hashable, Codable, Sendable {
    /// The corner of the smallest values.
    public let southWest: Place
    /// The corner of the largest values.
    public let northEast: Place

    /// Takes two corners, right or wrong.
    @inlinable
    public init(_ southWest: Place, _ northEast: Place) {
        self.southWest = southWest
        self.northEast = northEast
    }

    /// Whether the corners are where they should be; a point is a rectangle too.
    public var isSound: Bool { southWest.east <= northEast.east && southWest.north <= northEast.north }

    /// Whether a place lies in it or on its edge.
    @inlinable
    public func contains(_ place: Place) -> Bool {
        place.east >= southWest.east && place.east <= northEast.east && place.north >= southWest.north
            && place.north <= northEast.north
    }
}

/// Who belongs to a group. A missing criterion does not restrict (INV-GroupExact).
public struct GroupCriteria: Hashable, Codable, Sendable {
    /// The lowest age in full years, included.
    public var youngest: Int32?
    /// The highest age in full years, included: until the day before the next birthday.
    public var oldest: Int32?
    /// Where, with the edge.
    public var area: PlaceRectangle?
    /// Which place counts.
    public var areaKind: AreaKind

    /// Everybody, or those whom the criteria name.
    public init(
        youngest: Int32? = nil, oldest: Int32? = nil, area: PlaceRectangle? = nil, areaKind: AreaKind = .residence
    ) {
        self.youngest = youngest
        self.oldest = oldest
        self.area = area
        self.areaKind = areaKind
    }

    /// Whether somebody belongs to the group; without a position, nobody does who is asked for it.
    public func contains(age: Int32, residence: Place, position: Place?) -> Bool {
        if let youngest, age < youngest { return false }
        if let oldest, age > oldest { return false }
        guard let area else { return true }
        switch areaKind {
        case .residence: return area.contains(residence)
        case .position: return position.map { area.contains($0) } ?? false
        }
    }

    /// Whether a move can change who belongs to it.
    var followsPositions: Bool { area != nil && areaKind == .position }
    /// Whether a birthday can.
    var followsAges: Bool { youngest != nil || oldest != nil }
}

/// A request for a group's data (HEALTH-R4, HEALTH-R6).
public struct GroupQuery: Hashable, Codable, Sendable {
    /// Who.
    public var criteria: GroupCriteria
    /// Which values.
    public var parameters: ParameterSet
    /// The length of the intervals, one of those that the service offers. All begin at multiples of it since midnight, whoever asks:
    /// two requests can never be a second apart and so show what changed in that second.
    public var interval: TimeSpan
    /// Of how many closed intervals one answer tells, the last one included; a subscription ignores it.
    public var count: Int32
    /// Whether the request is frozen when the group is too small, and answered when it has grown (HEALTH-GROUP-EXC).
    public var waits: Bool

    /// Asks for the last closed quarter of an hour of everybody, or as stated.
    public init(
        _ criteria: GroupCriteria = GroupCriteria(), _ parameters: ParameterSet = .all,
        interval: TimeSpan = .minutes(15), count: Int32 = 1, waits: Bool = false
    ) {
        self.criteria = criteria
        self.parameters = parameters
        self.interval = interval
        self.count = count
        self.waits = waits
    }

    /// What is wrong with it, if anything.
    func fault(_ rules: DataParameters) -> GroupRefusal? {
        let (low, high) = (criteria.youngest ?? 0, criteria.oldest ?? .max)
        if low > high || low < 0 { return .badAges }
        if let area = criteria.area, !area.isSound { return .badArea }
        if !rules.limits.isCoarse(youngest: criteria.youngest, oldest: criteria.oldest) { return .tooFineAges }
        if let area = criteria.area, !rules.limits.isCoarse(area) { return .tooFineArea }
        if interval < rules.limits.leastInterval || !rules.intervals.contains(interval) { return .badInterval }
        if parameters.isDisjoint(with: .all) { return .noParameter }
        return count < 1 || count > rules.mostIntervals ? .badCount : nil
    }
}
