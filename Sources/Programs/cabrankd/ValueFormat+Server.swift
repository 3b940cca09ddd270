// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import ScenarioLanguage

extension ValueFormat where Value == ListenAddress {
    /// Host and port, such as `127.0.0.1:8443`.
    static let listen = ValueFormat.scalar(
        ScalarForm("host and port, such as `127.0.0.1:8443`", ["type": .text("string")]), expected: "host and port",
        parse: { text, _, location, reading in
            if let address = ListenAddress(text) { return address }
            reading.fault(
                location, "`\(text)` is no host with a port", allowed: "such as `127.0.0.1:8443` or `[::1]:8443`")
            return nil
        },
        write: { address, _ in .quoted(address.text) })
}

extension ValueFormat where Value == SourceAddress {
    /// An address of IPv4 or IPv6.
    static let address = ValueFormat.scalar(
        ScalarForm("an address, such as `192.0.2.1` or `2001:db8::1`", ["type": .text("string")]),
        expected: "an address",
        parse: { text, _, location, reading in
            if let address = SourceAddress(text), address != .unknown { return address }
            reading.fault(location, "`\(text)` is no address", allowed: "such as `192.0.2.1` or `2001:db8::1`")
            return nil
        },
        write: { address, _ in .quoted(address.description) })
}

extension ValueFormat where Value == String {
    /// A folder that may not be there yet.
    static let folder = ValueFormat.scalar(
        ScalarForm("a folder", ["type": .text("string"), "minLength": .whole(1)]), expected: "a path",
        parse: { text, _, location, reading in reading.resolve(text, from: location) },
        write: { path, writing in .quoted(writing.relative(path)) })
}
