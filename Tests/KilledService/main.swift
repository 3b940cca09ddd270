// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import RecordStores
import TaxiReservations
import TaxiRules
import TaxiService

/// A service with file stores for the tests of durability: `KilledService FOLDER calls|shared|reservations COUNT`.
///
/// It takes COUNT orders, writes the number of each to the standard output once its passenger is answered, and kills itself
/// (signal 9) at the next one: after that was noted, before it is answered.
let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first, let count = arguments.last.flatMap({ Int32($0) }),
    let kind = arguments.dropFirst().first.flatMap({ Order(rawValue: $0) })
else {
    FileHandle.standardError.write(Data("KilledService FOLDER calls|shared|reservations COUNT\n".utf8))
    exit(2)
}
let service = try KilledService(
    calls: RecordFile<StoredCall>(path: folder + "/calls.sqlite"),
    reservations: RecordFile<Reservation>(path: folder + "/book.sqlite"),
    count: count)
try service.serve(kind)
exit(1)
