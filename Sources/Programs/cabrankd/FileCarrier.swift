// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import Accounts
import Foundation

/// Text messages as files: whoever runs the server hands them to a carrier, who says at `/texts/{number}/failure` which could not be
/// brought.
final class FileCarrier: SmsCarrier {
    private let folder: URL

    /// Messages to a folder, which is made with the first one.
    init(_ folder: String) { self.folder = URL(fileURLWithPath: folder, isDirectory: true) }

    /// Writes a message. Its code is the secret of whoever has the phone: only its reader may open the file.
    func send(_ sms: Sms, _ unreachable: @escaping @Sendable () -> Void) {
        let text = Data("To: \(sms.phone.text)\n\nYour code is \(sms.code).\n".utf8)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("sms-\(sms.number).txt")
        if !FileManager.default.createFile(atPath: file.path, contents: text, attributes: [.posixPermissions: 0o600]) {
            Cabrankd.complain("error: a text message could not be written to \(folder.path)")
        }
    }
}
