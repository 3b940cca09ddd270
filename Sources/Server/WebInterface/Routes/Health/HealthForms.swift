// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import HealthRules

/// Reads what forms say of people, organisations and groups.
enum HealthForms {
    /// A person's form (ACCOUNT-TRACK-R12). What is missing is for the service to say.
    static func wearer(_ form: inout FormReader, _ layout: any ZoneLayout) -> RegistrationForm {
        var entered = RegistrationForm(.wearer, consent: form.flag("consent") ?? false)
        (entered.username, entered.email) = (form.text("username"), form.text("email"))
        (entered.password, entered.passwordRepeat) = (form.text("password"), form.text("passwordRepeat"))
        (entered.name, entered.surname) = (form.text("name"), form.text("surname"))
        entered.details[.identityNumber] = form.text("identityNumber").map { .text(IdentityNumber($0)?.text ?? $0) }
        entered.details[.birth] = form.date("birth").map { .date($0) }
        if let residence = (form.object("residence") { $0.neededPoint() } ?? nil).map({ layout.place($0) }) {
            entered.details[.residenceEast] = .number(residence.east)
            entered.details[.residenceNorth] = .number(residence.north)
        }
        entered.details[.consentText] = form.number("consentText").map { .number($0) }
        return entered
    }

    /// An organisation's form (ACCOUNT-TRACK-R16).
    static func organisation(_ form: inout FormReader) -> RegistrationForm {
        var entered = RegistrationForm(.thirdParty, consent: form.flag("consent") ?? false)
        (entered.name, entered.email) = (form.text("name"), form.text("email"))
        (entered.password, entered.passwordRepeat) = (form.text("password"), form.text("passwordRepeat"))
        entered.details[.vatNumber] = form.text("vatNumber").map { .text(VATNumber($0)?.text ?? $0) }
        return entered
    }

    /// A request for a group's data: the last closed quarter of an hour of everybody, or as stated (HEALTH-R4, HEALTH-R6).
    static func query(_ form: inout FormReader) -> GroupQuery {
        var query = GroupQuery()
        query.criteria.youngest = form.number("youngest", in: 0...200).map { Int32($0) }
        query.criteria.oldest = form.number("oldest", in: 0...200).map { Int32($0) }
        query.criteria.area = form.object("area") { area(&$0) }
        query.criteria.areaKind =
            form.word("areaKind", of: ["residence": AreaKind.residence, "position": .position]) ?? .residence
        if let stated = form.list("parameters", { list, index in list.word(index, of: parameters) }) {
            query.parameters = stated.reduce(into: ParameterSet()) { $0.insert(ParameterSet($1)) }
        }
        query.interval = form.seconds("intervalSeconds") ?? query.interval
        query.count = form.number("count", in: 0...100_000).map { Int32($0) } ?? query.count
        query.waits = form.flag("waits") ?? false
        return query
    }

    static let parameters: KeyValuePairs<String, HealthParameter> = [
        "heartRate": .heartRate, "systolicPressure": .systolicPressure, "diastolicPressure": .diastolicPressure,
        "oxygenSaturation": .oxygenSaturation, "temperature": .temperature, "breathingRate": .breathingRate,
    ]

    /// In whole metres from the city's origin, so that it can consist of whole squares of the grid. The eastern and northern sides do
    /// not belong to it.
    private static func area(_ form: inout FormReader) -> PlaceRectangle {
        let range: ClosedRange<Int64> = -2_000_000...2_000_000
        func side(_ name: String, less: Int32, _ form: inout FormReader) -> Int32 {
            form.require(name)
            return Int32(form.number(name, in: range) ?? 0) * 1000 - less
        }
        let west = side("westMetres", less: 0, &form)
        let south = side("southMetres", less: 0, &form)
        let east = side("eastMetres", less: 1, &form)
        return PlaceRectangle(
            Place(east: west, north: south), Place(east: east, north: side("northMetres", less: 1, &form)))
    }
}
