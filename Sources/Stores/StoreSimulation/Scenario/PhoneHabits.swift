// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage

/// How shoppers sign in by phone, and what becomes of the SMS (ACCOUNT-R1, ACCOUNT-SMS-01, -02).
struct PhoneHabits: Sendable {
    /// From sending to the phone, in seconds.
    var delay: Distribution = .constant(5)
    /// Share of SMS that are lost, which nobody knows.
    var lost = 0.0
    /// Share of SMS whose phone has no link, which the carrier finds out.
    var unreachable = 0.0
    /// From the SMS to the code in the app, in seconds.
    var typing: Distribution = .constant(15)
    /// Share of codes that are mistyped.
    var mistakes = 0.0
    /// Without an SMS another one is asked for after this time...
    var repeats: TimeSpan = .minutes(1)
    /// ...and after so many codes the person gives the visit up.
    var mostCodes = 4

    static let section = Section(
        "phone-accounts",
        "Accounts by phone: whoever queues or books by phone enters a one-time code first (ACCOUNT-R1).",
        blank: PhoneHabits(),
        [
            Field("delay", \.delay, .distribution(.time), "From the sending of an SMS to its phone."),
            Field("lost", \.lost, .share, "Share of SMS that are lost without anybody's noticing (ACCOUNT-SMS-01)."),
            Field(
                "unreachable", \.unreachable, .share,
                "Share of SMS whose phone has no link, which the carrier notices (ACCOUNT-SMS-02)."),
            Field("typing", \.typing, .distribution(.time), "From the SMS to its code in the app."),
            Field("mistakes", \.mistakes, .share, "Share of codes that are mistyped (ACCOUNT-SMS-01)."),
            Field(
                "repeats", \.repeats, .time(.seconds(1) ... .hours(24)),
                "After this time without an SMS, another code is asked for (ACCOUNT-SMS-01)."),
            Field(
                "most-codes", \.mostCodes, .whole(1...100),
                "How many codes are asked for before the visit is given up."),
        ])
}
