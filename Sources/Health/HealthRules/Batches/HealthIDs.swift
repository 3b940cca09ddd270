// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension Tag {
    /// Somebody who has an account with the health service.
    public enum Wearer {}
    /// A watch or similar device.
    public enum Device {}
    /// A batch of values.
    public enum HealthBatch {}
    /// An organisation that asks for data.
    public enum ThirdParty {}
}

/// The number of a user of the health service, counted from 1 in the order of registration.
public typealias WearerID = ID<Tag.Wearer>
/// The number of a device.
public typealias DeviceID = ID<Tag.Device>
/// The number of an organisation, counted from 1 in the order of registration.
public typealias ThirdPartyID = ID<Tag.ThirdParty>
