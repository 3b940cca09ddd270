// SPDX-License-Identifier: GPL-3.0-or-later

/// Weights over zones.
public enum ZoneWeights: Sendable, Equatable {
    /// Every zone alike.
    case equal
    /// By the area of the zones: places spread evenly over the city.
    case area
    /// These zones with these weights; zones not named have none.
    case listed([ZoneID: Double])
}

extension ZoneWeights {
    /// The weight of each zone of a layout, by rising number.
    public func values(on layout: any ZoneLayout) -> [(zone: ZoneID, weight: Double)] {
        layout.zones.map { record in
            switch self {
            case .equal: (record.id, 1)
            case .area: (record.id, record.area)
            case .listed(let listed): (record.id, listed[record.id] ?? 0)
            }
        }
    }
}
