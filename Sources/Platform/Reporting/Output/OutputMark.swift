// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// What the file `.cabrank` in a folder of results holds: the mark that Cabrank wrote the folder, and what of it.
///
/// One line of JSON. What follows its line break is the rest of a longer one that was written over.
struct OutputMark: Codable {
    static let fileName = ".cabrank"
    private static let about = "Cabrank wrote the files named here and replaces no others."

    /// The process that writes the folder now, or the last one did.
    struct Holder: Codable {
        let process: Int32
        let command: String
        let since: String
    }

    /// What is done when results take their places.
    struct Publishing: Codable {
        /// The files of the stage, in the order in which they take their places.
        let names: [String]
        /// Files of older results, which go.
        let stale: [String]
    }

    /// For people who find the file.
    var about = Self.about
    /// The version of the mark's form.
    var cabrankOutput = 1
    /// The names of the files that Cabrank wrote into the folder.
    var files: Set<String> {
        get { Set(names) }
        set { names = newValue.sorted() }
    }
    /// Whether one of the files has this name; of thousands no set is made for it.
    func holds(_ name: String) -> Bool {
        var (low, high) = (0, names.count)
        while low < high {
            let middle = (low + high) / 2
            if names[middle] < name { low = middle + 1 } else { high = middle }
        }
        return low < names.count && names[low] == name
    }

    /// The same in one order, so that equal folders have equal marks.
    private var names: [String] = []
    /// A folder in this one where results are being made; its name is of this program's making.
    var stage: String?
    /// Results that are complete in `stage` and take their places, the last one last; whoever opens the folder next goes on with it when the
    /// process is killed meanwhile.
    var publishing: Publishing?
    /// A folder in this one where an experiment keeps parts of its results until all are there.
    var spool: String?
    /// Whether an experiment was begun here and has no result yet.
    var isUnfinished = false
    /// The files of older results, which stay until the experiment that was begun here has its own; nil without such ones.
    var older: Set<String>?
    /// What of the scenario was set otherwise, where the folder's name alone does not say it.
    var variant: String?
    /// How many folders of the path were made for it, from its end: those are removed when nothing is left.
    var madeFolders = 0
    var holder: Holder?

    /// Reads a mark; nil when the bytes are none.
    init?(_ bytes: Data) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard let mark = try? JSONDecoder().decode(Self.self, from: line), mark.cabrankOutput == 1 else { return nil }
        // The names are those of files in the folder itself, whatever a mark says that somebody wrote by hand.
        let names = mark.files.union([mark.stage, mark.spool].compactMap(\.self)).union(mark.older ?? [])
            .union(mark.publishing.map { $0.names + $0.stale } ?? [])
        guard names.allSatisfy({ !$0.isEmpty && !$0.contains("/") && $0 != "." && $0 != ".." }) else { return nil }
        self = mark
        // A mark that somebody wrote by hand may have them in any order.
        self.names.sort()
    }

    init() {}

    private enum CodingKeys: String, CodingKey {
        case about, cabrankOutput, stage, publishing, spool, isUnfinished, older, variant, madeFolders, holder
        case names = "files"
    }

    /// The line with its line break.
    var bytes: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and whole numbers can always be encoded.
        return ((try? encoder.encode(self)) ?? Data()) + Data("\n".utf8)
    }
}
