// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Calls that come within some seconds are asked for together, so that their taxis drive least in all (`TaxiParameters.batch`).
extension ZoneDispatch {
    /// A batch is due: the open requests are paired with the drivers who can be asked, and each driver is asked for one.
    public mutating func batch(at now: CityTime) -> [ZoneDirective] {
        var directives = lists.take()
        nextBatch = nil
        settle(at: now, pairs: pairs(at: now), &directives)
        return directives
    }

    /// Batches are at the multiples of their interval, and only where somebody waits to be asked for.
    mutating func planBatch(at now: CityTime, _ directives: inout [ZoneDirective]) {
        guard nextBatch == nil, requests.contains(where: { $0.pending == nil }) else { return }
        let interval = parameters.batch.nanoseconds
        let next = CityTime(nanoseconds: (now.nanoseconds / interval + 1) * interval)
        nextBatch = next
        directives.append(.wakeForBatch(next))
    }

    /// As many requests as can be have a driver, and all these drivers together the least approach.
    private mutating func pairs(at now: CityTime) -> [RequestID: (row: Int, approach: TimeSpan)] {
        let open = requests.indices.filter { requests[$0].pending == nil }
        let rows = queue.indices.filter { row in open.contains { queue[row].isCandidate(for: requests[$0]) } }
        guard !rows.isEmpty else { return [:] }
        let positions = rows.map { queue[$0].position }
        var approaches: [[TimeSpan?]] = []
        for index in open {
            let times = travel.times(
                to: requests[index].place, from: positions, leaving: now, isApproach: true, user: .licensed)
            approaches.append(
                zip(rows, times).map { row, time in
                    guard queue[row].isCandidate(for: requests[index]) else { return nil }
                    // Who has no way there is asked as little as who was asked before.
                    if time == nil { requests[index].passOver(queue[row].driver) }
                    return time
                })
        }
        var pairs: [RequestID: (row: Int, approach: TimeSpan)] = [:]
        for (place, column) in LeastTotal.pairs(approaches.map { $0.map { $0?.nanoseconds } }).enumerated() {
            guard let column, let approach = approaches[place][column] else { continue }
            pairs[requests[open[place]].id] = (rows[column], approach)
        }
        return pairs
    }
}
