// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Notices that wait for the next login (TAXI-OFFER-08, DEC-NOTIFY-LOGGED-OUT). Answers to the passenger's own messages never
/// do: whoever sent one is there.
extension CallRules {
    /// A module tells a passenger something. Empty when the client is to be told at once; else the notice is kept, and told
    /// at the next login in its order.
    public mutating func keep(
        _ notice: PassengerNotice, for id: PassengerID, at now: CityTime
    ) -> [CallDirective] {
        guard let kind = notice.keptKind, id.number > 0, !isLoggedIn(id) else { return [] }
        var directives = lists.take()
        keep(notice, nil, kind, for: id, at: now, &directives)
        return directives
    }

    /// The next notice that a directive `notifyKept` is about.
    public mutating func takeKept() -> PassengerNotice? { delivered.isEmpty ? nil : delivered.removeFirst() }

    /// Brings a notice to a passenger at once, or keeps it; the log has the fact from elsewhere.
    mutating func deliver(
        _ id: PassengerID, _ request: RequestID?, _ kind: NoticeKind, _ notice: CallNotice, at now: CityTime,
        _ directives: inout [CallDirective]
    ) {
        if isLoggedIn(id) {
            directives.append(.notify(id, notice))
        } else {
            keep(.call(notice), request, kind, for: id, at: now, &directives)
        }
    }

    mutating func keep(
        _ notice: PassengerNotice, _ request: RequestID?, _ kind: NoticeKind, for id: PassengerID, at now: CityTime,
        _ directives: inout [CallDirective]
    ) {
        passengers[remember(id)].held.append(HeldNotice(notice: notice, request: request, kind: kind, since: now))
        directives.append(.note(.noticeHeld(passenger: id, request: request, kind: kind)))
    }
}

extension PassengerNotice {
    /// How the log names the notice when it is kept for a passenger who is logged out; nil for an answer to a message of the
    /// passenger, which is told at once.
    var keptKind: NoticeKind? {
        switch self {
        case .call, .moduleOff: nil
        case .reservation(let notice): notice.isAnswer ? nil : .reservation
        case .sharing(let notice): notice.isAnswer ? nil : .sharing
        }
    }
}

extension ReservationNotice {
    fileprivate var isAnswer: Bool {
        switch self {
        case .stored, .rejected, .cancelRefused, .list: true
        case .activated, .held, .ended: false
        }
    }
}

extension SharingNotice {
    fileprivate var isAnswer: Bool {
        switch self {
        case .proposals, .created, .joined, .joinRefused: true
        case .someoneJoined, .someoneLeft, .owner, .takenOff, .missed, .removed, .feeShares: false
        }
    }
}
