// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySlices

/// The times of messages as they are measured, by kind.
///
/// Every time is kept as it is, outliers with the rest, until a kind has `most` of them; later ones are not kept.
package struct Measurements: Sendable {
    /// As many times of one kind are kept.
    package static let most = 500_000

    /// What a check of a password cost at the logins.
    package var password = CalibrationTable.PasswordCost(algorithm: "none", operations: 0, memory: 0)

    private var times = [[Int64]](repeating: [], count: 256)

    package init() {}

    /// Adds a message of a kind that took so many nanoseconds.
    @inline(__always)
    package mutating func add(_ kind: MessageType, _ nanoseconds: Int64) {
        let index = Int(kind.number)
        if times[index].count < Self.most { times[index].append(nanoseconds) }
    }

    /// How many messages of a kind were measured.
    package func count(_ kind: MessageType) -> Int { times[Int(kind.number)].count }

    /// The distribution of a kind; nil when none was measured.
    package func distribution(_ kind: MessageType) -> MeasuredTimes? { MeasuredTimes(times[Int(kind.number)]) }
}

/// Reads the host's monotonic clock, in nanoseconds from any beginning.
///
/// Handed in, since only the command may know the host's time; a test hands in a clock of its own.
package typealias HostClock = () -> Int64

/// Why a calibration gave no table.
package enum CalibrationProblem: Error, Sendable, CustomStringConvertible {
    /// The size is out of range; says what is allowed.
    case size(String)
    /// The only service that was to be measured has no messages of its own; says which have some.
    case service(String, allowed: [String])
    /// In so small a city no message of this kind was sent.
    case missing(MessageType)
    /// The messages did not do the same again, so they measured something else.
    case diverged(String)
    /// An account that the work needs was refused; says which answer came.
    case accounts(String)
    /// The measuring was stopped.
    case stopped

    /// What happened and what to do.
    package var description: String {
        switch self {
        case .size(let problem): problem
        case .service(let name, let allowed): "--service \(name); allowed: \(allowed.joined(separator: ", "))"
        case .missing(let kind):
            "no message of the type \(kind.word) was sent in this city; use more drivers and passengers"
        case .diverged(let what): "the replayed messages had another effect: \(what)"
        case .accounts(let what): "the account service did not do its work: \(what)"
        case .stopped: "stopped"
        }
    }
}
