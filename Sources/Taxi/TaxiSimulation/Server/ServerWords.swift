// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension ServerAnswer {
    /// The kind of the message that it answers.
    var kind: MessageType {
        switch self {
        case .taken(let kind), .refused(let kind, _): kind
        case .account(let answer):
            switch answer {
            case .registered, .active, .rejected, .ended, .linkFollowed, .linkUnknown: .registration
            case .loggedIn, .loginRefused: .login
            case .loggedOut: .logout
            case .mailUnderWay, .passwordChanged, .profile, .history, .dashboard, .drafted, .profileChanged,
                .profileRefused, .editAbandoned, .deletionAsked, .deleted, .deletionRefused:
                .profile
            }
        }
    }
}
