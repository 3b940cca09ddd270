// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

extension OutputFolder {
    /// The names of the files that Cabrank wrote into a folder, sorted; nil for a folder that it did not write.
    ///
    /// The folder is only read: another process may be writing it.
    package static func files(in path: String) -> [String]? {
        guard let bytes = FileManager.default.contents(atPath: path + "/" + OutputMark.fileName) else { return nil }
        return OutputMark(bytes).map { $0.files.sorted() }
    }
}
