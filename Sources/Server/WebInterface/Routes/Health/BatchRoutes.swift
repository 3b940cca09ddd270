// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import HealthRules
import HealthService

/// What reaches the health service past the gateway (AVAIL-03): batches of phones, and what whoever sends ambulances says to an SOS.
enum BatchRoutes {
    static let all: [Route] = [
        Route(.post, "/me/batches", "sendBatch", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let batch = HealthForms.batch(&form)
            let (point, kept) = (batch.place, batch.keptUntil.map { call.layout.place($0) })
            let place = call.layout.place(point)
            return {
                let isDangerous = try await $0.send(
                    token, { batch.measured(by: $0) }, seal: batch.seal, at: place, keptUntil: kept)
                return WebAnswer(201, ["isDangerous": .flag(isDangerous)])
            }
        },
        Route(.post, "/sos/{wearer}/answer", "answerSOS", key: true) { call, form throws(Problem) in
            try call.devices.admit(call.request, as: [.rescue], of: nil)
            let wearer = WearerID(try call.number("wearer"))
            form.require("reply")
            let reply = form.word(
                "reply",
                of: [
                    "taken": RescueReply.taken, "alreadyOpen": .alreadyOpen, "refused": .refused, "nobody": .nobody,
                ])
            return Route.done { try await $0.answerSOS(of: wearer, reply ?? .nobody) }
        },
    ]
}

/// A batch as a phone states it, with its place in degrees.
struct StatedBatch: Sendable {
    var device = DeviceID(0)
    var (start, end) = (CityTime.epoch, CityTime.epoch)
    var place = GeographicPoint(longitude: 0, latitude: 0)
    var values: [HealthValue] = []
    var seal: UInt64 = 0
    var keptUntil: GeographicPoint?

    /// What the phone's check value is of (SEC-09): the place is in ten-millionths of a degree.
    func measured(by wearer: WearerID) -> HealthBatch {
        func whole(_ degrees: Double) -> Int32 { Int32((degrees * 1e7).rounded()) }
        return HealthBatch(
            wearer, device, from: start, to: end, at: Place(east: whole(place.longitude), north: whole(place.latitude)),
            values)
    }
}

extension HealthForms {
    /// A batch of a person's phone (HEALTH-R10).
    static func batch(_ form: inout FormReader) -> StatedBatch {
        var batch = StatedBatch()
        batch.device = DeviceID(Int32(form.neededNumber("device", in: 0...Int64(Int32.max))))
        form.require("start")
        form.require("end")
        if let start = form.exactInstant("start"), let end = form.exactInstant("end") {
            (batch.start, batch.end) = (start, end)
        }
        form.require("place")
        batch.place = (form.object("place") { $0.neededPoint() } ?? nil) ?? batch.place
        form.require("values")
        batch.values =
            form.list("values", most: HealthBatch.mostValues) { list, index in
                list.object(index) { value in
                    value.require("parameter")
                    let parameter = value.word("parameter", of: parameters)
                    let range = Int64(Int32.min)...Int64(Int32.max)
                    let hundredths = value.neededNumber("hundredths", in: range)
                    return HealthValue(parameter ?? .heartRate, hundredths: Int32(hundredths))
                }
            } ?? []
        batch.seal = key("seal", &form)
        batch.keptUntil = form.object("keptUntil") { $0.neededPoint() } ?? nil
        return batch
    }

    /// A check value or its key: 16 hexadecimal digits that must be there.
    static func key(_ name: String, _ form: inout FormReader) -> UInt64 {
        let text = form.neededText(name)
        let key = text.utf8.count == 16 && text.allSatisfy(\.isHexDigit) ? UInt64(text, radix: 16) : nil
        if key == nil, !text.isEmpty { form.note(name, "must be 16 hexadecimal digits") }
        return key ?? 0
    }
}
