// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Keeps the batches that were received, for those who may read them (HEALTH-R27). Called by one thread at a time.
public protocol BatchStore: AnyObject, Sendable {
    /// Keeps a batch, behind all that are kept.
    func append(_ batch: HealthBatch) throws
    /// The batches of a person whose time begins in the interval, in their order.
    func batches(of wearer: WearerID, from start: CityTime, to end: CityTime) throws -> [HealthBatch]
    /// How many batches of a person are kept. Reads none of them.
    func count(of wearer: WearerID) -> Int
    /// Erases all batches of a person, so that nothing of them can be read back from where they were kept.
    func erase(_ wearer: WearerID) throws
    /// How many batches are kept.
    var count: Int { get }
}
