// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Roads

@Suite struct StreetRuleTests {
    @Test("every class has a speed or a never for each user")
    func classes() {
        #expect(StreetRules.own.classes.count == StreetRules.own.classNames.count)
        for (name, ways) in StreetRules.own.classes { #expect(ways.count == StreetUser.allCases.count, "\(name)") }
    }
}
