// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
import CityLoop
public import CityModel

extension CityClient: DeviceAccountService, DeviceClients {
    /// Takes an answer of the accounts by device.
    nonisolated public func notify(_ connection: Connection, _ answer: DeviceAnswer) {
        onLoop { $0.note(answer, for: connection) }
    }

    /// An app is opened (ACCOUNT-TRIP-R1).
    public func openDevice(
        _ identifier: String, on system: ClientSystem = .unknown
    ) async throws(DeviceError) -> Token {
        let message = DeviceSessionMessage.open(identifier: identifier)
        switch try await exchange(asVisitor: message, on: system, DeviceError.self).device {
        case .opened(let session, _):
            begin(session)
            return session.token
        case .refused(let refusal): throw .refused(refusal)
        case .closed, nil: throw .access(.misunderstood)
        }
    }

    /// It is closed.
    public func closeDevice(_ token: Token) async throws(AccessError) {
        guard case .closed = try await exchange(token, AccessError.self, { _ in DeviceSessionMessage.close }).device
        else { throw .misunderstood }
        forget(token)
    }
}

extension Exchange {
    /// The answer of the accounts by device.
    fileprivate var device: DeviceAnswer? { last { (answer: DeviceAnswer) in answer } }
}
