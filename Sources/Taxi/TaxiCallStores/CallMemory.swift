// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import Synchronization
public import TaxiService

/// Keeps requests in memory: survives a restart of the service inside one process.
public final class CallMemory: CallStore {
    private struct Shelf: Sendable {
        var lastNumber: Int32 = 0
        var calls: [Int32: StoredCall] = [:]
    }

    private let shelf = Mutex(Shelf())

    /// An empty store.
    public init() {}

    /// Stores a request, or what changed of it. Never fails.
    public func save(_ call: StoredCall) {
        shelf.withLock {
            $0.lastNumber = max($0.lastNumber, call.request.number)
            $0.calls[call.request.number] = call
        }
    }

    /// Takes a request out. Never fails.
    public func remove(_ id: RequestID) {
        shelf.withLock { _ = $0.calls.removeValue(forKey: id.number) }
    }

    /// What is stored. Never fails; costs a sort.
    public func load() -> StoredCalls {
        shelf.withLock { shelf in
            StoredCalls(lastNumber: shelf.lastNumber, open: shelf.calls.values.sorted { $0.request < $1.request })
        }
    }
}
