// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

/// How the fee of a shared ride is split: by distance, over all travelers (TAXI-SHARE-10 to -10C).
///
/// A traveler's share is the own distance by the sum of the distances of all travelers; a passenger pays the shares of
/// self and of all travelers brought along. Hundredths of a percent by the largest-remainder method, ties to the owner and
/// then by joining (DEC-FEE-ROUNDING). Equal for each traveler when nobody was driven at all (DEC-FEE-ZERO). Whole numbers
/// throughout, so the shares of a ride sum to exactly 10,000.
public struct FeeSplit: Sendable, Equatable {
    /// What one passenger brings into the split.
    public struct Part: Sendable, Hashable {
        /// Who pays.
        public let passenger: PassengerID
        /// Travelers taken aboard; 1 or more.
        public let travelers: Int32
        /// Driven from the common start to the own drop-off (DEC-FEE-DISTANCE).
        public let driven: Distance
        /// The way alone, for the other split.
        public let direct: Distance

        /// Makes a part.
        public init(passenger: PassengerID, travelers: Int32, driven: Distance, direct: Distance) {
            self.passenger = passenger
            self.travelers = travelers
            self.driven = driven
            self.direct = direct
        }
    }

    /// The shares by driven distance, in the order given.
    public let shares: [FeeShare]
    /// For comparison the shares by the way alone, in hundredths of a percent (DEC-FEE-DISTANCE).
    public let directHundredths: [Int32]

    /// The sum of the shares in hundredths of a percent: 10,000 unless nobody was aboard.
    public var sum: Int32 { shares.reduce(0) { $0 + $1.hundredths } }

    /// Splits the fee among these passengers, the owner first, then by joining.
    public init(_ parts: [Part]) {
        let driven = Self.weights(parts) { $0.driven }
        let denominator = driven.reduce(0, +)
        let hundredths = Self.hundredths(driven)
        shares = parts.indices.map { index in
            FeeShare(
                passenger: parts[index].passenger, travelers: parts[index].travelers, distance: parts[index].driven,
                hundredths: hundredths[index], numerator: driven[index], denominator: denominator)
        }
        directHundredths = Self.hundredths(Self.weights(parts) { $0.direct })
    }

    /// Travelers times millimetres; travelers alone when that is nothing for all.
    private static func weights(_ parts: [Part], _ distance: (Part) -> Distance) -> [Int64] {
        let weights = parts.map { Int64($0.travelers) * distance($0).millimetres }
        return weights.allSatisfy { $0 == 0 } ? parts.map { Int64($0.travelers) } : weights
    }

    /// Ten thousand split by weights with largest remainders.
    static func hundredths(_ weights: [Int64]) -> [Int32] {
        let whole: Int64 = 10_000
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return weights.map { _ in 0 } }
        var shares = weights.map { $0 * whole / sum }
        let remainders = weights.map { $0 * whole % sum }
        let missing = Int(whole - shares.reduce(0, +))
        let order = weights.indices.sorted { (remainders[$0], $1) > (remainders[$1], $0) }
        for index in order.prefix(missing) { shares[index] += 1 }
        return shares.map { Int32($0) }
    }
}
