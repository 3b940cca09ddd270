// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Whom a violation concerns, in words such as `store 7`, which are made only when there is one.
package protocol Concerned {
    var concerned: String { get }
}

/// A kind of thing that violations call by another word than its type has.
package protocol NamedThing {
    static var word: String { get }
}

extension ID: Concerned {
    package var concerned: String {
        let word = (Thing.self as? any NamedThing.Type)?.word ?? "\(Thing.self)".lowercased()
        return "\(word) \(self)"
    }
}

extension String: Concerned {
    package var concerned: String { self }
}
