// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the account service asks of the taxi service and tells it, about the passenger or driver of an account.
///
/// Called on the loop; every call returns at once and never calls the account service back. The numbers of persons are the
/// taxi service's own: one for each passenger and one for each driver, each of one account at most.
public protocol RoleDesk: AnyObject, Sendable {
    /// A number for the person of a new account, which no other account has. `connection` is where the form came
    /// from, for simulations whose persons are numbered before they register.
    func newPerson(_ type: AccountType, from connection: Connection) -> Int32
    /// The account of a new person was not kept, or ended before it was confirmed: the number may be given again.
    func giveBack(_ role: Session.Role)

    /// Whether the person waits for a taxi, rides in one, or drives one to or with a passenger (ACCOUNT-PROFILE-04C). A
    /// reservation that has not been activated does not count.
    func hasOpenRide(_ role: Session.Role) -> Bool
    /// Cancels every reservation of a passenger that has not been activated, also in its last 2 h (DEC-ACCOUNT-DELETE).
    /// Returns how many.
    func cancelReservations(of passenger: PassengerID) -> Int
    /// Takes an available driver off shift at once; nothing happens to one who is off shift (DEC-ACCOUNT-DELETE).
    func setOffShift(_ driver: DriverID)
    /// How many reports of bad use drivers filed against the passenger (ACCOUNT-PROFILE-08).
    func badReports(of passenger: PassengerID) -> Int32
    /// Past requests of a passenger, or accepted ones of a driver, newest first: from the first instant on, and before the
    /// second; nil sets no limit (ACCOUNT-PROFILE-01, -02, -09).
    func history(of role: Session.Role, from: CityTime?, to: CityTime?) -> [HistoryEntry]
    /// The request of the last taxi that the person rode in or drove; nil without one (UI-03).
    func lastTaxi(of role: Session.Role) -> RequestID?

    /// The driver's licence is no longer valid: off shift now, or after the ride in progress, and refused in service from now
    /// on; or it is valid again (ACCOUNT-PROFILE-07). Licences count as valid until told otherwise.
    func licence(of driver: DriverID, isValid: Bool)
    /// The name that others see of the person (TAXI-OFFER-07C). Comes before the first `sessionBegan`, and again when the name
    /// was changed.
    func named(_ role: Session.Role, username: String)
    /// The person logged in with this client. May come again for another client while a session is open.
    func sessionBegan(_ role: Session.Role, _ client: ClientKind)
    /// The person's last session is over.
    func sessionEnded(_ role: Session.Role)
    /// The account is gone: whatever the taxi service keeps of the person is stripped to a pseudonym or erased
    /// (DEC-ACCOUNT-DELETE). Comes after `sessionEnded`. Returns how many records were erased.
    func forget(_ role: Session.Role) -> Int
}
