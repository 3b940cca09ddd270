// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Finds stops by their ids. Where a timetable has several feeds, an id without its feed will do when one feed alone has it.
struct StopNames {
    private let ids: [String]
    private let stops: [String: Int]
    /// Negative for an id that several feeds have.
    private let bare: [String: Int]

    init(_ timetable: Timetable) {
        ids = timetable.stopIDs
        stops = Dictionary(timetable.stopIDs.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: min)
        var bare: [String: Int] = [:]
        if timetable.feeds.count > 1 {
            for (stop, id) in timetable.stopIDs.enumerated() {
                guard let feed = timetable.feeds.first(where: { id.hasPrefix($0 + ":") }) else { continue }
                let name = String(id.dropFirst(feed.count + 1))
                bare[name] = bare[name] == nil ? stop : -1
            }
        }
        self.bare = bare
    }

    /// The stop of a cell; noted when there is none.
    func stop(_ column: String, _ table: inout ByteTable) -> Int? {
        let id = table.text(column)
        if let stop = stops[id] { return stop }
        if let stop = bare[id], stop >= 0 { return stop }
        if bare[id] != nil {
            table.note(
                column, "\(column) \"\(id)\" is a stop of several feeds; put the feed in front, as in `FEED:\(id)`")
            return nil
        }
        // With thousands of stops each search takes its time.
        let hint = table.errorCount < 20 ? nearestName(to: id, among: ids).map { "; did you mean `\($0)`?" } ?? "" : ""
        table.note(column, "\(column) \"\(id)\" is no stop of the timetable\(hint)")
        return nil
    }
}
