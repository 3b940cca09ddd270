// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person may travel by (issue 33, decision 1). The order settles ties between journeys.
public enum TravelMeans: UInt8, EventWord, Hashable, Sendable {
    /// On foot.
    case walk
    /// The person's bicycle.
    case ownBicycle
    /// A bicycle that stands free for anybody.
    case sharedBicycle
    /// The person's car.
    case ownCar
    /// A car that stands free for anybody.
    case sharedCar
    /// A vehicle that comes when it is called, or was reserved, and is driven for money: a taxi.
    case hired
    /// A bus of a line.
    case bus
    /// A tram.
    case tram
    /// A metro.
    case metro
    /// A train.
    case train
    /// A ferry.
    case ferry

    /// Whether it burns fuel where it is used: what a preference for low emission weighs heavier (DEC-TRIP-ECO).
    public var burnsFuel: Bool { self == .ownCar || self == .sharedCar || self == .hired }

    /// Whether it leaves those who use it in the weather (DEC-TRIP-WEATHER).
    public var isInTheOpen: Bool { self == .walk || self == .ownBicycle || self == .sharedBicycle }

    /// How somebody gets on with it along streets; nil for the vehicles of lines.
    public var mode: TravelMode? {
        switch self {
        case .walk: .walk
        case .ownBicycle, .sharedBicycle: .cycle
        case .ownCar, .sharedCar, .hired: .drive
        case .bus, .tram, .metro, .train, .ferry: nil
        }
    }
}

/// A set of means.
public struct TravelMeansSet: OptionSet, Hashable, Codable, Sendable {
    /// A bit for each means.
    public let rawValue: UInt16

    /// Makes the set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The set of one means.
    public init(_ means: TravelMeans) { rawValue = 1 << UInt16(means.rawValue) }

    /// All means.
    public static let all = TravelMeansSet(TravelMeans.allCases.map { TravelMeansSet($0) })
    /// The vehicles of lines.
    public static let transit = TravelMeansSet([.bus, .tram, .metro, .train, .ferry].map { TravelMeansSet($0) })

    /// Whether a means is in the set.
    public func has(_ means: TravelMeans) -> Bool { contains(TravelMeansSet(means)) }

    /// The means, in their order.
    public var list: [TravelMeans] { TravelMeans.allCases.filter(has) }
}
