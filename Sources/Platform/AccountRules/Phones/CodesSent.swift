// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The codes that phones wait with, forgotten a day after the first: memory follows those who sign in.
struct CodesSent: Sendable {
    /// What was sent to one phone.
    struct Sent: Sendable {
        /// The number of the last SMS.
        var sms: Int32
        /// The last code; nil when it is void.
        var code: String?
        /// Why it is void.
        var void = PhoneRefusal.noCode
        /// When it was sent.
        var last: CityTime
        /// How many codes were sent since the first.
        var count: Int32
        /// Wrong codes that came since the last.
        var tries: Int32 = 0
    }

    /// How long what was sent to a phone is counted.
    static let memory = TimeSpan.hours(24)

    private var phones: [PhoneNumber: Sent] = [:]
    /// The phones by the time of their first code, to forget them.
    private var firsts: [(time: CityTime, phone: PhoneNumber)] = []
    private var forgotten = 0

    subscript(phone: PhoneNumber) -> Sent? {
        get { phones[phone] }
        set { phones[phone] = newValue }
    }

    /// How many phones are remembered.
    var count: Int { phones.count }

    /// A code goes to a phone.
    mutating func add(_ sms: Sms, at now: CityTime) {
        let count = phones[sms.phone]?.count ?? 0
        if count == 0 { firsts.append((now, sms.phone)) }
        phones[sms.phone] = Sent(sms: sms.number, code: sms.code, last: now, count: count + 1)
    }

    /// Forgets the phones whose day is over; one that got a later code begins another day with it.
    mutating func sweep(at now: CityTime) {
        while forgotten < firsts.count, firsts[forgotten].time + Self.memory <= now {
            let (first, phone) = firsts[forgotten]
            forgotten += 1
            if let last = phones[phone]?.last, last > first, last + Self.memory > now {
                phones[phone]?.count = 1
                firsts.append((last, phone))
            } else {
                phones[phone] = nil
            }
        }
        if forgotten > 64, forgotten > firsts.count / 2 {
            firsts.removeFirst(forgotten)
            forgotten = 0
        }
    }
}
