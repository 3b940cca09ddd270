// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import CityLoop

/// Danger: a list that is lent twice.
struct SharedListTests {
    @Test("a shared list comes back empty, and a second user at the same time gets another")
    func sharedList() {
        let list = SharedList<Int>()
        var first = list.take()
        first.append(1)
        var second = list.take()
        #expect(second.isEmpty)
        second.append(2)
        #expect(first == [1])
        list.keep(second)
        list.keep(first)
        #expect(list.take().isEmpty)
    }
}
