// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import Foundation
import Glibc

/// `cabrank load`: what stands on the network is in the server's program, so that this one needs none of its packages.
struct LoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Send the people of a scenario to a live server, over HTTPS.",
        discussion: """
            Hands all that stands behind it to `cabrankd load`, which is looked for beside this program and where the shell looks \
            for programs: see `cabrank load SCENARIO --help`.
            """)

    @Argument(parsing: .captureForPassthrough, help: "The scenario, and the options of `cabrankd load`.")
    var arguments: [String] = []

    func run() throws {
        let program = "cabrankd"
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent(program).path
        }
        let path = own.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil } ?? program
        var words = ([program, "load"] + arguments).map { strdup($0) } + [nil]
        // Returns only when there is no such program.
        execvp(path, &words)
        complain(
            "error: there is no program \(program), which speaks to a live server: build it with `CABRANK_SERVER=1 swift build`"
        )
        throw ExitStatus.badInput
    }
}
