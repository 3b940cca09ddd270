// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension HealthBatch: Codable {
    private enum Key: CodingKey {
        case wearer, device, start, end, place, count, values
    }

    /// Reads a batch.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        var values = try fields.decode([HealthValue].self, forKey: .values)
        // A faulty batch tells of more values than it keeps.
        let count = Int(try fields.decode(UInt8.self, forKey: .count))
        while values.count < count { values.append(HealthValue(.heartRate, hundredths: 0)) }
        self.init(
            try fields.decode(WearerID.self, forKey: .wearer), try fields.decode(DeviceID.self, forKey: .device),
            from: CityTime(nanoseconds: try fields.decode(Int64.self, forKey: .start)),
            to: CityTime(nanoseconds: try fields.decode(Int64.self, forKey: .end)),
            at: try fields.decode(Place.self, forKey: .place), values)
    }

    /// Writes the batch.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(wearer, forKey: .wearer)
        try fields.encode(device, forKey: .device)
        try fields.encode(start.nanoseconds, forKey: .start)
        try fields.encode(end.nanoseconds, forKey: .end)
        try fields.encode(place, forKey: .place)
        try fields.encode(count, forKey: .count)
        try fields.encode((0..<valueCount).map { self[$0] }, forKey: .values)
    }
}
