// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation

/// The reader's browser.
enum Browser {
    /// Prints the path of a page and shows the page. Where there is no browser, or it fails, that is said, and the path is what
    /// the reader has.
    ///
    /// - Parameter opens: whether to show it; else its path is only printed.
    static func show(_ page: String, opens: Bool = true) {
        let path = URL(fileURLWithPath: page).standardizedFileURL
        print(path.path.shown)
        guard opens else { return }
        let commands = commands(environment: ProcessInfo.processInfo.environment, page: path.absoluteString)
        var remark = "no browser was found: neither the variable BROWSER nor a desktop names one"
        for command in commands {
            switch status(of: command) {
            case 0: return
            // What `env` says of a program that is not there, or that may not be run.
            case 127, 126: remark = "the browser \(command[0].shown) was not found"
            case let status: remark = "the browser \(command[0].shown) failed with status \(status)"
            }
        }
        complain("\(remark); open the page yourself")
    }

    /// The commands to try, each with its arguments: those that the variable `BROWSER` lists, with colons between them and `%s` for
    /// the page; else, on a desktop, the one that knows the reader's favourite.
    static func commands(environment: [String: String], page: String) -> [[String]] {
        if let named = environment["BROWSER"], !named.isEmpty {
            return named.split(separator: ":").map { entry in
                let words = entry.split(separator: " ").map(String.init)
                let filled = words.map { $0.replacing("%s", with: page) }
                return filled == words ? words + [page] : filled
            }
        }
        let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0].map { !$0.isEmpty } ?? false }
        return hasDesktop ? [["xdg-open", page]] : []
    }

    /// Runs a command to its end; the answer is its status.
    private static func status(of command: [String]) -> Int32 {
        let process = Process()
        // Finds the program on the PATH.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--"] + command
        // Browsers talk of themselves there, and `env` of a program that is not there; what went wrong is said by the status.
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return 127 }
        process.waitUntilExit()
        return process.terminationStatus
    }
}
