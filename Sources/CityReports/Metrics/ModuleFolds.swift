// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The folds of the modules. They are fed only once a module is on or one of its events occurred, so that a run without
/// modules pays nothing for them.
struct ModuleFolds {
    private let context: RunContext
    private(set) var reservations: ReservationFold
    private(set) var sharing: SharingFold

    init(context: RunContext) {
        self.context = context
        reservations = ReservationFold(measureStart: context.measureStart, end: context.end)
        sharing = SharingFold(start: context.start, measureStart: context.measureStart)
    }

    mutating func takeAll(_ records: ArraySlice<EventRecord>) {
        for record in records {
            switch record.event {
            case .taxi(let event):
                reservations.take(event, at: record.time)
                sharing.take(event, at: record.time)
            case .reservation(let event): reservations.take(event, at: record.time)
            case .sharing(let event): sharing.take(event, at: record.time)
            case .account, .server, .client: break
            }
        }
    }

    /// Whether a module's results are told.
    func tells(_ module: ModuleName) -> Bool {
        switch module {
        case .reservations: context.modules.contains(module) || reservations.isUsed
        case .sharing: context.modules.contains(module) || sharing.isUsed
        }
    }
}
