// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Makes secrets: session tokens, links of mails, temporary passwords.
///
/// A live service takes them from the machine's source of chance; a simulation from a seed, so that runs repeat.
public protocol TokenSource: Sendable {
    /// A token that nobody can guess; another one each time.
    mutating func next() -> Token
}
