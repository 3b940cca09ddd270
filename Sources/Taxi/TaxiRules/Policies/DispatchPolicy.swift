// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Decides which of the eligible drivers of a zone is asked first.
///
/// To add a policy: one file here, one line in ``NamedPolicy/all``, one test.
public protocol DispatchPolicy: Sendable {
    /// The chosen candidate's index in the queue; nil when there is no candidate. One without a way to the pick-up is passed
    /// over and the policy asked again.
    func choose(from candidates: Candidates, at now: CityTime) -> Int?

    /// The same choice, from the parts of the view. Only for a policy that is asked very often and needs no view: making one
    /// counts three references.
    func choose(queue: [QueuedDriver], request: OpenRequest, travel: any Router, at now: CityTime) -> Int?
}

extension DispatchPolicy {
    /// Makes the view and chooses from it.
    public func choose(
        queue: [QueuedDriver], request: OpenRequest, travel: any Router, at now: CityTime
    ) -> Int? {
        choose(from: Candidates(queue: queue, request: request, travel: travel), at: now)
    }
}

/// The drivers of a zone queue who can be sent an offer for a request now: enough seats, not asked before, no pending
/// offer. A view; nothing is copied.
public struct Candidates {
    /// The whole zone queue, top first.
    public let queue: [QueuedDriver]
    /// The request.
    public let request: OpenRequest
    /// The ways of the city.
    public let travel: any Router

    /// Makes the view.
    public init(queue: [QueuedDriver], request: OpenRequest, travel: any Router) {
        self.queue = queue
        self.request = request
        self.travel = travel
    }

    /// Whether the driver at this position of the queue is a candidate.
    public func contains(_ index: Int) -> Bool {
        queue[index].isCandidate(for: request)
    }

    /// The position nearest to the top that holds a candidate.
    public var first: Int? {
        queue.indices.first(where: contains)
    }
}

extension QueuedDriver {
    /// Eligible and without a pending offer.
    @inline(__always)
    func isCandidate(for request: OpenRequest) -> Bool { pending == nil && isEligible(for: request) }

    /// Eligible: enough seats, not yet asked for this request in this round; may hold a pending offer (glossary).
    @inline(__always)
    func isEligible(for request: OpenRequest) -> Bool {
        seats >= request.travelers && !request.wasAsked(driver)
    }
}

/// The rule: the first eligible driver of the queue (TAXI-CALL-04, TAXI-QUEUE-05).
public struct FirstInQueue: DispatchPolicy {
    /// Makes the policy.
    public init() {}

    /// The candidate nearest to the top.
    public func choose(from candidates: Candidates, at now: CityTime) -> Int? {
        candidates.first
    }

    /// The same, without the view.
    public func choose(
        queue: [QueuedDriver], request: OpenRequest, travel: any Router, at now: CityTime
    ) -> Int? {
        queue.firstIndex { $0.isCandidate(for: request) }
    }
}
