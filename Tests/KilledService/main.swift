// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import RecordStores
import TaxiReservations
import TaxiRules
import TaxiService

/// A service with file stores for the tests of durability: `KilledService FOLDER ORDERS WRITING COUNT`, with calls, shared or
/// reservations for the taxi service, for the stores tickets, bookings, entries, exits, cancellations, wishes or accounts, and for the
/// planner events, edits, deletions, preferences or users.
///
/// `KilledService FOLDER live WRITING serve COUNT` and `... check COUNT` are a live city on an input log; see `KilledLive`.
///
/// It takes COUNT orders, writes the number of each to the standard output once its passenger is answered, and kills itself
/// (signal 9) at the next one: after that was noted, before it is answered; or, with `failing`, while it is written. The files
/// are written inTurn or beside the loop.
let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first, let count = arguments.last.flatMap({ Int32($0) }),
    let word = arguments.dropFirst().first, let writing = arguments.dropFirst(2).first.flatMap(Writing.init)
else {
    FileHandle.standardError.write(Data("KilledService FOLDER ORDERS WRITING COUNT\n".utf8))
    exit(2)
}
if word == "live" {
    let live = try KilledLive(folder: folder)
    guard arguments.contains("check") else {
        try live.serve()
        exit(1)
    }
    exit(try live.check() ? 0 : 1)
}
if let order = StoreOrder(rawValue: word) {
    try KilledStore(folder: folder, count: count, writing).serve(order)
}
if let order = TripOrder(rawValue: word) {
    try KilledTrips(folder: folder, count: count, writing, order).serve()
}
guard let kind = Order(rawValue: word) else {
    FileHandle.standardError.write(Data("KilledService: no such orders as \"\(word)\"\n".utf8))
    exit(2)
}
let service = try KilledService(
    calls: RecordFile<StoredCall>(path: folder + "/calls.sqlite"),
    reservations: RecordFile<Reservation>(path: folder + "/book.sqlite"),
    count: count, writing)
try service.serve(kind)
exit(1)
