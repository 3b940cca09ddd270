// SPDX-License-Identifier: GPL-3.0-or-later

import TaxiRules

// What all devices of a person are told, whichever of them asked: facts. What answers a question of one device is none.

extension PassengerNotice {
    /// Whether it says that something happened.
    var isNews: Bool {
        switch self {
        case .call(let notice):
            switch notice {
            case .stored, .waiting, .accepted, .aborted, .aboard, .released, .rideEnded, .reported: true
            case .refused, .arrival: false
            }
        case .reservation(let notice):
            switch notice {
            case .stored, .activated, .held, .ended: true
            case .rejected, .cancelRefused, .list: false
            }
        case .sharing(let notice):
            switch notice {
            case .created, .joined, .someoneJoined, .someoneLeft, .owner, .takenOff, .missed, .removed, .feeShares: true
            case .proposals, .joinRefused: false
            }
        case .moduleOff: false
        }
    }
}

extension DriverNotice {
    /// Whether it says that something happened.
    var isNews: Bool {
        switch self {
        case .offer, .offerEnded, .status, .ride, .confirmBoarding, .released, .sent, .riders, .route, .rideState,
            .feeShares:
            true
        case .statusRefused, .currentStatus, .refused: false
        }
    }
}
