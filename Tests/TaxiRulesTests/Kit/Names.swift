// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

// The names of the stories: drivers A to F, passengers P to R, requests R1 to R3, zones Z1 to Z3.

extension ID where Thing == Tag.Driver {
    static var a: Self { Self(1) }
    static var b: Self { Self(2) }
    static var c: Self { Self(3) }
    static var d: Self { Self(4) }
    static var e: Self { Self(5) }
    static var f: Self { Self(6) }

    /// The driver's letter: A for 1, B for 2, and so on.
    var letter: String {
        UnicodeScalar(UInt32(64 + number)).map(String.init) ?? "?"
    }
}

extension ID where Thing == Tag.Passenger {
    static var p: Self { Self(1) }
    static var q: Self { Self(2) }
    static var r: Self { Self(3) }
}

extension ID where Thing == Tag.Request {
    static var r1: Self { Self(1) }
    static var r2: Self { Self(2) }
    static var r3: Self { Self(3) }
}

extension ID where Thing == Tag.Zone {
    static var z1: Self { Self(1) }
    static var z2: Self { Self(2) }
    static var z3: Self { Self(3) }
}

extension Place {
    /// The place this many kilometres east of the origin.
    static func kilometres(_ east: Double) -> Place { Place(metresEast: east * 1000, north: 0) }
}
