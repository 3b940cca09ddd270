// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityLoop
public import CityModel
public import TripRules

/// What the client keeps of planner users who are here: what they were told beside answers.
final class TripPart: ClientPart {
    let users = NewsBoxes<TripUserID, TripNotice>()

    func began(_ session: Session, at client: CityClient) {
        if session.role.name == .tripUser { users.open(for: TripUserID(session.role.number)) }
    }

    func left(_ person: Role) {
        if person.name == .tripUser { users.remove(TripUserID(person.number)) }
    }

    func close() { users.close() }
}

extension CityClient: TripClients {
    var tripPart: TripPart { part(TripPart.self) }

    /// Takes a notice to a user.
    nonisolated public func notify(_ user: TripUserID, _ notice: TripNotice) {
        onLoop { client in
            let connection = Connection(.tripUser(user))
            client.note(notice, for: connection)
            if notice.isNews(whileAsking: client.isAsking(connection)) { client.tripPart.users.put(notice, for: user) }
        }
    }

    /// What a user is told beside answers.
    public func nextTripNotice(_ token: Token) async throws(AccessError) -> TripNotice {
        let session = try openSession(token, AccessError.self)
        guard session.role.name == .tripUser else { throw .wrongRole }
        guard let notice = await tripPart.users.next(for: TripUserID(session.role.number)) else {
            throw isClosed ? .closed : .notLoggedIn
        }
        return notice
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
