// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules

/// Whose social security number is which (HEALTH-R7). Held here only: rules, events and input logs have the person's number in its
/// place (SEC-09).
struct NumberBook: Sendable {
    private var people: [String: WearerID] = [:]
    private var numbers: [WearerID: String] = [:]

    /// Whom a number names, as people write it: with spaces, in small letters. Nil for nobody.
    func wearer(of number: String) -> WearerID? { people[Self.plain(number)] }

    /// A person has this number from now on. The first of two people with one number keeps it.
    mutating func set(_ wearer: WearerID, _ number: String) {
        let number = Self.plain(number)
        guard numbers[wearer] != number else { return }
        forget(wearer)
        guard !number.isEmpty, people[number] == nil else { return }
        people[number] = wearer
        numbers[wearer] = number
    }

    mutating func forget(_ wearer: WearerID) {
        if let number = numbers.removeValue(forKey: wearer) { people[number] = nil }
    }

    private static func plain(_ number: String) -> String {
        number.contains { $0.isWhitespace || $0.isLowercase }
            ? number.filter { !$0.isWhitespace }.uppercased() : number
    }
}
