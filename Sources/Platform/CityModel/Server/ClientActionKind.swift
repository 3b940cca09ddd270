// SPDX-License-Identifier: GPL-3.0-or-later

/// What a user does with a client (UI-01).
public struct ClientActionKind: OpenWord {
    /// The texts of all that were named.
    public static let names = WordNames()
    /// The number in fingerprints, keys and stored files.
    public let number: UInt8

    /// The word of this number.
    public init(number: UInt8) { self.number = number }

    /// Logged in.
    public static let loggedIn = ClientActionKind(0, "loggedIn")
    /// Logged out.
    public static let loggedOut = ClientActionKind(1, "loggedOut")
    /// Registration sent.
    public static let registrationSent = ClientActionKind(15, "registrationSent")
    /// Link followed.
    public static let linkFollowed = ClientActionKind(16, "linkFollowed")
    /// Profile viewed.
    public static let profileViewed = ClientActionKind(17, "profileViewed")
    /// Profile edited.
    public static let profileEdited = ClientActionKind(18, "profileEdited")
    /// History viewed.
    public static let historyViewed = ClientActionKind(19, "historyViewed")
    /// Dashboard opened.
    public static let dashboardOpened = ClientActionKind(20, "dashboardOpened")
    /// Language changed.
    public static let languageChanged = ClientActionKind(21, "languageChanged")
    /// Password forgotten.
    public static let passwordForgotten = ClientActionKind(22, "passwordForgotten")
    /// Account deleted.
    public static let accountDeleted = ClientActionKind(23, "accountDeleted")

    /// What users of every service do.
    public static let ofAccounts: [ClientActionKind] = [
        .loggedIn, .loggedOut, .registrationSent, .linkFollowed, .profileViewed, .profileEdited, .historyViewed,
        .dashboardOpened, .languageChanged, .passwordForgotten, .accountDeleted,
    ]
}
