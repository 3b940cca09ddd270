// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// What somebody is told without having asked, as an event of `GET /events`.
struct WebNews: Sendable {
    /// Which service says it, and what, such as `store.called`.
    let name: String
    /// What belongs to it.
    let content: JSONValue

    init(_ name: String, _ content: JSONValue = [:]) { (self.name, self.content) = (name, content) }
}
