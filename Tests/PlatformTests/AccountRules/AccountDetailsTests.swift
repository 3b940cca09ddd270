// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

@Suite struct AccountDetailsTests {
    @Test("Details are equal whatever the order in which they were filled in, and nil takes a value out")
    func order() {
        var one = AccountDetails()
        one[.seats] = .number(4)
        one[.taxiNumber] = .text("AB1")
        one[.licenceExpiry] = .date(CivilDate(2030, 1, 1))
        var other = AccountDetails()
        other[.licenceExpiry] = .date(CivilDate(2029, 1, 1))
        other[.licence] = .number(1)
        other[.taxiNumber] = .text("AB1")
        other[.seats] = .number(4)
        #expect(one != other)
        other[.licenceExpiry] = .date(CivilDate(2030, 1, 1))
        other[.licence] = nil
        #expect(one == other && one.entries.map(\.field) == [.licenceExpiry, .taxiNumber, .seats])
        #expect(one.number(.seats) == 4 && one.text(.taxiNumber) == "AB1" && one.date(.licenceExpiry)?.year == 2030)
        #expect(one.number(.taxiNumber) == nil && one.text(.licence) == nil && one.date(.seats) == nil)
        #expect(one.texts.map(\.text) == ["AB1"])
    }

    @Test("New values go over those of before, and a type of account keeps its own fields only")
    func merging() {
        var old = AccountDetails()
        old[.seats] = .number(4)
        old[.licence] = .number(7)
        var new = AccountDetails()
        new[.seats] = .number(6)
        let merged = new.over(old)
        #expect(merged.number(.seats) == 6 && merged.number(.licence) == 7)
        #expect(
            merged.only(AccountFields([.seats, .name])) == new && merged.only(AccountFields([])) == AccountDetails())
    }
}
