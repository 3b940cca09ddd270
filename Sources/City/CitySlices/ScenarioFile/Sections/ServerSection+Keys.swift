// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

extension ServerSection {
    static func section(_ services: [ServiceKey]) -> Section<ServerSection> {
        let kinds = services.kinds
        return Section(
            "server",
            "The gateway: every message passes its checks, waits for a worker and is served. Without this section "
                + "messages are accepted at once, and there are no accounts.",
            blank: ServerSection(),
            [
                Field("workers", \.workers, .whole(1...10_000), "How many messages are served at once."),
                Field("service", \.service, .service(services), "How long a worker is busy with a message."),
                Field(
                    "service-scale", \.serviceScale, .quantity(.factor, in: 0.001...1000),
                    "All service times are multiplied by this."),
                Field(
                    "accept-other-build", \.acceptsOtherBuild, .flag,
                    "Whether to accept a calibration that was measured with another version of Cabrank.",
                    isWritten: { $0 }),
                Field(
                    "queue-limit", \.queueLimit, ValueFormat<Int>.whole(0...10_000_000).orNone,
                    "How many messages may wait; further ones are refused. By default any number."),
                Field(
                    "time-out", \.timeOut, ValueFormat<TimeSpan>.time(.milliseconds(1) ... .hours(24)).orNone,
                    "A message that has waited this long is refused; by default never."),
                Field(
                    "rate-limit", \.rateLimit, RateLimit.section.format.orNone,
                    "How much one sender may send; by default any number."),
                Field(
                    "tls-setup", \.tlsSetup, .time(.zero ... .minutes(1)),
                    "Extra time for the first message of a connection, for its encryption (SEC-01)."),
                Field(
                    "outages", \.outages, OutageWindow.section.format.list(0...1000, of: "outages"),
                    "Outages at given times (AVAIL-02)."),
                Field(
                    "failures", \.failures, FailureModel.section.format.orNone,
                    "Outages at random times, instead of `outages` (AVAIL-01)."),
                Field(
                    "plain", \.plain, .share,
                    "Share of messages that faulty clients send over a plain channel; they are refused and sent again (SEC-02)."
                ),
                Field(
                    "priorities", \.priorities,
                    ValueFormat<MessageType>.word(kinds.map { ($0.key, $0) }).list(
                        1...kinds.count, of: "types of message"
                    )
                    .list(0...kinds.count, of: "classes"),
                    "Classes of messages; the first class is served first. Types that are not listed come last."),
                Field(
                    "floods", \.floods, Flood.section(services).format.list(0...100, of: "floods"),
                    "Senders who send far too much for some time."),
            ])
    }
}

extension RateLimit {
    fileprivate static let section = Section(
        "rate-limit", "How much one sender may send.", blank: RateLimit(perSecond: 1),
        [
            Field(
                "per-second", \.perSecond, .quantity(.messages, in: 0.001...1_000_000), isRequired: true,
                "Messages a second on average."),
            Field("burst", \.burst, .whole(1...1_000_000), "Messages at once."),
            Field(
                "anonymous", \.anonymous, ValueFormat<Double>.quantity(.messages, in: 0.001...1_000_000).orNone,
                "Messages a second of all senders without a session together, ten seconds' worth at once; by default any "
                    + "number. Contains a flood from ever-changing addresses."),
        ])
}

extension OutageWindow {
    fileprivate static let section = Section(
        "outages", "An outage.", blank: OutageWindow(from: .epoch, until: .epoch),
        [
            Field("from", \.from, .instant, isRequired: true, "When the server goes down."),
            Field("until", \.until, .instant, isRequired: true, "When it is up again."),
        ])
}

extension FailureModel {
    fileprivate static let section = Section(
        "failures", "Outages at random times, with exponentially distributed times up and down.",
        blank: FailureModel(mtbf: .hours(24), mttr: .minutes(10)),
        [
            Field(
                "mtbf", \.mtbf, .time(.seconds(1) ... .hours(8784)), isRequired: true,
                "Mean time between the end of an outage and the next one."),
            Field("mttr", \.mttr, .time(.seconds(1) ... .hours(8784)), isRequired: true, "Mean length of an outage."),
        ])
}

extension Flood {
    fileprivate static func section(_ services: [ServiceKey]) -> Section<Flood> {
        let senders =
            [(sender: Sender.anonymous, meaning: "have no account and try to log in")]
            + services.flatMap(\.words.senders)
        return Section(
            "floods", "Senders who send far too much for some time.",
            blank: Flood(from: .epoch, until: .epoch, perSecond: 1),
            [
                Field("from", \.from, .instant, isRequired: true, "When it begins."),
                Field("until", \.until, .instant, isRequired: true, "When it ends."),
                Field(
                    "who", \.sender, .word(senders.map { ($0.sender.word, $0.sender) }),
                    senders.map { "`\($0.sender.word)` \($0.meaning)" }.joined(separator: "; ") + "."),
                Field("senders", \.senders, .whole(1...100_000), "How many send."),
                Field(
                    "per-second", \.perSecond, .quantity(.messages, in: 0.001...1_000_000), isRequired: true,
                    "Messages a second of all of them together."),
            ])
    }
}

extension Quantity {
    fileprivate static let messages = measured(
        "number", "a number of messages", "20", [], needsUnit: false, 0...1_000_000)
}

extension MessageType {
    /// What those of every account stand for.
    fileprivate static let meanings: [MessageType: String] = [
        .registration: "Registrations, and following the links in mails.",
        .login: "Logins, including the check of the password.",
        .logout: "Ends of sessions.",
        .profile: "Other messages about one's account.",
    ]
}

extension ServiceDistributions {
    fileprivate static func section(_ services: [ServiceKey]) -> Section<ServiceDistributions> {
        let meanings = services.reduce(into: MessageType.meanings) { all, service in
            all.merge(service.words.messages) { own, _ in own }
        }
        return Section(
            "service-distributions", "A distribution of service times for each type of message.",
            blank: ServiceDistributions(other: .constant(0)),
            [
                Field(
                    "other", \.other, .distribution(.time), isRequired: true,
                    "The distribution for all types that are not listed.")
            ]
                + services.kinds.map { kind in
                    let distribution = ValueFormat<Distribution>.distribution(.time)
                    return Field<ServiceDistributions>(
                        kind.key, form: distribution.form, isRequired: false,
                        meanings[kind] ?? "Messages of the type \(kind.word).",
                        read: { item, reading, distributions in
                            if let own = distribution.checked(item, reading) { distributions[own: kind] = own }
                        },
                        write: { distributions, writing in
                            distributions[own: kind].map { distribution.write($0, writing) }
                        })
                })
    }
}

extension ValueFormat where Value == ServiceModel {
    fileprivate static func service(_ services: [ServiceKey]) -> ValueFormat {
        ValueFormat.choice(
            "service", "a model of service times", "How long a worker is busy with a message.",
            cases: {
                [
                    Case(
                        "calibration", "measured times, from a file that `cabrank calibrate` wrote",
                        example: "calibration: calibration/epyc-2-cores.yaml",
                        { ValueFormat<String>.file("path of a calibration file").placed },
                        make: { .calibration(path: $0) },
                        part: { if case .calibration(let path) = $0 { path } else { nil } }),
                    Case(
                        "law", "one distribution for all types of message", example: "law: {exponential: 10 ms}",
                        { .distribution(.time) },
                        make: { .distribution($0) },
                        part: { if case .distribution(let distribution) = $0 { distribution } else { nil } }),
                    Case(
                        "laws", "a distribution for each type of message", example: "laws: {other: 5 ms, login: 90 ms}",
                        { ServiceDistributions.section(services).format },
                        make: { .distributions($0) },
                        part: { if case .distributions(let distributions) = $0 { distributions } else { nil } }),
                ]
            })
    }
}
