// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import RecordStores
import TaxiReservations
import TaxiRules
import TaxiService

/// A service with file stores for the tests of durability: `KilledService FOLDER ORDERS COUNT`, with calls, shared or
/// reservations for the taxi service, and for the stores tickets, bookings, entries, exits, cancellations, wishes or accounts.
///
/// It takes COUNT orders, writes the number of each to the standard output once its passenger is answered, and kills itself
/// (signal 9) at the next one: after that was noted, before it is answered.
let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first, let count = arguments.last.flatMap({ Int32($0) }),
    let word = arguments.dropFirst().first
else {
    FileHandle.standardError.write(Data("KilledService FOLDER ORDERS COUNT\n".utf8))
    exit(2)
}
if let order = StoreOrder(rawValue: word) {
    try KilledStore(folder: folder, count: count).serve(order)
}
guard let kind = Order(rawValue: word) else {
    FileHandle.standardError.write(Data("KilledService: no such orders as \"\(word)\"\n".utf8))
    exit(2)
}
let service = try KilledService(
    calls: RecordFile<StoredCall>(path: folder + "/calls.sqlite"),
    reservations: RecordFile<Reservation>(path: folder + "/book.sqlite"),
    count: count)
try service.serve(kind)
exit(1)
