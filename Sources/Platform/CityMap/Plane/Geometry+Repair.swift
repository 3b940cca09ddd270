// SPDX-License-Identifier: GPL-3.0-or-later
import CGEOS

extension Geometry {
    /// What two usual repairs make of an invalid polygon.
    struct Repair {
        /// The ground, by the repair that looks at which rings are holes.
        let ground: Geometry
        /// The area that belongs to one repair's ground and not to the other's.
        let doubt: Double
    }

    /// The ground of an invalid polygon, its corners on the session's grid; nil when GEOS fails.
    ///
    /// One repair takes all lines and counts how often each area is enclosed; the other makes each ring valid, and takes the
    /// holes away from what the outer rings hold. Where both agree, what was meant is not in doubt.
    func repair() -> Repair? {
        guard let structure = repaired(by: GEOS_MAKE_VALID_STRUCTURE),
            let linework = repaired(by: GEOS_MAKE_VALID_LINEWORK), let more = structure.difference(linework),
            let less = linework.difference(structure)
        else { return nil }
        return Repair(ground: structure, doubt: more.area + less.area)
    }

    private func repaired(by method: GEOSMakeValidMethods) -> Geometry? {
        guard let parameters = geos.makeRepair(handle) else { return nil }
        defer { geos.destroyRepair(handle, parameters) }
        guard geos.setRepairMethod(handle, parameters, method) == 1,
            let found = geos.repaired(handle, pointer, parameters)
        else { return nil }
        // Lines and points that a repair may leave are no ground.
        return session.area(Geometry(session, found).polygons)?.unitedOnGrid()
    }
}
