// SPDX-License-Identifier: GPL-3.0-or-later

/// Who was asked for each open request: linked rows in one pool, so that a request costs no allocation.
struct AskedDrivers {
    private var entries: [(driver: Int32, next: Int32)] = []
    private var free: Int32 = -1

    /// The head of an empty row.
    static let none: Int32 = -1

    /// Adds a driver to the row that begins at `head`.
    mutating func add(_ driver: Int32, to head: inout Int32) {
        if free >= 0 {
            let node = free
            free = entries[Int(node)].next
            entries[Int(node)] = (driver, head)
            head = node
        } else {
            entries.append((driver, head))
            head = Int32(entries.count - 1)
        }
    }

    /// Whether a driver is in the row.
    func holds(_ driver: Int32, in head: Int32) -> Bool {
        var node = head
        while node >= 0 {
            let entry = entries[Int(node)]
            if entry.driver == driver { return true }
            node = entry.next
        }
        return false
    }

    /// Gives the row's places back.
    mutating func release(_ head: inout Int32) {
        while head >= 0 {
            let node = head
            head = entries[Int(node)].next
            entries[Int(node)].next = free
            free = node
        }
    }
}
