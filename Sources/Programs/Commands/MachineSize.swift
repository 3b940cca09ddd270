// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Foundation

/// How many processor cores there are to run on.
enum MachineSize {
    /// The environment variable that states the number, where the machine reports it wrongly: in a container with a
    /// share of a machine, and in tests that want more threads than the machine has cores.
    static let variable = "CABRANK_CORES"

    /// Whether the environment states the number.
    static var isStated: Bool { getenv(variable) != nil }

    /// The number of cores: what the environment states, else what the system reports.
    static func cores() throws -> Int {
        guard let stated = ProcessInfo.processInfo.environment[variable], !stated.isEmpty else {
            return ProcessInfo.processInfo.activeProcessorCount
        }
        guard let count = Int(stated), (1...4096).contains(count) else {
            throw ValidationError("\(variable)=\(stated) is not a number of processor cores, 1 to 4096")
        }
        return count
    }
}
