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

    /// Makes changes in as few transactions as there are stores; each store's in order. False when one failed: some of them may be
    /// made then.
    static func perform(together writes: [RecordWrite]) -> Bool {
        var stores: [ObjectIdentifier] = []
        var lists: [ObjectIdentifier: [RecordWrite]] = [:]
        for write in writes {
            if lists[write.store] == nil { stores.append(write.store) }
            lists[write.store, default: []].append(write)
        }
        do {
            for store in stores {
                guard let list = lists[store], let first = list.first else { continue }
                try first.body(list.map(\.change))
            }
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
