// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Reporting

/// Folds the events of the health service to rows of `results.sqlite`: one for each SOS. Users stand there by their number, which
/// is a pseudonym (SEC-09).
final class HealthTables: TableFold {
    private struct Row {
        var number: Int64, wearer: Int32
        var start: Int64, end: Int64, received: Int64, sent: Int64
        var place: Place
        var isDelayed: Bool
        var answered = Int64.min
        var reply: RescueReply?
    }

    private static let table = ResultTable<Row>(
        "sos", .key("sos") { $0.number }, .integer("wearer") { $0.wearer }, .instant("start_s") { $0.start },
        .seconds("end_s") { $0.end }, .seconds("received_s") { $0.received }, .seconds("sent_s") { $0.sent },
        .seconds("answered_s") { $0.answered }, .flag("delayed") { $0.isDelayed },
        .integer("east_mm") { $0.place.east }, .integer("north_mm") { $0.place.north },
        .text("answer") { $0.reply?.word ?? "none" })

    private var open: [Row] = []
    private var ended: [Row] = []
    private var answers = GroupAnswerRows()
    private var count: Int64 = 0

    var create: String { Self.table.create + GroupAnswerRows.table.create }
    var complete: Int { ended.count + answers.rows.count }

    func takeRows() -> [TableRows] {
        ended.sort { $0.number < $1.number }
        defer { ended.removeAll(keepingCapacity: true) }
        return [TableRows(Self.table, ended), answers.takeRows()]
    }

    func subscribe(to feed: EventFeed) {
        feed.on(HealthEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time.nanoseconds) }
        }
        feed.on(DataEvent.self) { [self] records in
            for index in records.indices { answers.take(records[index].event, at: records[index].time) }
        }
    }

    /// SOS that nobody has answered by the end are written without an answer.
    func finish(at end: CityTime) {
        ended += open
        open = []
    }

    private func take(_ event: HealthEvent, at now: Int64) {
        switch event {
        case .batchReceived: break
        case .sosSent(let wearer, let place, let start, let end, let received, let isDelayed):
            count += 1
            open.append(
                Row(
                    number: count, wearer: wearer.number, start: start.nanoseconds, end: end.nanoseconds,
                    received: received.nanoseconds, sent: now, place: place, isDelayed: isDelayed))
        case .sosAnswered(let wearer, let reply):
            // Answers to one person come in the order of the questions.
            guard let index = open.firstIndex(where: { $0.wearer == wearer.number }) else { return }
            var row = open.remove(at: index)
            (row.answered, row.reply) = (now, reply)
            ended.append(row)
        case .wearerRegistered, .signUpRefused, .personalDataChanged, .wearerLeft, .wearerLoggedIn, .wearerLoggedOut,
            .permissionAsked, .permissionGiven, .permissionRefused, .wearerRefused, .deviceConnected,
            .deviceConnectFailed, .helpLineCalled, .batchRejected, .tamperDetected, .sosEnabled, .sosDisabled,
            .dangerIgnored, .dangerTooOld, .dangerMissed, .serviceDown, .serviceUp, .scaleChanged, .loadMeasured:
            break
        }
    }
}
