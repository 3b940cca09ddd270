// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a phone sends: the values of a short time, all of one person (INV-DataOneIndividual), and where the phone was.
///
/// The time is a half-open interval: the end belongs to the next batch (DEC-INTERVALS). A plain value without references, since
/// a city has tens of millions of them a day.
@frozen
public struct HealthBatch: Hashable, Sendable {
    /// Whose values.
    public let wearer: WearerID
    /// What measured them.
    public let device: DeviceID
    /// When the first began.
    public let start: CityTime
    /// When the last ended.
    public let end: CityTime
    /// Where the phone was at the end (DEC-HEALTH-POSITION).
    public let place: Place
    /// How many values the device sent: 1 to 5 in a sound batch (INV-DataBatchShape), up to 255 in a faulty one.
    public let count: UInt8
    @usableFromInline let room: InlineArray<5, HealthValue>

    /// The most values of a batch.
    public static let mostValues = 5

    /// A batch of these values. Only the first five are kept; `count` tells of all.
    public init(
        _ wearer: WearerID, _ device: DeviceID, from start: CityTime, to end: CityTime, at place: Place,
        _ values: [HealthValue]
    ) {
        self.wearer = wearer
        self.device = device
        self.start = start
        self.end = end
        self.place = place
        count = UInt8(min(values.count, 255))
        room = InlineArray { $0 < values.count ? values[$0] : HealthValue(.heartRate, hundredths: 0) }
    }

    /// How many values can be read: five at most.
    @inlinable public var valueCount: Int { min(Int(count), Self.mostValues) }

    /// A value, by its index below `valueCount`.
    @inlinable
    public subscript(index: Int) -> HealthValue { room[index] }

    /// Equal in all parts.
    public static func == (left: Self, right: Self) -> Bool {
        left.wearer == right.wearer && left.device == right.device && left.start == right.start && left.end == right.end
            && left.place == right.place && left.count == right.count
            && (0..<left.valueCount).allSatisfy { left[$0] == right[$0] }
    }

    /// Who, and when it began.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(wearer)
        hasher.combine(start)
    }
}
