// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import Accounts
import CityModel
import Foundation
import Synchronization
import WebInterface

/// Mail as files: whoever runs the server hands them to a mail program.
final class FileMailer: Mailer {
    private struct State {
        var count = 0
        var secrets: RecordedSecrets?
    }

    private let folder: URL
    private let state = Mutex(State())

    /// Where the secrets of links come from.
    var secrets: RecordedSecrets? {
        get { state.withLock { $0.secrets } }
        set { state.withLock { $0.secrets = newValue } }
    }

    /// The folder.
    var path: String { folder.path }

    /// Mail to a folder, which is made with the first mail.
    init(_ folder: String) { self.folder = URL(fileURLWithPath: folder, isDirectory: true) }

    /// What the system says when the folder cannot be made or written to; nil when it can.
    var fault: String? {
        var isFolder: ObjCBool = false
        let path = folder.path
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            if !isFolder.boolValue { return "\(path) is a file" }
            return FileManager.default.isWritableFile(atPath: path) ? nil : "nothing may be written to \(path)"
        }
        let parent = folder.deletingLastPathComponent().path
        return FileManager.default.isWritableFile(atPath: parent) ? nil : "nothing may be written to \(parent)"
    }

    /// Writes a mail. A link is the secret of whoever has the address: only its reader may open the file.
    func send(_ mail: Mail) {
        let (number, secrets) = state.withLock {
            $0.count += 1
            return ($0.count, $0.secrets)
        }
        var lines = ["To: \(mail.address)", "Subject: \(mail.kind.word)", ""]
        if let link = mail.link {
            guard let secret = secrets?.takeSecret(of: link) else { return Cabrankd.complain("error: a link is lost") }
            lines.append("/links/\(secret)")
        }
        if let password = mail.temporaryPassword { lines.append("Temporary password: \(password)") }
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func named(_ number: Int) -> URL {
            folder.appendingPathComponent("\(mail.account)-\(mail.kind.word)-\(number).txt")
        }
        // An earlier server's mail may lie there yet.
        let free = (number...).first { !FileManager.default.fileExists(atPath: named($0).path) } ?? number
        let file = named(free)
        let text = Data(lines.joined(separator: "\n").utf8)
        if !FileManager.default.createFile(atPath: file.path, contents: text, attributes: [.posixPermissions: 0o600]) {
            Cabrankd.complain("error: a mail could not be written to \(folder.path)")
        }
    }
}
