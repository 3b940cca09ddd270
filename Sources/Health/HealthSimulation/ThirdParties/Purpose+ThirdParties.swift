// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What organisations and the people whom they ask draw for: the numbers 650 to 699.
extension Purpose {
    /// When an organisation asks whom (owner: the organisation).
    static var dataRequests: Purpose { Purpose(650) }
    /// Which groups it asks for (owner: the organisation).
    static var groupRequests: Purpose { Purpose(651) }
    /// A person's answer to an organisation (owner: both).
    static var dataAnswers: Purpose { Purpose(652) }
}
