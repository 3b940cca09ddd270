// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityLoop
public import CityModel
public import HealthRules

// What comes by a client past the gateway.
extension CityClient {
    /// Opens the way past the gateway, for phones that reach the health service by this client.
    public func connect(_ line: BatchLine) { healthPart.line = line }

    /// Sends a batch of a person who has a session here, measured where the phone says: east and north of `measured` are ten-millionths
    /// of a degree, and `seal` is its check value (SEC-09). Its person is that of the session (INV-DataOneIndividual).
    ///
    /// - Parameters:
    ///   - measured: the batch of any person.
    ///   - seal: the phone's check value, of the batch with the person's number.
    ///   - place: where that is in the city.
    ///   - keptUntil: where the phone is now, when it had to keep the batch for a while.
    /// - Returns: whether a value is dangerous.
    public func send(
        _ token: Token, _ measured: @Sendable (WearerID) -> HealthBatch, seal: UInt64, at place: Place,
        keptUntil: Place?
    ) async throws(BatchSendingError) -> Bool {
        let session = try useSession(token, BatchSendingError.self)
        guard session.role.name == .wearer else { throw .access(.wrongRole) }
        guard let line = healthPart.line else { throw .access(.moduleOff) }
        let wearer = WearerID(session.role.number)
        guard healthPart.admits(wearer, at: loop.now) else { throw .access(.rateLimited) }
        let batch = measured(wearer)
        do {
            return try line.send(
                line.sealed(batch, seal: seal, at: place, keptUntil: keptUntil), in: token, of: sender.request)
        } catch {
            throw .batch(error)
        }
    }

    /// Whoever sends ambulances says what came of an SOS. Whoever asks has looked at who that is.
    public func answerSOS(of wearer: WearerID, _ reply: RescueReply) async throws(BatchSendingError) {
        guard let line = healthPart.line else { throw .access(.moduleOff) }
        do {
            try line.answer(wearer, reply, of: sender.request)
        } catch {
            throw .batch(error)
        }
    }
}
