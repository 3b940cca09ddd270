// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// What somebody was told without having asked, as an event of a stream.
struct WebNews: Sendable {
    /// What kind of news it is: small words with a point.
    let name: String
    /// What it says.
    let content: JSONValue
}
