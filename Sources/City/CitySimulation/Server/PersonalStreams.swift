// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RandomStreams

/// Random streams for what the server's side draws about a person at an instant: a service time, the way of a mail.
///
/// Keyed by the person, never by the order of what happens or by a number that is given in order: one
/// person more changes nobody else's draws (SIM-02).
struct PersonalStreams: Sendable {
    let key: StreamKey
    /// The person behind a connection; nil for clients that belong to nobody of the population.
    let person: @Sendable (Connection) -> PersonID?

    /// The stream of one thing. `otherwise` stands for senders who are nobody of the population.
    func stream(
        for purpose: Purpose, of connection: Connection, otherwise source: SourceNetwork = 0, _ kind: UInt8,
        at time: CityTime
    ) -> RandomStream {
        // One number of three. Streams mix their owner's bits, so here it only has to differ.
        let person = person(connection)?.key ?? 1 << 61 | source.key
        let instant = UInt64(bitPattern: time.nanoseconds) &* 0x9E37_79B9_7F4A_7C15
        return RandomStream(key, for: purpose, of: instant ^ person &* 0xD6E8_FEB8_6659_FD93 ^ UInt64(kind))
    }
}
