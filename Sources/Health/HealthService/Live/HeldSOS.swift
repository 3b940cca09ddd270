// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import HealthRules
import Synchronization

/// SOS of a live city with an input log: each leaves when the batch that caused it is durable. A life may hang on it, so it leaves too
/// when the disk is broken, and rather twice than never: what a process may not have handed on before it died is handed on again.
public final class HeldSOS: SOSCarrier {
    private let carrier: any SOSCarrier
    private let loop: CityLoop
    /// Those of a log that is being taken up, with their times.
    private let taken = Mutex<[(time: CityTime, sos: SOSText)]>([])

    /// How long before its last input a process may have died without handing on an SOS: longer than a write takes.
    private static let doubt = TimeSpan.seconds(10)

    /// Holds what goes to a carrier.
    public init(_ carrier: any SOSCarrier, on loop: CityLoop) { (self.carrier, self.loop) = (carrier, loop) }

    /// Takes the text.
    public func send(_ sos: SOSText) {
        guard !loop.outbox.isReplaying else {
            let time = loop.now
            return taken.withLock { $0.append((time, sos)) }
        }
        loop.outbox.send { [carrier] _ in carrier.send(sos) }
    }

    /// The log was taken up, whose last input came at this time: hands on again what may not have left. Once, on the loop.
    public func goOn(after last: CityTime) {
        let left = taken.withLock { taken in
            defer { taken = [] }
            return taken.filter { last - $0.time <= Self.doubt }
        }
        for entry in left { carrier.send(entry.sos) }
    }
}
