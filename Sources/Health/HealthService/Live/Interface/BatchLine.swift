// SPDX-License-Identifier: GPL-3.0-or-later

public import CityHost
import CityLoop
import CityModel
public import HealthRules

/// The way past the gateway to the machines of the health service (AVAIL-03): of batches, and of what whoever sends ambulances says.
///
/// In a city with an input log what comes this way is kept like a message that passed the gateway: a phone forgets a batch when it is
/// told that it is stored.
public struct BatchLine: BatchService {
    private let monitor: HealthMonitor
    private let inputs: LiveInputs?

    /// Batches go to this monitor, of the city of this log; nil for a city that keeps nothing.
    public init(_ monitor: HealthMonitor, keptBy inputs: LiveInputs? = nil) {
        (self.monitor, self.inputs) = (monitor, inputs)
    }

    /// Sends a batch.
    @discardableResult
    public func send(_ batch: SentBatch) async throws(BatchError) -> Bool { try send(batch, in: nil, of: nil) }

    func send(_ batch: SentBatch, in token: Token?, of request: RequestKey?) throws(BatchError) -> Bool {
        switch bring(.batch(batch), in: token, of: request, { $0.receive(batch) }) {
        case .stored(let isDangerous): return isDangerous
        case .rejected(let reason): throw .refused(reason)
        case .unheard, nil: throw .unheard
        }
    }

    /// A batch with the check value that the service wants, of one whose place the phone gave as it knows it, in degrees: east and north
    /// are ten-millionths of a degree there, and the phone's own check value is of that. One that does not fit gives one that does not fit.
    func sealed(_ measured: HealthBatch, seal: UInt64, at place: Place, keptUntil: Place?) -> SentBatch {
        let batch = measured.moved(to: place)
        let key = monitor.onLoop { $0.rules.key(of: measured.wearer) } ?? 0
        let own = batch.seal(key)
        return SentBatch(batch, seal: measured.seal(key) == seal ? own : ~own, keptUntil: keptUntil)
    }

    /// What whoever sends ambulances says to an SOS.
    func answer(_ wearer: WearerID, _ reply: RescueReply, of request: RequestKey?) throws(BatchError) {
        guard monitor.onLoop({ $0.rules.person(wearer) }) != nil else { throw .refused(.unknownPerson) }
        let heard: Void? = bring(.answered(wearer, reply), in: nil, of: request) { $0.take(.answered(wearer, reply)) }
        if heard == nil { throw .unheard }
    }

    private func bring<Answer: Sendable>(
        _ message: HealthMessage, in token: Token?, of request: RequestKey?, _ take: (isolated HealthMonitor) -> Answer
    ) -> Answer? {
        guard let inputs else { return monitor.onLoop(take) }
        return inputs.bring(message, in: token, of: request) { monitor.onLoop(take) }
    }
}
