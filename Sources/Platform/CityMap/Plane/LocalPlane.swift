// SPDX-License-Identifier: GPL-3.0-or-later
import CPROJ
import CityModel
import Synchronization

/// The flat plane of one city: PROJ's transverse Mercator on the WGS 84 ellipsoid, true to scale along the meridian of the
/// centre.
///
/// Twenty kilometres east or west of the centre its lengths are 5 parts in a million too long, so over a city the straight
/// distance of two places is their distance on the ellipsoid well within 0.01%.
final class LocalPlane: Sendable {
    /// The position that has east 0 and north 0.
    let centre: GeographicPoint
    // A PROJ object may be used by one thread at a time; only maps and loading ask it, so a lock costs nothing that counts.
    // Made at the first use, since PROJ is loaded for it.
    private let projection: Mutex<Projection?>

    /// Makes the plane that touches the globe at this position, latitude -90 to 90, longitude -180 to 180 degrees.
    init(centre: GeographicPoint) {
        self.centre = centre
        projection = Mutex(nil)
    }

    private func project<Result: Sendable>(_ body: (Projection) -> Result) -> Result {
        projection.withLock { projection in
            let made = projection ?? Projection(centre: centre)
            projection = made
            return body(made)
        }
    }

    /// Metres east and north of the centre; nil where the plane does not reach.
    func metres(_ point: GeographicPoint) -> (east: Double, north: Double)? {
        project { $0.forward(point) }
    }

    /// The place of a position; far positions, where the plane does not reach, are held at its edge 2,147 km away.
    func place(_ point: GeographicPoint) -> Place {
        let edge = 2_147_483.0
        guard let (east, north) = metres(point) else { return Place(metresEast: edge, north: edge) }
        return Place(metresEast: min(max(east, -edge), edge), north: min(max(north, -edge), edge))
    }

    /// Whether there is a PROJ to lay cities out with.
    static var isInstalled: Bool { cproj_functions() != nil }

    /// The position of a place.
    func geographic(_ place: Place) -> GeographicPoint {
        project { $0.inverse(east: place.metresEast, north: place.metresNorth) }
    }

    /// Metres along the ellipsoid between two positions, by PROJ's geodesic routines: what the plane is judged by.
    func geodesic(_ start: GeographicPoint, _ end: GeographicPoint) -> Double {
        project { $0.geodesic(start, end) }
    }
}

/// Owns one PROJ context and one transformation.
private final class Projection {
    private let proj: proj_functions
    private let context: OpaquePointer?
    private let transformation: OpaquePointer

    init(centre: GeographicPoint) {
        guard let proj = cproj_functions()?.pointee else {
            preconditionFailure("libproj is not installed; scripts/install does it")
        }
        self.proj = proj
        let context = proj.context_create()
        self.context = context
        // Without this PROJ writes its complaints to standard error.
        proj.log_func(context, nil) { _, _, _ in }
        // A projection given by all its parameters needs nothing of PROJ's database, and opening that takes 10 ms: PROJ
        // is told to look for it where nothing can be.
        "/dev/null".withCString { path in
            withUnsafePointer(to: Optional(path)) { proj.context_set_search_paths(context, 1, $0) }
        }
        let text = "+proj=tmerc +lat_0=\(centre.latitude) +lon_0=\(centre.longitude) +ellps=WGS84"
        guard let made = proj.create(context, text) else { preconditionFailure("PROJ refuses \(text)") }
        transformation = made
    }

    deinit {
        _ = proj.destroy(transformation)
        _ = proj.context_destroy(context)
    }

    func forward(_ point: GeographicPoint) -> (east: Double, north: Double)? {
        let flat = proj.trans(transformation, PJ_FWD, radians(point)).xy
        return flat.x.isFinite && flat.y.isFinite ? (flat.x, flat.y) : nil
    }

    func inverse(east: Double, north: Double) -> GeographicPoint {
        let round = proj.trans(transformation, PJ_INV, proj.coord(east, north, 0, 0)).lp
        return GeographicPoint(longitude: proj.todeg(round.lam), latitude: proj.todeg(round.phi))
    }

    func geodesic(_ start: GeographicPoint, _ end: GeographicPoint) -> Double {
        proj.lp_dist(transformation, radians(start), radians(end))
    }

    private func radians(_ point: GeographicPoint) -> PJ_COORD {
        proj.coord(proj.torad(point.longitude), proj.torad(point.latitude), 0, 0)
    }
}
