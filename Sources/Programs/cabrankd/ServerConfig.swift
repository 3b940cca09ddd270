// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import ScenarioLanguage

/// The text file that a server is started with (OPS-01).
struct ServerConfig: Hashable, Sendable {
    /// The scenario whose city and rules are served. Its people stay at home.
    var city = ""
    /// Where clients connect.
    var listen = ListenAddress()
    /// The chain of certificates and their key, both as PEM.
    var certificate = ""
    var privateKey = ""
    /// The folder that mail is written to, a file each.
    var mail = ""
    /// The folder of the city's input log.
    var log = ""
    /// The file with the key that the log is encrypted with.
    var logKey = ""
    /// Where whoever runs the server asks how it is; nil for nowhere.
    var operations: ListenAddress?
    /// A folder of pages that go before those that are built in; empty for none.
    var pages = ""
    /// The devices that may ask without an account.
    var devices: [DeviceEntry] = []
    /// The staff of the scenario's stores who have accounts.
    var staff: [StaffEntry] = []
    /// The address of a proxy whose word for a client's address is taken; nil for none.
    var proxy: SourceAddress?
    /// Connections at once.
    var connections = 5000
    /// Where each key stands in the file.
    private(set) var locations: [String: InputLocation] = [:]

    static let section = Section(
        "a server's file", "What a live server of a city is started with.", blank: ServerConfig(),
        [
            Field(fixed: "cabrankd", "1", .whole(1...1), "The version of this file's language."),
            Field(
                "city", \.city, .file("a scenario"), isRequired: true,
                "The scenario whose zones, travel and rules are served; its people stay at home."),
            Field("listen", \.listen, .listen, "Where clients connect: host and port."),
            Field(
                "certificate", \.certificate, .file("certificates"), isRequired: true,
                "The chain of certificates in a PEM file."),
            Field(
                "private-key", \.privateKey, .file("a private key"), isRequired: true,
                "The key of the certificate in a PEM file."),
            Field("mail", \.mail, .folder, isRequired: true, "The folder that mail is written to, a file each."),
            Field(
                "log", \.log, .folder, isRequired: true,
                "The folder of the city's input log, from which the city goes on after a restart; for one server at a time."
            ),
            Field(
                "log-key", \.logKey, .file("a key"), isRequired: true,
                "A file with the 64 hexadecimal digits of the key that the log is encrypted with, for its owner only."),
            Field(
                oneOf: "operations", \.operations, .listen,
                "Where `/health/live`, `/health/ready` and `/metrics` are answered without TLS: an address of this machine alone."
            ),
            Field(
                "pages", \.pages, .folder,
                "A folder whose files go before the pages and languages that are built in, and are read anew each time."
            ),
            Field(
                "devices", \.devices, DeviceEntry.section.format.list(0...10_000, of: "devices"),
                "Totems, gates, exits and dispatchers' screens, each with a key of its own."),
            Field(
                "staff", \.staff, StaffEntry.section.format.list(0...10_000, of: "persons"),
                "Managers and employees of the scenario's stores, whose accounts are made with the log (ACCOUNT-MANAGER-02)."
            ),
            Field(
                oneOf: "proxy", \.proxy, .address,
                "The address of a proxy in front of the server: of its requests the last address in `X-Forwarded-For` counts."
            ),
            Field(
                "connections", \.connections, .whole(1...100_000), "Connections at once; more wait until one has ended."
            ),
        ])

    /// Reads a file. Paths in it start at its folder.
    ///
    /// - Throws: everything that is wrong with it.
    static func read(_ path: String) throws(InputErrors) -> ServerConfig {
        let reader = FileReader(section, data: DataFolder(), allowsInclude: false, example: "connections=100")
        let draft = try reader.read(file: path, overrides: [])
        guard var config = draft.value, !draft.reading.isRejected else { throw draft.reading.rejection }
        config.locations = draft.reading.locations
        if let operations = config.operations, !operations.isOfThisMachine {
            throw config.fault(
                "operations", "\(operations.host) is no address of this machine alone, such as 127.0.0.1")
        }
        return config
    }
}

extension ServerConfig {
    /// A fault of a key's value, found when it was used.
    func fault(_ key: String, _ says: String) -> InputErrors {
        // A key that is not stated has no place: then it is the file.
        let location = locations[key] ?? locations["cabrankd"] ?? locations["city"] ?? InputLocation(file: "")
        return InputErrors(problems: [InputProblem(.error, at: location, "`\(key)`: \(says)")])
    }
}

/// Host and port.
struct ListenAddress: Hashable, Sendable {
    var host = "127.0.0.1"
    var port = 8443

    init() {}

    /// Reads a text such as `127.0.0.1:8443` or `[::1]:8443`; nil for any other.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty, !host.contains(" ") else { return nil }
        (self.host, self.port) = (host, port)
    }

    var text: String { text(port: port) }

    /// With another port.
    func text(port: Int) -> String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

    /// Whether only programs of this machine can connect.
    var isOfThisMachine: Bool { host == "::1" || host == "localhost" || host.hasPrefix("127.") }
}
