// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// One change of one store, for a `RecordWriter`.
public struct RecordWrite: Sendable {
    /// Whether the writes behind it in the same call are left out when it fails.
    let isNeeded: Bool
    let store: ObjectIdentifier
    private let change: any Sendable
    private let body: @Sendable ([any Sendable]) throws -> Void

    /// Plans a change. When one that is needed fails, what its call asked for behind it is left out.
    public init<Record: StoredRecord>(
        _ change: RecordChange<Record>, in store: any RecordStore<Record>, isNeeded: Bool = false
    ) {
        self.isNeeded = isNeeded
        self.store = ObjectIdentifier(store)
        self.change = change
        body = { changes in try store.write(changes.compactMap { $0 as? RecordChange<Record> }) }
    }

    /// Makes the change, durably.
    func perform() throws { try body([change]) }

    /// Makes the changes of several calls in few transactions; each store's in order, and none that is behind a needed one of its
    /// call before that is durable. False when one failed: some of them may be made then.
    static func perform(together calls: [[RecordWrite]]) -> Bool {
        var stores: [ObjectIdentifier] = []
        var lists: [ObjectIdentifier: [RecordWrite]] = [:]
        func write() throws {
            defer { (stores, lists) = ([], [:]) }
            for store in stores {
                guard let list = lists[store], let first = list.first else { continue }
                try first.body(list.map(\.change))
            }
        }
        do {
            for call in calls {
                for (index, change) in call.enumerated() {
                    if lists[change.store] == nil { stores.append(change.store) }
                    lists[change.store, default: []].append(change)
                    // One transaction makes all of a store's changes or none; what another store holds has to wait.
                    if change.isNeeded, call[(index + 1)...].contains(where: { $0.store != change.store }) {
                        try write()
                    }
                }
            }
            try write()
            return true
        } catch {
            return false
        }
    }
}

/// What came of the writes of one call.
public struct WriteOutcome: Sendable {
    /// The write that was needed and failed, by its position among those of the call, and why. It is not durable, nor is any behind it.
    public internal(set) var refused: (index: Int, error: any Error)?
    /// The first failure of a write that was not needed; the others were made.
    public internal(set) var failure: (any Error)?

    /// Everything is durable.
    init() {}

    /// Makes the writes one by one.
    init(of writes: [RecordWrite]) {
        for (index, write) in writes.enumerated() {
            do {
                try write.perform()
            } catch {
                if write.isNeeded {
                    refused = (index, error)
                    return
                }
                failure = failure ?? error
            }
        }
    }
}
