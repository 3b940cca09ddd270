// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import Testing

/// Addresses of senders as text, in stored rows and in the event log.
@Suite struct SourceAddressTests {
    @Test(
        "SEC-04: addresses are read as people write them, and written in one form",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:C000:0201", "192.0.2.1"),
            ("2001:db8::1", "2001:db8::1"), ("2001:0DB8:0:0:0:0:0:1", "2001:db8::1"), ("::1", "::1"),
            ("fe80::1:2:3:4", "fe80::1:2:3:4"), ("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil), ("0.0.0.0", "-"),
        ] as [(String, String?)])
    func forms(text: String, written: String?) throws {
        let address = try #require(SourceAddress(text))
        #expect(address.description == written ?? text)
        let row = try JSONEncoder().encode([address])
        #expect(try JSONDecoder().decode([SourceAddress].self, from: row) == [address])
        #expect(SourceNetwork(logNumber: address.network.logNumber) == address.network)
    }

    @Test(
        "What is no address is none",
        arguments: [
            "", " ", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.4:80", ":", ":::", "1::2::3", "2001:db8::1%eth0",
            "[::1]", "12345::", "::g", "192.0.2.1 ",
        ])
    func noAddress(text: String) {
        #expect(SourceAddress(text) == nil)
    }

    @Test("An address of IPv4 is stored as the number that earlier versions stored")
    func stored() throws {
        #expect(
            String(decoding: try JSONEncoder().encode([SourceAddress(ipv4: 0x7F00_0001)]), as: UTF8.self)
                == "[2130706433]")
        #expect(try JSONDecoder().decode([SourceAddress].self, from: Data("[0,1]".utf8)) == [.unknown, 1])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([SourceAddress].self, from: Data("[\"home\"]".utf8))
        }
        #expect(SourceAddress(ipv4: 0x0A00_0001).network.number == 0x0A00_0001)
        #expect(SourceAddress.unknown.network.number == 0)
    }
}
