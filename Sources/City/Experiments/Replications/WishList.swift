// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import Reporting

/// The first wishes of a replication one by one, so that a comparison can follow the same people from one variant to another.
///
/// Sorted by person and time. In files it is one text, base64 of three 32-bit numbers a wish.
package struct WishList: Hashable, Sendable {
    /// How many wishes of a replication are kept at most: those of a day of the shipped city.
    package static let most = 25_000

    /// One wish.
    struct Wish: Hashable, Sendable {
        let person: Int32
        /// When the time to come aboard began: hundredths of a second from the run's start.
        let began: UInt32
        /// Milliseconds from then to boarding; `unmet` or `unknown`.
        let wait: Int32

        static let unmet: Int32 = -1
        static let unknown: Int32 = -2
    }

    /// The wishes by person, then by time.
    let wishes: [Wish]

    init(_ wishes: [Wish]) { self.wishes = wishes.sorted { ($0.person, $0.began) < ($1.person, $1.began) } }

    /// What was kept of the demands of a service, of a run that starts at a time in nanoseconds.
    init(_ kept: [KeptCase], from start: Int64) {
        self.init(
            kept.map { demand in
                let wait: Int32 =
                    switch demand.end {
                    case .served(let time): Int32(clamping: time / 1_000_000)
                    case .lost: Wish.unmet
                    case .open: Wish.unknown
                    }
                return Wish(
                    person: demand.who, began: UInt32(clamping: (demand.began - start) / 10_000_000), wait: wait)
            })
    }
}

extension WishList: Codable {
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let bytes = Data(base64Encoded: text), bytes.count.isMultiple(of: 12) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no list of wishes"))
        }
        func word(_ at: Int) -> UInt32 {
            (0..<4).reduce(0) { $0 | UInt32(bytes[bytes.startIndex + at + $1]) << UInt32(8 * $1) }
        }
        wishes = stride(from: 0, to: bytes.count, by: 12).map { at in
            Wish(
                person: Int32(bitPattern: word(at)), began: word(at + 4), wait: Int32(bitPattern: word(at + 8)))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var bytes = Data(capacity: wishes.count * 12)
        for wish in wishes {
            for word in [UInt32(bitPattern: wish.person), wish.began, UInt32(bitPattern: wish.wait)] {
                for shift in stride(from: UInt32(0), to: 32, by: 8) {
                    bytes.append(UInt8(truncatingIfNeeded: word >> shift))
                }
            }
        }
        var container = encoder.singleValueContainer()
        try container.encode(bytes.base64EncodedString())
    }
}
