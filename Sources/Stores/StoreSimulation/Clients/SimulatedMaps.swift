// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams

/// The map service of a simulation: knows the made-up addresses of the city's zones, and answers truly, in a turn of its own. A
/// share of the questions may find no answer (STORE-ASSUME-EXT).
///
/// Whether one does depends on the address and the instant, not on how many were asked before (SIM-02).
final actor SimulatedMaps: CityActor, AddressFinder {
    nonisolated let loop: CityLoop
    private let log: EventChannel<ShoppingEvent>
    private let key: StreamKey
    private let failing: Double
    private var addresses: ZoneAddresses
    private var questions: Int32 = 0

    init(_ world: StoreWorld) {
        loop = world.loop
        log = world.log.channel(ShoppingEvent.self)
        key = world.key
        failing = world.section.maps.failed
        addresses = ZoneAddresses(world.layout)
    }

    /// What somebody at a place types: the address of the nearest house; outside all zones, one that is on no map.
    func typed(at place: Place) -> String { addresses.address(near: place) ?? "country road 1" }

    nonisolated func find(_ address: String, _ answer: @escaping @Sendable (AddressAnswer) -> Void) {
        loop.schedule(at: loop.now, as: .arrival) { [self] in answer(onLoop { $0.found(address) }) }
    }

    private func found(_ address: String) -> AddressAnswer {
        questions += 1
        if failing > 0 {
            let owner = StubLuck.owner(StubLuck.mixed(address.utf8), at: loop.now)
            var stream = RandomStream(key, for: .mapFailures, of: owner)
            if stream.chance(failing) {
                log.note(.mapsFailed(question: questions))
                return .failed
            }
        }
        return addresses.place(of: address).map { .found($0) } ?? .unknown
    }
}

/// How the luck of an outside service is drawn: for whom it is asked and when, so that one more question changes nothing for
/// another (SIM-02).
enum StubLuck {
    /// The owner of the stream for somebody's question at an instant.
    static func owner(_ key: UInt64, at time: CityTime) -> UInt64 {
        let instant = UInt64(bitPattern: time.nanoseconds) &* 0x9E37_79B9_7F4A_7C15
        return instant ^ key &* 0xD6E8_FEB8_6659_FD93
    }

    /// A number of a text: FNV-1a, the same in every process.
    static func mixed(_ bytes: String.UTF8View) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
