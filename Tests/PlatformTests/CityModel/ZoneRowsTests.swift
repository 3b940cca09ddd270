// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@Suite("Rows of zones")
struct ZoneRowsTests {
    @Test("Any numbers have the rows in which they were added, on both sides of what is looked up directly")
    func rows() {
        let numbers: [Int32] = [7, 1, 2_147_483_647, 65_535, 65_536, 65_537, 300_000_000, 0]
        let rows = ZoneRows(numbers.map { ZoneID($0) })
        #expect(rows.count == 8)
        for (row, number) in numbers.enumerated() { #expect(rows.row(of: ZoneID(number)) == row, "\(number)") }
        for number: Int32 in [2, 8, 65_534, 65_538, 2_147_483_646, -1, .min] {
            #expect(rows.row(of: ZoneID(number)) == nil, "\(number)")
        }
        #expect(ZoneRows().row(of: ZoneID(0)) == nil)
    }

    @Test("A zone that is added again has the new row; one below 0 takes a row and is never found")
    func again() {
        var rows = ZoneRows([ZoneID(5), ZoneID(70_000)])
        rows.add(ZoneID(70_000))
        rows.add(ZoneID(-3))
        rows.add(ZoneID(5))
        #expect(rows.count == 5)
        #expect(rows.row(of: ZoneID(70_000)) == 2)
        #expect(rows.row(of: ZoneID(-3)) == nil)
        #expect(rows.row(of: ZoneID(5)) == 4)
    }

    @Test("100,000 zones with numbers far apart are all found")
    func many() {
        let rows = ZoneRows((1...100_000).lazy.map { ZoneID(Int32($0 * 21_474)) })
        for row in 0..<100_000 { #expect(rows.row(of: ZoneID(Int32((row + 1) * 21_474))) == row) }
    }
}
