// SPDX-License-Identifier: GPL-3.0-or-later

extension RideWriter {
    /// The tables of the modules; empty without them. Their columns are explained in the article Results.
    static let moduleTables = """
        CREATE TABLE reservations (reservation INTEGER PRIMARY KEY, passenger INTEGER NOT NULL, zone INTEGER NOT NULL,
            travelers INTEGER NOT NULL, shared INTEGER NOT NULL, stored_s REAL NOT NULL, pick_up_s REAL NOT NULL,
            held_s REAL, activated_s REAL, request INTEGER, waits INTEGER NOT NULL, retries INTEGER NOT NULL,
            arrived_s REAL, aboard_s REAL, lateness_s REAL, ended_s REAL, outcome TEXT NOT NULL);
        CREATE TABLE shared_rides (ride INTEGER PRIMARY KEY, reservation INTEGER, owner INTEGER NOT NULL,
            zone INTEGER NOT NULL, request INTEGER, created_s REAL NOT NULL, closed_s REAL, removed_s REAL,
            joins INTEGER NOT NULL, passengers INTEGER NOT NULL, travelers INTEGER NOT NULL, driven_km REAL,
            alone_km REAL, removal TEXT NOT NULL);
        CREATE TABLE shared_riders (ride INTEGER NOT NULL, passenger INTEGER NOT NULL, travelers INTEGER NOT NULL,
            joined_s REAL NOT NULL, left_s REAL, aboard INTEGER, driven_km REAL, direct_km REAL, delay_s REAL,
            fee REAL, fee_direct REAL, ending TEXT NOT NULL);
        """
}
