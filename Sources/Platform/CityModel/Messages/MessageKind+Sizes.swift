// SPDX-License-Identifier: GPL-3.0-or-later

// Assumptions (PERF-17): 700 bytes of encryption, HTTP headers and token for each message, 400 for each answer, and the fields
// as JSON text.
extension MessageKind {
    /// How long a message of this kind is on the wire, in bytes.
    public var requestBytes: Int32 {
        switch self {
        case .registration: 1500
        case .login: 900
        case .profile, .call, .reservation, .shareSearch: 1000
        case .position, .arrivalPoll, .offerShown, .logout, .prepareCall, .abandon, .status, .offerAnswer, .boarding,
            .rideEnd, .reservationChange, .shareChoice:
            800
        }
    }

    /// How long the first answer to it is, in bytes.
    public var answerBytes: Int32 {
        switch self {
        case .position, .offerShown, .status, .logout: 400
        case .registration, .login, .prepareCall, .abandon, .offerAnswer, .boarding, .rideEnd: 600
        case .call, .arrivalPoll, .reservation, .shareChoice: 1000
        case .profile, .reservationChange, .shareSearch: 4000
        }
    }
}
