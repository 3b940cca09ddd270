// SPDX-License-Identifier: GPL-3.0-or-later

package import Foundation
import Synchronization

/// Files by path: those that were read, so that they can be read on another machine, which has none of them.
package final class InputShelf: Sendable {
    private let files: Mutex<[String: Data]>
    /// Whether it stands for the files of this machine: then nothing else is read.
    let isClosed: Bool

    /// An empty one, that takes note of what is read from the disk.
    package init() {
        files = Mutex([:])
        isClosed = false
    }

    /// One whose files are read instead of those of this machine.
    package init(_ files: [String: Data]) {
        self.files = Mutex(files)
        isClosed = true
    }

    /// What is on it, by path.
    package var contents: [String: Data] { files.withLock { $0 } }

    func bytes(of path: String) -> Data? { files.withLock { $0[path] } }

    func put(_ bytes: Data, of path: String) { files.withLock { $0[path] = bytes } }
}
