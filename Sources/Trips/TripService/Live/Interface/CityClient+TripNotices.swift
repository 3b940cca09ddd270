// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityLoop
public import CityModel
public import TripRules

extension CityClient: TripClients {
    /// Takes a notice to a user.
    nonisolated public func notify(_ user: TripUserID, _ notice: TripNotice) {
        onLoop { client in
            let connection = Connection(.tripUser(user))
            client.note(notice, for: connection)
            if notice.isNews(whileAsking: client.isAsking(connection)) { client.tell(notice, to: connection) }
        }
    }

    /// What a user is told beside answers.
    public func nextTripNotice(_ token: Token) async throws(AccessError) -> TripNotice {
        let session = try openSession(token, AccessError.self)
        guard session.role.name == .tripUser else { throw .wrongRole }
        return try await nextNotice(token) { (notice: TripNotice) in notice }
    }
}

extension TripNotice {
    /// Whether it is told beside answers: also what a change came to that another device has sent.
    fileprivate func isNews(whileAsking isAsking: Bool) -> Bool {
        switch self {
        case .permissionWanted, .positionWanted, .arranged, .timeToLeave, .unreachable, .status: true
        case .changed: !isAsking
        case .opened, .day, .calendars, .map, .route, .noRoute, .ticket, .ticketRefused, .vehicle, .vehicleRefused:
            false
        }
    }
}
