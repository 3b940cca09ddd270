// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// The file of a timetable, so that nothing of it is read or computed again.
///
/// A `WordFile`: its sections, each with its length. A file of another version or with another hash is refused.
package struct TimetableFile: Sendable {
    /// The version that this program writes, and the only one that it reads.
    package static let version: UInt32 = 1
    private static let kind: StaticString = "CABTIMES"

    /// Why the bytes are no timetable.
    package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// They are something else.
        case noTimetable
        /// They are of another version of Cabrank.
        case version(UInt32)
        /// They are cut, or were changed.
        case damaged

        /// The sentence for a message.
        package var description: String {
            switch self {
            case .noTimetable: "the file is no timetable; `cabrank transit import` makes one"
            case .version(let found):
                "the timetable is of version \(found) of its form, and this program reads version "
                    + "\(TimetableFile.version); import it again"
            case .damaged: "the timetable is damaged: its content does not match its hash; import it again"
            }
        }
    }

    package let timetable: Timetable
    /// Sixteen hexadecimal digits for the content: equal for equal timetables.
    package let hash: String

    package init(_ timetable: Timetable) {
        self.timetable = timetable
        hash = WordFile.text(WordFile.hash(Self.content(timetable)[...]))
    }

    /// The bytes to write.
    package var bytes: [UInt8] {
        WordFile.bytes(kind: Self.kind, version: Self.version, Self.content(timetable))
    }

    /// Reads the bytes of a file.
    package init(_ bytes: [UInt8]) throws(Fault) {
        let file: WordFile
        do throws(WordFile.Fault) {
            file = try WordFile(bytes, kind: Self.kind, version: Self.version)
        } catch {
            switch error {
            case .otherKind: throw .noTimetable
            case .version(let found): throw .version(found)
            case .damaged: throw .damaged
            }
        }
        var reader = WordReader(file.content)
        guard let timetable = reader.timetable(), reader.isAtEnd else { throw .damaged }
        self.timetable = timetable
        hash = WordFile.text(file.hash)
    }

    private static func content(_ timetable: Timetable) -> [UInt32] {
        var writer = WordWriter()
        writer.add(timetable)
        return writer.words
    }
}
