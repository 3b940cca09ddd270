// SPDX-License-Identifier: GPL-3.0-or-later
import CityLoop
import CityModel
import Foundation
import HealthRules
import HealthService

/// SOS as files: whoever runs the server brings them to whoever sends ambulances (HEALTH-SOS-SMS), who answers at `/sos/{wearer}/answer`.
final class FileRescue: SOSCarrier {
    private let folder: URL
    private let layout: any ZoneLayout
    private let loop: CityLoop

    /// SOS to a folder, which is made with the first one.
    init(_ folder: String, in layout: any ZoneLayout, on loop: CityLoop) {
        self.folder = URL(fileURLWithPath: folder, isDirectory: true)
        (self.layout, self.loop) = (layout, loop)
    }

    /// Writes an SOS. Only its reader may know who is in danger (SEC-09).
    func send(_ sos: SOSText) {
        func place(_ place: Place) -> String {
            let point = layout.geographic(place)
            return String(format: "%.6f, %.6f", point.latitude, point.longitude)
        }
        let text = """
            To: rescue

            SOS: person \(sos.wearer) is in danger at \(place(sos.place)).
            Identity number: \(sos.person.number)
            Born: \(sos.person.birth)
            Lives at: \(place(sos.person.residence))

            """
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let milliseconds = loop.now.nanoseconds / 1_000_000
        let file = folder.appendingPathComponent("sos-\(sos.wearer)-\(milliseconds).txt")
        if !FileManager.default.createFile(
            atPath: file.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        {
            Cabrankd.complain("error: an SOS could not be written to \(folder.path)")
        }
    }
}

/// Hands nothing on: a day that is reported was lived before.
final class NoRescue: SOSCarrier {
    func send(_ sos: SOSText) {}
}
