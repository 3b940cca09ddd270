// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

/// How things stand with a passenger, by what the passenger was told: what a client shows that has just been opened (API-06B, API-08).
public struct PassengerState: Hashable, Sendable {
    /// How far a call has come.
    public enum Phase: String, Hashable, Sendable {
        /// Drivers are asked.
        case searching
        /// All drivers are thinking about other offers (DEC-WAIT-PENDING).
        case waiting
        /// A taxi comes.
        case coming
        /// The passenger is in the taxi.
        case aboard
        /// The ride is over.
        case ended
        /// There was no taxi, or the passenger gave up.
        case aborted
        /// The taxi that was to come does not.
        case released

        /// Whether nothing more follows.
        public var isOver: Bool {
            switch self {
            case .searching, .waiting, .coming, .aboard: false
            case .ended, .aborted, .released: true
            }
        }
    }

    /// The passenger's last call.
    public struct Call: Hashable, Sendable {
        /// Its number.
        public let request: RequestID
        /// How far it has come.
        public internal(set) var phase: Phase = .searching
        /// The taxi that comes, or came (TAXI-CALL-13).
        public internal(set) var taxi: DriverID?
        /// When it is expected at the meeting point, as was said at the acceptance.
        public internal(set) var expected: CityTime?
        /// Why there was no taxi.
        public internal(set) var reason: AbortReason?
    }

    /// The shared ride that the passenger is on, or was last.
    public struct SharedRide: Hashable, Sendable {
        /// Its number.
        public let ride: SharedRideID
        /// Where to be; nil for its first owner, who said so.
        public internal(set) var meeting: Place?
        /// When to be there.
        public internal(set) var time: CityTime?
        /// Who owns it now; nil as long as the passenger does.
        public internal(set) var owner: PassengerID?
        /// Whether the passenger is on it no more.
        public internal(set) var isOver = false
        /// What each pays, at its end.
        public internal(set) var shares: [FeeShare] = []
    }

    /// The last call; nil before the first.
    public private(set) var call: Call?
    /// The last shared ride; nil before the first.
    public private(set) var sharedRide: SharedRide?
    /// How often drivers have reported the passenger (TAXI-REPORT-01).
    public private(set) var reports: Int32 = 0

    /// Takes what the passenger is told.
    mutating func take(_ notice: PassengerNotice) {
        switch notice {
        case .call(let notice): take(notice)
        case .sharing(let notice): take(notice)
        // What is reserved is asked for by `reservations`.
        case .reservation, .moduleOff: break
        }
    }

    private mutating func take(_ notice: CallNotice) {
        switch notice {
        case .stored(let request): call = Call(request: request)
        case .waiting(let request): change(request) { $0.phase = .waiting }
        case .accepted(let request, let taxi, let arrival, _):
            change(request) { ($0.phase, $0.taxi, $0.expected) = (.coming, taxi, arrival) }
        case .aborted(let request, let reason): change(request) { ($0.phase, $0.reason) = (.aborted, reason) }
        case .aboard(let request): change(request) { $0.phase = .aboard }
        case .released(let request): change(request) { $0.phase = .released }
        case .rideEnded(let request): change(request) { $0.phase = .ended }
        case .reported(let total): reports = total
        case .refused, .arrival: break
        }
    }

    /// A notice may be of a request that began as a reservation: the first that is heard of it makes it the last call.
    private mutating func change(_ request: RequestID, _ change: (inout Call) -> Void) {
        if call?.request != request {
            if let call, call.request > request { return }
            call = Call(request: request)
        }
        if var found = call {
            change(&found)
            call = found
        }
    }

    private mutating func take(_ notice: SharingNotice) {
        switch notice {
        case .created(let ride): sharedRide = SharedRide(ride: ride)
        case .joined(let ride, let meeting, let time, _):
            sharedRide = SharedRide(ride: ride, meeting: meeting, time: time)
        case .owner(let ride, let owner): if sharedRide?.ride == ride { sharedRide?.owner = owner }
        case .takenOff(let ride, _), .removed(let ride, _): if sharedRide?.ride == ride { sharedRide?.isOver = true }
        case .missed(let ride):
            guard sharedRide?.ride == ride else { return }
            sharedRide?.isOver = true
            // The taxi that was to come went without the passenger.
            if call?.phase.isOver == false { call?.phase = .released }
        case .feeShares(let ride, let shares):
            if sharedRide?.ride == ride {
                sharedRide?.shares = shares
                sharedRide?.isOver = true
            }
        case .proposals, .joinRefused, .someoneJoined, .someoneLeft: break
        }
    }

    /// The passenger gave the call up, of which nobody tells the one who did.
    mutating func abandoned(_ request: RequestID) {
        change(request) { if !$0.phase.isOver { ($0.phase, $0.reason) = (.aborted, .abandoned) } }
    }
}

/// How things stand with a driver.
public struct DriverState: Equatable, Sendable {
    /// The status (TAXI-QUEUE-15).
    public let status: DriverStatus
    /// The offer that waits for an answer.
    public let offer: Offer?
    /// The ride to drive now.
    public let ride: TaxiRide?
}
