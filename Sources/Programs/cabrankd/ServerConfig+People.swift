// SPDX-License-Identifier: GPL-3.0-or-later
import CityHost
import CityModel
import Foundation
import RecordStores
import ScenarioLanguage
import StoreRules
import WebInterface
import WebPopulation

/// A device that may ask without an account.
struct DeviceEntry: Hashable, Sendable {
    var name = ""
    var kind = WebDevices.Kind.totem
    /// The store that it stands in; 0 for what stands in none, such as a dispatcher's screen.
    var store = 0
    /// The file with its key.
    var keyFile = ""

    static let section = Section(
        "a device", "What asks without an account, by a key of its own.", blank: DeviceEntry(),
        [
            Field("name", \.name, .title, isRequired: true, "What its owner calls it."),
            Field("kind", \.kind, .word(), isRequired: true, "What it may do."),
            Field(
                "store", \.store, .whole(0...1_000_000),
                "The store that it stands in; none for a dispatcher's screen, a rescue and a carrier."),
            Field(
                "key-file", \.keyFile, .file("a key"), isRequired: true,
                "A file with its key of 32 characters or more, for the owner of the file only."),
        ])
}

/// Somebody of the staff of the stores.
struct StaffEntry: Hashable, Sendable {
    /// The number in the scenario: 1 manages all stores, n + 1 works in store n.
    var number = 1
    var username = ""
    var email = ""
    var name = ""
    var surname = ""
    /// The file with the first password.
    var passwordFile = ""

    static let section = Section(
        "a person of the staff", "A manager or employee of the scenario's stores.", blank: StaffEntry(),
        [
            Field(
                "number", \.number, .whole(1...1_000_000), isRequired: true,
                "Who: 1 manages all stores, n + 1 works in store n."),
            Field("username", \.username, .title, isRequired: true, "The name to log in with."),
            Field("email", \.email, .title, isRequired: true, "The mail address."),
            Field("name", \.name, .title, isRequired: true, "The first name."),
            Field("surname", \.surname, .title, isRequired: true, "The surname."),
            Field(
                "password-file", \.passwordFile, .file("a password"), isRequired: true,
                "A file with the password, for the owner of the file only; read at each start, until the person sets another one."
            ),
        ])
}

extension ServerConfig {
    /// The devices with their keys.
    ///
    /// - Throws: `InputErrors` for a file without a key, a key that two have, or a device in the wrong place.
    func readDevices() throws(InputErrors) -> WebDevices {
        var devices = WebDevices()
        for (index, entry) in self.devices.enumerated() {
            let at = "devices.\(index)"
            guard entry.kind.isOfStore == (entry.store != 0) else {
                throw fault(
                    at,
                    entry.store == 0
                        ? "a \(entry.kind.rawValue) stands in a store: `store` is missing"
                        : "a \(entry.kind.rawValue) stands in no store")
            }
            guard !self.devices[..<index].contains(where: { $0.name == entry.name }) else {
                throw fault(at, "another device is called \(entry.name)")
            }
            let key = try secret(entry.keyFile, at, least: 32)
            let device = WebDevices.Device(
                entry.name, entry.kind, of: entry.store == 0 ? nil : StoreID(Int32(entry.store)))
            if let other = devices.add(device, key: key) { throw fault(at, "it has the key of \(other.name)") }
        }
        return devices
    }

    /// The keys of the devices of stores, for a load that stands before them.
    ///
    /// - Throws: `InputErrors` for a file without a key.
    func readStoreDevices() throws(InputErrors) -> StoreDevices {
        var found = StoreDevices()
        for (index, entry) in devices.enumerated() where entry.kind.isOfStore {
            let device = StoreDevice(entry.kind, of: StoreID(Int32(entry.store)))
            found.add(device, key: try secret(entry.keyFile, "devices.\(index)", least: 32))
        }
        return found
    }

    /// The passwords of the staff, in their order.
    ///
    /// - Throws: `InputErrors` for a file without one.
    func readPasswords() throws(InputErrors) -> [String] {
        var passwords: [String] = []
        for (index, entry) in staff.enumerated() {
            passwords.append(try secret(entry.passwordFile, "staff.\(index)", least: 8))
        }
        return passwords
    }

    /// What kept a city from being opened, at the key that says so.
    func fault(of error: any Error) -> InputErrors {
        switch error {
        case let error as InputErrors: return error
        case is LiveParts.NoStores: return fault("staff", "\(error)")
        case let error as LiveParts.RefusedStaff:
            let index = staff.firstIndex { $0.username == error.username }
            return fault(index.map { "staff.\($0)" } ?? "staff", error.description)
        case let error as LogProblem: return fault("log", error.description + wayOver(error))
        default: return fault("log", "\(error)")
        }
    }

    /// What whoever has a log of another build or city can do, who would lose all accounts without it; empty for any other problem.
    private func wayOver(_ problem: LogProblem) -> String {
        switch problem {
        case .schema, .build, .city:
            "; to keep its accounts, write them with the program and the server's file of that log (`cabrankd accounts`), move the log "
                + "away, and begin a new one with them (`cabrankd begin`): see \"An upgrade\" in the article \"A live server\""
        case .notALog, .start, .damaged, .unreadable, .otherCity, .diverged: ""
        }
    }

    /// The text of a file that nobody else may read.
    private func secret(_ path: String, _ key: String, least: Int) throws(InputErrors) -> String {
        let facts = try? FileManager.default.attributesOfItem(atPath: path)
        guard let mode = facts?[.posixPermissions] as? Int, mode & 0o077 == 0 else {
            throw fault(key, "others may read \(path); take that from them: chmod 600 \(path)")
        }
        guard let text = try? InputFile.text(of: path, most: 1000).trimmingCharacters(in: .whitespacesAndNewlines),
            text.count >= least
        else { throw fault(key, "\(path) has no text of \(least) characters or more") }
        return text
    }
}
