// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of the services, which the platform does not know.
enum ServiceWords {
    private static let all: Set<String> = [
        "taxi", "taxis", "passenger", "passengers", "driver", "drivers", "ride", "rides", "rider", "riders", "fleet",
        "reservation", "reservations", "sharing", "traveler", "travelers", "licence", "plate", "dispatcher", "shopper",
        "shoppers", "totem", "patient", "patients", "ambulance", "ambulances", "race", "races", "runner", "runners",
    ]

    /// The first of them in a line of code, in its singular where that is listed. The id of a requirement, such as TAXI-ZONE-03,
    /// is a name of the catalogue's, and not looked into.
    static func first(in code: String) -> String? {
        for word in words(of: code.replacing(/\b[A-Z]+(-[A-Z]+)+-[0-9]+[A-Z]?\b/, with: "")) where all.contains(word) {
            return word.hasSuffix("s") && all.contains(String(word.dropLast())) ? String(word.dropLast()) : word
        }
        return nil
    }

    /// The words that names are made of, in lower case: `PassengerID` gives "passenger" and "id".
    private static func words(of code: String) -> [String] {
        var words: [String] = []
        var word = ""
        var previous: Character = " "
        func close() {
            if !word.isEmpty { words.append(word.lowercased()) }
            word = ""
        }
        for character in code {
            if !character.isLetter {
                close()
            } else if character.isUppercase, !previous.isUppercase {
                close()
                word.append(character)
            } else {
                word.append(character)
            }
            previous = character
        }
        close()
        return words
    }
}
