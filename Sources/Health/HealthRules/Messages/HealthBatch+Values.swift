// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension HealthBatch {
    /// A batch of the first so many of these values, 0 to 5, which asks for no memory.
    @inlinable
    public init(
        _ wearer: WearerID, _ device: DeviceID, from start: CityTime, to end: CityTime, at place: Place, count: Int,
        _ values: InlineArray<5, HealthValue>
    ) {
        self.wearer = wearer
        self.device = device
        self.start = start
        self.end = end
        self.place = place
        self.count = UInt8(count)
        room = values
    }

    /// The same batch at another place.
    @inlinable
    public func moved(to place: Place) -> HealthBatch {
        HealthBatch(wearer, device, from: start, to: end, at: place, count: Int(count), room)
    }
}
