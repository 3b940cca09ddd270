// SPDX-License-Identifier: GPL-3.0-or-later

/// What a comparison says of one kind of demands.
package struct DemandWords: Sendable {
    /// The name in results, such as `stores.visits`.
    package var name = ""
    /// What stands above its parts of the page, where there are several kinds of demands.
    package var title = ""
    /// Several of them, such as `calls`; and what people do who have them, such as `call`.
    package var many = "", ask = "ask"
    /// Zones as the page calls them: those of who asks.
    package var zone = "zone"
    /// The three measures: not met in time, not met at all, and the mean wait of those that were met.
    package var missed = "", unserved = "lost", wait = ""
    /// The same as headings of a page, where it does not make them of these words.
    package var headings: Headings?
    /// One of those that were met, and nobody was: `served`.
    package var served = ""
    /// What is said of a part without any.
    package var none = ""
    /// What is said of the zones by which sides are told; empty for nothing.
    package var remark = ""
    /// The rows of the table of the same people, and who they are in its caption.
    package var gained = "", lost = "", neither = "", sooner = "", later = "", same = ""
    /// The words of the finding.
    package var finding = Finding()
    /// From how many milliseconds on a wait counts as longer or shorter.
    package var notable: Int32 = 60_000
    /// Whether they lead the results of experiments, which name their measures by themselves.
    package var areLeading = false

    /// The words of the sentences: see `ServiceFinding`.
    package struct Finding: Sendable {
        /// `people`, who `are served`.
        package var who = "", get = ""
        /// `who were not before` and `are now`, `who were before` and `are not any more`.
        package var gainedWho = "", gainedNow = "", lostWho = "", lostNow = ""
        /// Whose wait is told: of the same people, and where they are not the same.
        package var same = "", others = ""
        /// `the calls`, which are `not reached in 20 min`.
        package var all = "", missed = ""

        /// Nothing is said yet.
        package init() {}
    }

    /// Titles of maps and of columns.
    package struct Headings: Sendable {
        /// Above maps by zone: who was missed, who was not served, and the waits.
        package var missedMap = "", unservedMap = "", waitMap = ""
        /// Columns of a table of zones: who was not served, and the waits.
        package var unservedColumn = "", waitColumn = ""
        /// A short word for those who are missed, and what zones are called at the beginning of a caption.
        package var missedInShort = "", zones = ""

        /// Nothing is said yet.
        package init() {}
    }

    /// Nothing is said yet.
    package init() {}
}
