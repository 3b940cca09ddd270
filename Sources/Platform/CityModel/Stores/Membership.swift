// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Which group of the scenario the customers of services are of, by their numbers there.
///
/// Populations note it as people come in, in runs of which something is told by group: no event says it, since no service knows
/// of groups.
public final class Membership: Sendable {
    private let groups = Mutex<[ServiceID: [Int32: Int]]>([:])

    /// Nobody is there yet.
    public init() {}

    /// Notes a customer of a service, whose group is counted from 0.
    public func note(_ number: Int32, of service: ServiceID, group: Int) {
        groups.withLock { $0[service, default: [:]][number] = group }
    }

    /// The group of a customer; nil for somebody of none.
    public func group(of number: Int32, in service: ServiceID) -> Int? { groups.withLock { $0[service]?[number] } }
}
