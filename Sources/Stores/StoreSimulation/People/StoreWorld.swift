// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import StoreRules
import StoreService

/// The city as the stores of a run need it.
struct StoreWorld: Sendable {
    let section: StoresSection
    let loop: CityLoop
    let log: EventLog
    let layout: any ZoneLayout
    let travel: any Router
    let key: StreamKey
    let start: CityTime
    let end: CityTime
    /// The scenario of a city with a server; nil without one.
    var served: Scenario?

    /// The manager of all stores, and the employee of each.
    static let manager = StaffID(1)
    static func employee(of store: StoreID) -> StaffID { StaffID(1 + store.number) }

    /// The form of every store, in the order of their numbers.
    var forms: [StoreForm] { section.forms(on: layout, key) }

    /// The service with its stores; nil without one.
    func openService(_ forms: [StoreForm], inputs: InputLog?) -> StoreService? {
        guard section.hasService else { return nil }
        let service = StoreService(
            loop: loop, log: log, parameters: section.rules, managers: [Self.manager],
            codes: DrawnCodes(RandomStream(key, for: .entryCodes, of: 0)), shelves: .none, inputs: inputs)
        service.onLoop { service in
            for (index, form) in forms.enumerated() {
                service.add(form, employees: [Self.employee(of: StoreID(index + 1))], managers: [Self.manager])
            }
        }
        return service
    }
}

extension StoresSection {
    /// The form of every store, in the order of their numbers: where each stands is its own draw, whatever the others.
    func forms(on layout: any ZoneLayout, _ key: StreamKey) -> [StoreForm] {
        groups.enumerated().flatMap { index, group in
            let names = group.storeNames
            let zones = ZoneChooser(group.zones ?? .area, layout: layout)
            return (0..<group.size).map { member in
                let place =
                    group.places.map {
                        layout.place(GeographicPoint(longitude: $0[member].longitude, latitude: $0[member].latitude))
                    }
                    ?? {
                        var stream = RandomStream(
                            key, for: .storePlaces, of: UInt64(index) << 32 | UInt64(member))
                        return zones?.place(ofMember: member, &stream) ?? .origin
                    }()
                return StoreForm(
                    name: names[member], chain: group.chain, place: place, settings: group.settings,
                    isInZone: layout.zone(at: place) != nil)
            }
        }
    }
}

/// Codes from a random stream: the same in every run of a seed.
private struct DrawnCodes: CodeSource {
    private var stream: RandomStream

    init(_ stream: RandomStream) { self.stream = stream }

    private mutating func half() -> UInt64 {
        UInt64(stream.index(0xFFFF_FFFF)) << 32 | UInt64(stream.index(0xFFFF_FFFF))
    }

    mutating func next() -> EntryCode { EntryCode(high: half(), low: half()) }
}
