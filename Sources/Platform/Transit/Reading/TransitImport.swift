// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// A timetable as it was imported, ready to be written, and what was left out.
package struct TransitImport: Sendable {
    package let file: TimetableFile
    /// What was read and left out, in numbers.
    package let summary: FeedSummary
    /// What can be doubted.
    package let doubts: [InputProblem]

    /// Makes a timetable of feeds. Where there are several, ids have the name of their feed in front: `eptc:1511`.
    ///
    /// - Throws: `InputErrors` with all that is wrong.
    package init(_ feeds: [Feed]) throws(InputErrors) {
        var draft = TimetableDraft()
        var problems: [InputProblem] = []
        var (errors, doubts) = (0, [InputProblem]())
        for feed in feeds {
            draft.made.feeds.append(feed.name)
            var reader = FeedReader(feed, prefix: feeds.count > 1 ? "\(feed.name):" : "")
            reader.read(into: &draft)
            problems += reader.problems.prefix(max(0, InputErrors.mostListed - problems.count))
            errors += reader.errorCount
            doubts += reader.doubts
        }
        func refuse(_ table: String, _ message: String) {
            errors += 1
            let file = feeds.first.map { "\($0.path)/\(table)" } ?? ""
            problems.append(InputProblem(.error, at: InputLocation(file: file), message))
        }
        if errors == 0 {
            if draft.timeCount == 0 { refuse("stop_times.txt", "no trip has two stop times or more") }
            if let span = draft.span, Int(span.end) - Int(span.start) >= Timetable.mostDays {
                refuse(
                    "calendar.txt",
                    "the services lie between \(ServiceDay(number: span.start)) and \(ServiceDay(number: span.end)); "
                        + "allowed: at most \(Timetable.mostDays) days")
            }
        }
        guard errors == 0 else { throw InputErrors(problems: problems, errorCount: errors) }
        let (timetable, summary) = draft.timetable()
        file = TimetableFile(timetable)
        self.summary = summary
        self.doubts = doubts
    }
}
