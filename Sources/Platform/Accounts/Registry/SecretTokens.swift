// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel

/// Tokens of a source of secrets: of the operating system, or of a key in a simulation.
public struct SecretTokens: TokenSource {
    private let source: any SecretSource
    /// The source where a log is kept: a token is a hash of a secret then.
    private let recorded: RecordedSecrets?

    /// Tokens of this source.
    public init(_ source: any SecretSource) {
        self.source = source
        recorded = source as? RecordedSecrets
    }

    /// The next token.
    public func next() -> Token { recorded?.next() ?? source.token() }
}
