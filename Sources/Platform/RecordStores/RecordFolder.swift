// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A folder with the files of a service, and perhaps a second copy of each in another folder (AVAIL-07).
public struct RecordFolder {
    private let folder: String
    private let copy: String?
    private let key: RecordKey?

    /// Opens a folder for files of these names; the loss or damage of a file or of its copy is mended now.
    ///
    /// - Throws: what a file throws that cannot be read.
    public init(_ folder: String, copy: String?, key: RecordKey?, names: [String]) throws {
        (self.folder, self.copy, self.key) = (folder, copy, key)
        guard let copy else { return }
        for name in names { try MirroredFiles.repair(path: Self.path(folder, name), copy: Self.path(copy, name)) }
    }

    private static func path(_ folder: String, _ name: String) -> String { "\(folder)/\(name).sqlite" }

    /// The records of one type in the file of a name, which is made when it is missing.
    ///
    /// - Throws: `RecordKeyError` when the key does not fit, or what a file throws that cannot be read.
    public func file<Record: StoredRecord>(_: Record.Type, _ name: String) throws -> any RecordStore<Record> {
        let path = Self.path(folder, name)
        guard let copy else { return try RecordFile<Record>(path: path, key: key) }
        return try MirroredFile<Record>(path: path, copy: Self.path(copy, name), key: key)
    }
}
