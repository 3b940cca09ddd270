// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import Foundation
public import HealthRules
import Synchronization

/// Keeps batches in one file of records of 64 bytes: of a simulation, tens of millions a day.
///
/// The last batches of each person are in memory; when there are 16 they go to the file as one block, so that a person's batches lie
/// in few places, and of each block only its place and first time are remembered. A block that is erased is overwritten with zeros.
/// The file is one run's: it is new when it is opened, and has no meaning without the index. It holds no name and no social security number
/// (SEC-09).
public final class BatchFile: BatchStore {
    private let path: String
    private let state: Mutex<BatchBlocks>

    /// Makes the file, in place of one that is there.
    ///
    /// - Throws: `CocoaError` when it cannot be made.
    public init(path: String) throws {
        self.path = path
        state = Mutex(BatchBlocks(try BlockFile(path: path)))
    }

    /// A file without a name, in the system's folder for temporary files: nobody else can open it, and it is gone when the run
    /// ends, however that ends.
    ///
    /// - Throws: `CocoaError` when it cannot be made.
    public static func unnamed() throws -> BatchFile {
        let name = "cabrank-batches-" + ProcessInfo.processInfo.globallyUniqueString
        let file = try BatchFile(path: FileManager.default.temporaryDirectory.appendingPathComponent(name).path)
        try file.remove()
        return file
    }

    /// Keeps a batch.
    ///
    /// - Throws: `CocoaError` when the file cannot be written.
    public func append(_ batch: HealthBatch) throws { try state.withLock { try $0.append(batch) } }

    /// The batches of a person whose time begins in the interval.
    ///
    /// - Throws: `CocoaError` when the file cannot be read.
    public func batches(of wearer: WearerID, from start: CityTime, to end: CityTime) throws -> [HealthBatch] {
        try state.withLock { try $0.batches(of: wearer, from: start, to: end) }
    }

    /// How many batches of a person are kept.
    public func count(of wearer: WearerID) -> Int { state.withLock { $0.count(of: wearer) } }

    /// Overwrites all batches of a person.
    ///
    /// - Throws: `CocoaError` when the file cannot be written.
    public func erase(_ wearer: WearerID) throws { try state.withLock { try $0.erase(wearer) } }

    /// How many batches are kept.
    public var count: Int { state.withLock { $0.count } }

    /// Removes the file, at the end of a run.
    ///
    /// - Throws: `CocoaError` when it cannot be removed.
    public func remove() throws { try FileManager.default.removeItem(atPath: path) }
}
