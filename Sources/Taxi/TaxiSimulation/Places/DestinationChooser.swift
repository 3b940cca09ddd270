// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import RandomStreams

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Draws where a call goes: three numbers of the stream, whatever the model.
struct DestinationChooser: Sendable {
    private let byOrigin: [ZoneID: ZoneChooser]
    private let anywhere: ZoneChooser?
    private let layout: any ZoneLayout

    init(_ model: DestinationModel, layout: any ZoneLayout) {
        self.layout = layout
        let zones = layout.zones
        switch model {
        case .zones(let weights):
            anywhere = ZoneChooser(weights, layout: layout)
            byOrigin = [:]
        case .gravity(let weights, let scale):
            let attraction = weights.values(on: layout)
            var byOrigin: [ZoneID: ZoneChooser] = [:]
            for origin in zones {
                let pulled = zip(zones, attraction).map { zone, entry in
                    let metres = origin.inside.distance(to: zone.inside).inMetres
                    return (zone: zone.id, weight: entry.weight * exp(-metres / scale.inMetres))
                }
                byOrigin[origin.id] = ZoneChooser(pulled, layout: layout)
            }
            self.byOrigin = byOrigin
            anywhere = ZoneChooser(weights, layout: layout)
        case .table(let table):
            var byOrigin: [ZoneID: ZoneChooser] = [:]
            for origin in zones {
                let row = zones.map { zone in
                    (zone: zone.id, weight: table[ZonePair(origin: origin.id, destination: zone.id)] ?? 0)
                }
                byOrigin[origin.id] = ZoneChooser(row, layout: layout)
            }
            self.byOrigin = byOrigin
            anywhere = ZoneChooser(.area, layout: layout)
        }
    }

    /// A place to go to from a zone. A zone without a row of its own draws from all zones.
    func place(from origin: ZoneID?, _ stream: inout RandomStream) -> Place {
        if !byOrigin.isEmpty, let origin, let chooser = byOrigin[origin] { return chooser.place(&stream) }
        return anywhere?.place(&stream) ?? .origin
    }
}
