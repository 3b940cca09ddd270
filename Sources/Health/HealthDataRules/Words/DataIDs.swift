// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension Tag {
    /// A request for data of a group.
    public enum GroupRequest {}
}

/// The number of a group request, counted from 1 in the order of receipt.
public typealias GroupID = ID<Tag.GroupRequest>
