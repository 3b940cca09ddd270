// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Foundation
import Reporting

/// The process's standard output and standard error, which may be closed, full or gone.
enum StandardStreams {
    /// Makes them safe to use: to be called before any file is opened.
    ///
    /// A closed one would give its number to the first file that is opened, and what is printed would go into that.
    static func prepare() {
        for number: Int32 in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) == -1 {
            // What is printed has to fail; what is complained of nobody wanted to hear.
            _ = open("/dev/null", number == STDOUT_FILENO ? O_RDONLY : O_RDWR)
        }
        // A file that grows over the limit of `ulimit -f` is an error of that write, not the end of the process.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Writes to the standard error; that it cannot be written is no reason to stop.
    static func report(_ text: String) {
        _ = writeAll(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Writes to the standard output, or ends the process with status 2 when that cannot be written.
    static func show(_ text: String) {
        let code = writeAll(Array(text.utf8), to: STDOUT_FILENO)
        if code != 0 { end(OutputProblem.cannotWrite("the standard output", code: code)) }
    }

    /// Writes what other libraries have printed; to be called at the end.
    static func finish() {
        // All streams: the one of the standard output is a variable of C, which Swift does not take for safe.
        if fflush(nil) != 0 { end(OutputProblem.cannotWrite("the standard output", code: errno)) }
    }

    private static func end(_ problem: OutputProblem) -> Never {
        complain("error: \(problem)")
        // Not `exit`: that would try once more.
        _exit(ExitStatus.badInput.rawValue)
    }
}

/// Prints on the standard output like the language's own function, and ends with status 2 when that cannot be written.
func print(_ text: String, terminator: String = "\n") {
    StandardStreams.show(text + terminator)
}
