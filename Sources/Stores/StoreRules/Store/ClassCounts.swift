// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A number for each class of places: quotas, or how many are inside.
public struct ClassCounts: Hashable, Codable, Sendable {
    /// Of the normal queue.
    public var normal: Int32
    /// Of the priority queue.
    public var priority: Int32
    /// Of bookings.
    public var booking: Int32

    /// Takes the three numbers.
    public init(normal: Int32 = 0, priority: Int32 = 0, booking: Int32 = 0) {
        self.normal = normal
        self.priority = priority
        self.booking = booking
    }

    /// All three together.
    public var sum: Int32 { normal + priority + booking }

    /// The number of one class.
    public subscript(place: PlaceClass) -> Int32 {
        get {
            switch place {
            case .normal: normal
            case .priority: priority
            case .booking: booking
            }
        }
        set {
            switch place {
            case .normal: normal = newValue
            case .priority: priority = newValue
            case .booking: booking = newValue
            }
        }
    }

    /// These quotas in proportion for another limit, by largest remainder; ties go to normal, priority, booking in that order
    /// (DEC-STORE-QUOTA).
    public func rescaled(to limit: Int32) -> ClassCounts {
        guard sum > 0 else { return ClassCounts(normal: limit) }
        var counts = ClassCounts()
        var rests: [(rest: Int64, place: PlaceClass)] = []
        for place in PlaceClass.allCases {
            let (quotient, rest) = (Int64(self[place]) * Int64(limit)).quotientAndRemainder(dividingBy: Int64(sum))
            counts[place] = Int32(quotient)
            rests.append((rest, place))
        }
        rests.sort { ($1.rest, $0.place.rawValue) < ($0.rest, $1.place.rawValue) }
        for (_, place) in rests.prefix(Int(limit - counts.sum)) { counts[place] += 1 }
        return counts
    }
}
