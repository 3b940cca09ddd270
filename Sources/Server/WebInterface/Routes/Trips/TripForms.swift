// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import TripRules

/// Reads what forms say of events, calendars and journeys.
enum TripForms {
    private static let numbers: ClosedRange<Int64> = Int64(Int32.min)...Int64(Int32.max)

    /// The number of a change among its device's.
    static func serial(_ form: inout FormReader) -> Int32 { Int32(form.neededNumber("serial", in: numbers)) }

    /// A place, if one is stated.
    static func place(_ name: String, _ form: inout FormReader, _ layout: any ZoneLayout) -> Place? {
        (form.object(name) { $0.neededPoint() } ?? nil).map { layout.place($0) }
    }

    /// The day that is looked at.
    static func day(_ form: inout FormReader) -> CityTime {
        form.require("date")
        guard let date = form.date("date") else { return .epoch }
        if date.midnight == nil { form.note("date", "is no date of the calendar") }
        return date.midnight ?? .epoch
    }

    /// The calendar that something goes to.
    static func neededCalendar(_ form: inout FormReader) -> TripCalendarID {
        TripCalendarID(Int32(form.neededNumber("calendar", in: numbers)))
    }

    /// Name and colour of a calendar (TRIP-R27, TRIP-R28).
    static func calendar(_ form: inout FormReader) -> (name: String, colour: CalendarColour) {
        form.require("colour")
        let colour = form.word("colour", of: ["red": CalendarColour.red, "green": .green, "blue": .blue])
        return (form.text("name") ?? "", colour ?? .red)
    }

    private static let means: KeyValuePairs<String, TravelMeans> = [
        "walk": .walk, "ownBicycle": .ownBicycle, "sharedBicycle": .sharedBicycle, "ownCar": .ownCar,
        "sharedCar": .sharedCar, "hired": .hired, "bus": .bus, "tram": .tram, "metro": .metro, "train": .train,
        "ferry": .ferry,
    ]

    /// Means of transport; nil without them.
    static func means(_ form: inout FormReader) -> TravelMeansSet? {
        form.list("means") { list, index in list.word(index, of: means) }.map { stated in
            stated.reduce(into: []) { $0.insert(TravelMeansSet($1)) }
        }
    }

    /// Own vehicles where they stand.
    static func vehicles(_ form: inout FormReader, _ layout: any ZoneLayout) -> [ParkedVehicle] {
        form.require("vehicles")
        let found = form.list("vehicles") { list, index in
            list.object(index) { vehicle -> ParkedVehicle? in
                let number = Int32(vehicle.neededNumber("number", in: numbers))
                vehicle.require("means")
                vehicle.require("position")
                guard let means = vehicle.word("means", of: means),
                    let place = place("position", &vehicle, layout)
                else { return nil }
                return ParkedVehicle(number: number, means: means, place: place)
            } ?? nil
        }
        return found ?? []
    }

    /// An event as it is entered; what is missing is for the service to say (TRIP-R15 to -R20).
    static func event(_ form: inout FormReader, _ layout: any ZoneLayout) -> AppointmentForm {
        AppointmentForm(
            form.text("description") ?? "", in: form.number("calendar").map { TripCalendarID($0) }, time(&form),
            on: weekdays(&form), at: place("position", &form, layout), by: means(&form) ?? .all)
    }

    /// Fixed times, or a window with a duration; nil without either.
    private static func time(_ form: inout FormReader) -> AppointmentTime? {
        let (from, until) = (form.instant("from"), form.instant("until"))
        if let from, let until {
            for name in ["opens", "closes", "durationSeconds"] { form.exclude(name, beside: "from") }
            return .standard(from: from, until: until)
        }
        guard let opens = form.instant("opens"), let closes = form.instant("closes"),
            let duration = form.seconds("durationSeconds")
        else { return nil }
        return .flexible(opens: opens, closes: closes, duration: duration)
    }

    private static func weekdays(_ form: inout FormReader) -> Weekdays {
        let days = form.list("weekdays") { list, index in
            list.word(
                index,
                of: [
                    "mon": Weekdays.monday, "tue": .tuesday, "wed": .wednesday, "thu": .thursday, "fri": .friday,
                    "sat": .saturday, "sun": .sunday,
                ])
        }
        return (days ?? []).reduce(into: []) { $0.formUnion($1) }
    }

    /// How a journey goes (TRIP-R22).
    static func report(_ form: inout FormReader) -> JourneyReport {
        form.require("state")
        let others: KeyValuePairs<String, JourneyReport?> = [
            "onTheWay": nil, "arrived": .arrived, "notStarted": .notStarted,
        ]
        guard let stated = form.word("state", of: others) else { return .notStarted }
        if let stated { return stated }
        form.require("arrival")
        return .onTheWay(
            arrival: form.instant("arrival") ?? .epoch, isDisturbed: form.flag("isDisturbed") ?? false)
    }

    /// The one preference that is set (TRIP-PREF).
    ///
    /// - Throws: 422 when the form states none or more than one.
    static func preference(_ form: inout FormReader) throws(Problem) -> PreferenceChange {
        let found = preferences(&form)
        try form.finish()
        return try one(found, "A request sets exactly one preference.", "TRIP-PREF")
    }

    private static func one<Part>(_ parts: [Part], _ says: String, _ rule: String) throws(Problem) -> Part {
        guard let part = parts.first, parts.count == 1 else { throw Problem(422, "notOneChange", rule: rule, says) }
        return part
    }

    private static func preferences(_ form: inout FormReader) -> [PreferenceChange] {
        func metres(_ name: String) -> Distance? {
            form.number(name, in: 0...1_000_000).map { .metres(Int($0)) }
        }
        func window(_ inner: inout FormReader) -> (from: TimeSpan, until: TimeSpan) {
            inner.require("from")
            inner.require("until")
            return (inner.clock("from") ?? .zero, inner.clock("until") ?? .zero)
        }
        let found: [PreferenceChange?] = [
            form.flag("ownsBicycle").map { .ownsBicycle($0) },
            form.flag("ownsCar").map { .ownsCar($0) },
            form.object("service") { inner -> PreferenceChange? in
                inner.require("means")
                let isOn = inner.neededFlag("isOn")
                return inner.word("means", of: means).map { .service($0, isOn: isOn) }
            } ?? nil,
            form.list("providers") { list, index in
                list.number(index, in: 1...Int64(Int32.max)).map { TripProviderID(Int32($0)) }
            }.map { .providers($0) },
            metres("walkLimitMetres").map { .walkLimit($0) },
            metres("bicycleLimitMetres").map { .bicycleLimit($0) },
            form.object("transitWindow") { inner in
                let times = window(&inner)
                return .transitWindow(from: times.from, until: times.until)
            },
            form.flag("hasTransitWindow").flatMap { $0 ? nil : .noTransitWindow },
            form.flag("lowEmission").map { .lowEmission($0) },
            form.flag("weather").map { .weather($0) },
            form.object("lunch") { inner in
                let times = window(&inner)
                inner.require("durationSeconds")
                let duration = inner.seconds("durationSeconds") ?? .zero
                return .lunch(from: times.from, until: times.until, duration: duration)
            },
            form.flag("hasLunch").flatMap { $0 ? nil : .noLunch },
        ]
        return found.compactMap { $0 }
    }

    // MARK: - Kept changes

    /// What a device has kept while it had no link (TRIP-OFFLINE): each change is the object of its kind, with its number.
    ///
    /// - Throws: 422 when one states no kind or more than one.
    static func changes(_ form: inout FormReader, _ layout: any ZoneLayout) throws(Problem) -> [KeptChange] {
        form.require("changes")
        let found = form.list("changes") { list, index in
            list.object(index) { inner in (serial(&inner), kept(&inner, layout)) }
        }
        try form.finish()
        var changes: [KeptChange] = []
        for (serial, stated) in found ?? [] {
            changes.append(
                KeptChange(serial: serial, try one(stated, "Each change is exactly one of its kinds.", "TRIP-OFFLINE")))
        }
        return changes
    }

    private static func kept(_ form: inout FormReader, _ layout: any ZoneLayout) -> [TripChange] {
        let found: [TripChange?] = [
            form.object("addEvent") { .add(event(&$0, layout)) },
            form.object("editEvent") { inner in .edit(name(&inner), event(&inner, layout)) },
            form.object("moveEvent") { inner in .move(name(&inner), to: neededCalendar(&inner)) },
            form.object("deleteEvent") { .delete(name(&$0)) },
            form.object("addCalendar") { inner in
                let (name, colour) = calendar(&inner)
                return .addCalendar(name: name, colour: colour)
            },
            form.object("changeCalendar") { inner in
                let (name, colour) = calendar(&inner)
                return .changeCalendar(neededCalendar(&inner), name: name, colour: colour)
            },
            form.object("removeCalendar") { .removeCalendar(neededCalendar(&$0)) },
        ]
        let set = form.object("prefer") { preferences(&$0) } ?? []
        return found.compactMap { $0 } + set.map { .prefer($0) }
    }

    /// An event by its number, or one that the device added itself by the number of that change.
    private static func name(_ form: inout FormReader) -> AppointmentName {
        if let added = form.number("addedBy") {
            form.exclude("event", beside: "addedBy")
            return .added(added)
        }
        return .number(AppointmentID(Int32(form.neededNumber("event", in: numbers))))
    }
}
