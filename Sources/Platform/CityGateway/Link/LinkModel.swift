// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A client's link to the server: how long a message is under way on it (PERF-17). The same both ways.
public struct LinkModel: Hashable, Sendable {
    /// How many bits pass in a second, above 0.
    public var bitsPerSecond: Int64
    /// How long each bit is under way, 0 or more.
    public var delay: TimeSpan

    /// Makes a link; traps without bandwidth.
    public init(bitsPerSecond: Int64, delay: TimeSpan = .zero) {
        precondition(bitsPerSecond > 0 && delay >= .zero, "a link needs a bandwidth above 0 and a delay of 0 or more")
        self.bitsPerSecond = bitsPerSecond
        self.delay = delay
    }

    /// The worst link that clients must work on: 2 Mb/s, with no delay of its own (PERF-17).
    public static let worst = LinkModel(bitsPerSecond: 2_000_000)

    /// How long it takes to put this many bytes on the link, to the nearest nanosecond: 20 kB take 0.08 s at 2 Mb/s. A kB is
    /// 1000 bytes.
    public func transferTime(bytes: Int32) -> TimeSpan {
        let bits = Int128(max(0, bytes)) * 8
        let rate = Int128(bitsPerSecond)
        return TimeSpan(nanoseconds: Int64((bits * 1_000_000_000 + rate / 2) / rate))
    }

    /// How long until the last of this many bytes has arrived: transfer and delay.
    public func latency(bytes: Int32) -> TimeSpan { delay + transferTime(bytes: bytes) }
}
