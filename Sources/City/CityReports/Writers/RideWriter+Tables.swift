// SPDX-License-Identifier: GPL-3.0-or-later

extension RideWriter {
    /// The tables of `results.sqlite`, explained in the article Results. Times end in `_s`: seconds since 1970-01-01 00:00
    /// of the city; spans too.
    static let tables = """
        CREATE TABLE runs (name TEXT NOT NULL, title TEXT NOT NULL, policy TEXT NOT NULL, seed TEXT NOT NULL,
            replication INTEGER NOT NULL, start_s REAL NOT NULL, end_s REAL NOT NULL, warm_up_s REAL NOT NULL,
            zones INTEGER NOT NULL, drivers INTEGER NOT NULL, passengers INTEGER NOT NULL, layout TEXT NOT NULL,
            version TEXT NOT NULL, scenario_hash TEXT NOT NULL, fingerprint TEXT NOT NULL);
        CREATE TABLE metrics (name TEXT PRIMARY KEY, value REAL, unit TEXT NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE verdicts (id TEXT NOT NULL, outcome TEXT NOT NULL, text TEXT NOT NULL);
        CREATE TABLE violations (id TEXT NOT NULL, time_s REAL NOT NULL, event INTEGER NOT NULL, actors TEXT NOT NULL,
            message TEXT NOT NULL);
        CREATE TABLE zones (zone INTEGER PRIMARY KEY, name TEXT NOT NULL, area_m2 REAL NOT NULL,
            stored INTEGER NOT NULL, fulfilled INTEGER NOT NULL, aborted INTEGER NOT NULL, abandoned INTEGER NOT NULL,
            released INTEGER NOT NULL, open_at_end INTEGER NOT NULL, abort_rate REAL, offered_load REAL,
            undersupplied INTEGER NOT NULL, wait_mean_s REAL, wait_p50_s REAL, wait_p95_s REAL, wait_max_s REAL,
            queue_time_mean_s REAL, queue_time_p95_s REAL, queue_length REAL NOT NULL);
        CREATE TABLE zone_hours (zone INTEGER NOT NULL, hour INTEGER NOT NULL, stored INTEGER NOT NULL,
            fulfilled INTEGER NOT NULL, aborted INTEGER NOT NULL, wait_mean_s REAL, queue_length REAL NOT NULL,
            PRIMARY KEY (zone, hour)) WITHOUT ROWID;
        CREATE TABLE hours (hour INTEGER PRIMARY KEY, hour_of_day INTEGER NOT NULL, refused INTEGER NOT NULL,
            stored INTEGER NOT NULL, fulfilled INTEGER NOT NULL, aborted INTEGER NOT NULL, abandoned INTEGER NOT NULL,
            released INTEGER NOT NULL, open_at_end INTEGER NOT NULL, offers INTEGER NOT NULL, wait_mean_s REAL,
            wait_p50_s REAL, wait_p90_s REAL, wait_p95_s REAL, off_shift REAL, available REAL, to_pick_up REAL,
            with_passenger REAL);
        CREATE TABLE drivers (driver INTEGER PRIMARY KEY, seats INTEGER NOT NULL, rides INTEGER NOT NULL,
            rides_per_hour REAL, off_shift_s REAL NOT NULL, available_s REAL NOT NULL, to_pick_up_s REAL NOT NULL,
            with_passenger_s REAL NOT NULL, accepted INTEGER NOT NULL, refused INTEGER NOT NULL,
            timed_out INTEGER NOT NULL, to_pick_up_km REAL NOT NULL, with_passenger_km REAL NOT NULL,
            other_km REAL NOT NULL);
        CREATE TABLE rides (request INTEGER PRIMARY KEY, passenger INTEGER NOT NULL, driver INTEGER NOT NULL,
            zone INTEGER NOT NULL, travelers INTEGER NOT NULL, offers INTEGER NOT NULL, called_s REAL,
            stored_s REAL, accepted_s REAL, told_arrival_s REAL, prompted_s REAL, aboard_s REAL, ended_s REAL,
            wait_s REAL, ride_km REAL, outcome TEXT NOT NULL);
        CREATE TABLE offers (offer INTEGER PRIMARY KEY, request INTEGER NOT NULL, driver INTEGER NOT NULL,
            zone INTEGER NOT NULL, place INTEGER NOT NULL, travelers INTEGER NOT NULL, sent_s REAL NOT NULL,
            ended_s REAL, ending TEXT NOT NULL);
        CREATE TABLE events (number INTEGER PRIMARY KEY, time_s REAL NOT NULL, event TEXT NOT NULL,
            fields TEXT NOT NULL);
        """
}
