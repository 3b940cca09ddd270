// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Calls that find nobody in their zone are put to the drivers of zones around it (`TaxiParameters.neighbourRings`).
extension ZoneDispatch {
    /// The delay after which a request looks around is over.
    public mutating func lookAround(for id: RequestID, at now: CityTime) -> [ZoneDirective] {
        var directives = lists.take()
        guard requests.contains(where: { $0.id == id }) else { return directives }
        settle(at: now, &directives)
        return directives
    }

    /// Gives up a request for which nobody here is asked, to the next zone or back to its own; nil when it has an offer, or is not here.
    public mutating func takeOut(_ id: RequestID) -> OpenRequest? {
        guard let index = requests.firstIndex(where: { $0.id == id && $0.pending == nil }) else { return nil }
        return requests.remove(at: index)
    }

    /// A request of another zone is put to the drivers here.
    public mutating func visit(_ request: OpenRequest, at now: CityTime) -> [ZoneDirective] {
        var directives = lists.take()
        requests.append(request)
        requests[requests.count - 1].looksAround = .visiting
        settle(at: now, &directives)
        return directives
    }

    /// A request of this zone has found nobody in those around either: it waits here, or ends.
    public mutating func comeBack(_ request: OpenRequest, at now: CityTime) -> [ZoneDirective] {
        var directives = lists.take()
        // In the order of arrival, as if it had never been away (TAXI-CALL-06).
        let index = requests.firstIndex { $0.id > request.id } ?? requests.endIndex
        requests.insert(request, at: index)
        requests[index].looksAround = .done
        settle(at: now, &directives)
        return directives
    }

    /// Whether somebody of the queue can be asked for a request of another zone now.
    public func canServe(_ request: OpenRequest) -> Bool { queue.contains { $0.isCandidate(for: request) } }

    /// Whether a request for which there is nobody here waits to be put to others, or is being put to them.
    mutating func looksAround(request index: Int, at now: CityTime, _ directives: inout [ZoneDirective]) -> Bool {
        guard parameters.neighbourRings > 0 else { return false }
        let id = requests[index].id
        switch requests[index].looksAround {
        case .done: return false
        case .asked: return true
        case .no:
            let begins = now + parameters.neighboursAfter
            requests[index].looksAround = .after(begins)
            guard begins > now else { break }
            wait(request: index, &directives)
            directives.append(.wakeToLookAround(id, begins))
            return true
        case .after(let begins):
            if now < begins { return true }
        case .visiting: break
        }
        requests[index].looksAround = .asked
        directives.append(.lookAround(id))
        return true
    }
}

/// Whether a request is put to the drivers of zones around its own.
enum LooksAround: Sendable, Equatable {
    /// It has found drivers in its own so far.
    case no
    /// From then on.
    case after(CityTime)
    /// It is in the queue of another zone.
    case visiting
    /// The next zone is being looked for.
    case asked
    /// Nobody is left there.
    case done
}
