// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension Tag {
    /// A request for data of a group.
    public enum GroupRequest {}
}

/// The number of a group request, counted from 1 in the order of receipt.
public typealias GroupID = ID<Tag.GroupRequest>

extension WearerID {
    private static let guestsAbove: Int32 = 1_000_000_000

    /// The number of somebody whom another service of the city asks about, by the number there: above those of all who wear a device.
    ///
    /// Most of them wear none and have no account here. Their consents are kept as those of everybody else, and there is nothing else
    /// of them that anybody could read (RACE-JOIN-CONSENT).
    public static func guest(_ person: Int32) -> WearerID { WearerID(guestsAbove + person) }

    /// Whether it is the number of somebody of another service.
    public var isGuest: Bool { number > Self.guestsAbove }

    /// The number in the other service; nil for everybody who is none of its people.
    public var guestNumber: Int32? { isGuest ? number - Self.guestsAbove : nil }
}
