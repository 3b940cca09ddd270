// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A thing that a text names, kept with its location until it is known what it must fit: a zone until there is a map.
package struct Mention<Subject: Sendable>: Sendable {
    package let subject: Subject
    package let location: InputLocation
}

/// All mentions of one type of thing.
final class MentionList<Subject: Sendable> {
    var mentions: [Mention<Subject>]

    init(_ mentions: [Mention<Subject>]) { self.mentions = mentions }
}
