// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// The columns of the tables of a feed: those that must be there, those that are read, and those that are known and left out.
///
/// Source: https://gtfs.org/documentation/schedule/reference/
enum FeedColumns {
    static let agencies = CSVColumns(
        "a table of agencies",
        [
            "agency_name", "agency_id", "agency_url", "agency_timezone", "agency_lang", "agency_phone",
            "agency_fare_url", "agency_email", "cemv_support",
        ], needed: 1)
    static let stops = CSVColumns(
        "a table of stops",
        [
            "stop_id", "stop_lat", "stop_lon", "stop_name", "location_type", "parent_station", "stop_code",
            "tts_stop_name", "stop_desc", "zone_id", "stop_url", "stop_timezone", "wheelchair_boarding", "level_id",
            "platform_code", "stop_access",
        ], needed: 3)
    static let lines = CSVColumns(
        "a table of routes",
        [
            "route_id", "route_type", "agency_id", "route_short_name", "route_long_name", "route_desc", "route_url",
            "route_color", "route_text_color", "route_sort_order", "continuous_pickup", "continuous_drop_off",
            "network_id", "cemv_support",
        ], needed: 2)
    static let trips = CSVColumns(
        "a table of trips",
        [
            "route_id", "service_id", "trip_id", "trip_headsign", "shape_id", "trip_short_name", "direction_id",
            "block_id", "wheelchair_accessible", "bikes_allowed", "cars_allowed",
        ], needed: 3)
    static let stopTimes = CSVColumns(
        "a table of stop times",
        [
            "trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence", "pickup_type", "drop_off_type",
            "stop_headsign", "shape_dist_traveled", "timepoint", "continuous_pickup", "continuous_drop_off",
            "location_group_id", "location_id", "start_pickup_drop_off_window", "end_pickup_drop_off_window",
            "pickup_booking_rule_id", "drop_off_booking_rule_id",
        ], needed: 5)
    static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    static let calendar = CSVColumns(
        "a calendar", ["service_id"] + weekdays + ["start_date", "end_date"], needed: 10)
    static let dates = CSVColumns("a table of dates", ["service_id", "date", "exception_type"], needed: 3)
    static let frequencies = CSVColumns(
        "a table of frequencies", ["trip_id", "start_time", "end_time", "headway_secs", "exact_times"], needed: 4)
    static let transfers = CSVColumns(
        "a table of transfers",
        [
            "from_stop_id", "to_stop_id", "transfer_type", "min_transfer_time", "from_route_id", "to_route_id",
            "from_trip_id", "to_trip_id",
        ], needed: 2)
    static let shapes = CSVColumns(
        "a table of shapes",
        ["shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence", "shape_dist_traveled"], needed: 4)
}
