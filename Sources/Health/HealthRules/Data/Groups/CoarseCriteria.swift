// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension GroupLimits {
    /// In millimetres, as places are; without a grid every place has its own square.
    private var side: Int64 { max(1, Int64(grid) * 1000) }

    /// Whether an age range is made of whole steps: it begins at a multiple of the step and ends a year before one.
    public func isCoarse(youngest: Int32?, oldest: Int32?) -> Bool {
        (youngest ?? 0) % ageStep == 0 && oldest.map { (Int64($0) + 1) % Int64(ageStep) == 0 } ?? true
    }

    /// Whether a rectangle is made of whole squares: it begins at a line of the grid and ends a millimetre before one.
    public func isCoarse(_ area: PlaceRectangle) -> Bool {
        func isLine(_ coordinate: Int64) -> Bool { coordinate % side == 0 }
        return isLine(Int64(area.southWest.east)) && isLine(Int64(area.southWest.north))
            && isLine(Int64(area.northEast.east) + 1) && isLine(Int64(area.northEast.north) + 1)
    }

    /// The narrowest criteria that may be asked and that contain these.
    public func coarse(_ criteria: GroupCriteria) -> GroupCriteria {
        var criteria = criteria
        criteria.youngest = criteria.youngest.map { max(0, $0 / ageStep * ageStep) }
        criteria.oldest = criteria.oldest.map { Int32(clamping: (Int64($0) / Int64(ageStep) + 1) * Int64(ageStep) - 1) }
        criteria.area = criteria.area.map {
            PlaceRectangle(
                Place(east: line(below: $0.southWest.east), north: line(below: $0.southWest.north)),
                Place(east: last(of: $0.northEast.east), north: last(of: $0.northEast.north)))
        }
        return criteria
    }

    /// Whole squares only: near the ends of the map's numbers the last ones that there are.
    private func line(below coordinate: Int32) -> Int32 {
        let (step, place) = (side, Int64(coordinate))
        let line = place - ((place % step) + step) % step
        return Int32(line < Int64(Int32.min) ? line + step : line)
    }

    private func last(of coordinate: Int32) -> Int32 {
        let end = Int64(line(below: coordinate)) + side - 1
        return Int32(end > Int64(Int32.max) ? end - side : end)
    }
}
