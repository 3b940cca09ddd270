// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Reporting

/// Folds the events of the ambulance service to rows of `results.sqlite`: one for each call.
final class AmbulanceTables: TableFold {
    /// A call. Times are nanoseconds since 1970; `.min` is "never".
    private struct CallRow {
        var call: Int32 = 0, priority: Int32 = 0, patient: Int32?
        var ambulance: Int32?, hospital: Int32?
        var origin: DispatchOrigin?
        var isQueued = false
        var receivedAt = Int64.min, assessedAt = Int64.min, sentAt = Int64.min, departedAt = Int64.min
        var arrivedAt = Int64.min, transportAt = Int64.min, hospitalAt = Int64.min, closedAt = Int64.min
        var ending: CallEnding?
    }

    private static let table = ResultTable<CallRow>(
        "ambulance_calls", .key("call") { $0.call }, .integer("priority") { $0.priority },
        .integerOrNull("patient") { $0.patient }, .integerOrNull("ambulance") { $0.ambulance },
        .integerOrNull("hospital") { $0.hospital }, .text("origin") { $0.origin?.word ?? "" },
        .flag("queued") { $0.isQueued }, .instant("received_s") { $0.receivedAt },
        .seconds("assessed_s") { $0.assessedAt }, .seconds("sent_s") { $0.sentAt },
        .seconds("departed_s") { $0.departedAt }, .seconds("arrived_s") { $0.arrivedAt },
        .seconds("transport_s") { $0.transportAt }, .seconds("hospital_s") { $0.hospitalAt },
        .seconds("closed_s") { $0.closedAt }, .text("outcome") { $0.ending?.word ?? "open" })

    private var open: [AmbulanceCallID: CallRow] = [:]
    private var ended: [CallRow] = []

    var create: String { Self.table.create }
    var complete: Int { ended.count }

    func takeRows() -> [TableRows] {
        ended.sort { $0.call < $1.call }
        defer { ended.removeAll(keepingCapacity: true) }
        return [TableRows(Self.table, ended)]
    }

    func subscribe(to feed: EventFeed) {
        feed.on(AmbulanceEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time.nanoseconds) }
        }
    }

    /// Calls that are open at the end are written with the outcome `open`.
    func finish(at end: CityTime) {
        ended += open.values
        open = [:]
    }

    private func take(_ event: AmbulanceEvent, at now: Int64) {
        switch event {
        case .callReceived(let call, _, let priority, let patient):
            open[call] = CallRow(
                call: call.number, priority: priority, patient: patient?.number, receivedAt: now)
        case .callAssessed(let call, let isQueued):
            open[call]?.assessedAt = now
            open[call]?.isQueued = isQueued
        case .ambulanceSent(let ambulance, let call, _, let origin, _):
            open[call]?.ambulance = ambulance.number
            open[call]?.origin = origin
            open[call]?.sentAt = now
        case .ambulanceDeparted(_, let call): open[call]?.departedAt = now
        case .ambulanceArrived(_, let call): open[call]?.arrivedAt = now
        case .transportBegun(_, let call, let hospital, _):
            open[call]?.hospital = hospital.number
            open[call]?.transportAt = now
        case .hospitalReached(_, let call, _): open[call]?.hospitalAt = now
        case .callClosed(let call, _, let ending):
            guard var row = open.removeValue(forKey: call) else { return }
            (row.closedAt, row.ending) = (now, ending)
            ended.append(row)
        case .ambulanceAdded, .hospitalAdded, .dutyChanged, .sosSuppressed, .callRefused, .ambulanceFreed,
            .ambulanceHome, .reportRefused, .ambulanceHeldUp, .ambulanceSlowed:
            break
        }
    }
}
