// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

extension ResultColumn {
    /// Wishes by what came of them, with their share on the page; `text` says which wishes.
    static func wishes(_ text: String, _ value: @escaping Reading<WishCounts>) -> [Self] {
        [
            integer("wishes", text) { value(&$0).decided },
            integer("in_time", "of these, aboard in time") { value(&$0).inTime }.json("wishes.inTime"),
            integer("late", "of these, aboard too late") { value(&$0).late }.json("wishes.late"),
            integer("wishes_unserved", "of these, without a ride") { value(&$0).unserved }.json("wishes.unserved"),
            integer("undecided", "wishes that were still open at the end, and not yet late") { value(&$0).undecided }
                .json("wishes.undecided").unstored,
            realOrNull("not_in_time_share", in: .share, "share of the wishes without a ride or aboard too late") {
                value(&$0).notInTimeShare
            }.page("not in time %"),
        ]
    }
}
