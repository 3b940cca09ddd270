// SPDX-License-Identifier: GPL-3.0-or-later
import CZIP

/// The files of a zip, unpacked by libzip.
///
/// Source: https://libzip.org/documentation/
enum ZipArchive {
    /// Why it cannot be read.
    enum Fault: Error, CustomStringConvertible {
        case notInstalled
        /// What libzip says of the archive.
        case archive(String)
        /// What it says of a file in it.
        case entry(String, String)
        case tooLarge(String)

        var description: String {
            switch self {
            case .notInstalled:
                "libzip is not installed, which unpacks feeds; on Debian it is in the package libzip4 (apt-get install libzip4). "
                    + "A folder with the feed's files needs none"
            case .archive(let text): "libzip cannot read the zip: \(text)"
            case .entry(let name, let text): "libzip cannot unpack `\(name)`: \(text)"
            case .tooLarge(let name): "`\(name)` is larger than 2 GB; allowed: tables of up to 2 GB"
            }
        }
    }

    /// What a table may have at most, unpacked: positions in it have 32 bits.
    static let mostBytes = 1 << 31

    /// The names in an archive, and the bytes of those that are wanted.
    static func read(_ path: String, wanted: (String) -> Bool) throws(Fault) -> (
        names: [String], files: [String: [UInt8]]
    ) {
        guard let zip = czip_functions()?.pointee else { throw .notInstalled }
        var code: Int32 = 0
        guard let archive = zip.openArchive(path, Int32(czip_read_only), &code) else {
            var fault = zip_fault()
            zip.faultInit(&fault, code)
            defer { zip.faultEnd(&fault) }
            throw .archive(zip.faultText(&fault).map { String(cString: $0) } ?? "")
        }
        defer { zip.discard(archive) }
        var names: [String] = []
        var files: [String: [UInt8]] = [:]
        for index in 0..<max(0, zip.count(archive, 0)) {
            guard let found = zip.name(archive, UInt64(index), 0) else { continue }
            let name = String(cString: found)
            names.append(name)
            guard wanted(name) else { continue }
            guard let entry = zip.openEntry(archive, UInt64(index), 0) else {
                throw .entry(name, zip.archiveText(archive).map { String(cString: $0) } ?? "")
            }
            defer { _ = zip.closeEntry(entry) }
            var bytes: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = zip.read(entry, &part, UInt64(part.count))
                guard count >= 0 else { throw .entry(name, zip.entryText(entry).map { String(cString: $0) } ?? "") }
                if count == 0 { break }
                bytes += part[..<Int(count)]
                guard bytes.count < mostBytes else { throw .tooLarge(name) }
            }
            files[name] = bytes
        }
        return (names, files)
    }
}
