// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <geos_c.h>

/* The functions of GEOS that Cabrank calls, by the names it calls them. The library is loaded when the first polygon is
   read, not with the program: a city of square cells needs none of it, and looking up the symbols of its C++ took an eighth
   of the time in which such a city starts. */
#define GEOS_FUNCTIONS(EACH) \
    EACH(begin, GEOS_init_r) \
    EACH(finish, GEOS_finish_r) \
    EACH(free, GEOSFree_r) \
    EACH(destroy, GEOSGeom_destroy_r) \
    EACH(sequence, GEOSCoordSeq_copyFromBuffer_r) \
    EACH(copySequence, GEOSCoordSeq_copyToBuffer_r) \
    EACH(makePoint, GEOSGeom_createPointFromXY_r) \
    EACH(makeLine, GEOSGeom_createLineString_r) \
    EACH(makeRing, GEOSGeom_createLinearRing_r) \
    EACH(makePolygon, GEOSGeom_createPolygon_r) \
    EACH(makeCollection, GEOSGeom_createCollection_r) \
    EACH(type, GEOSGeomTypeId_r) \
    EACH(partCount, GEOSGetNumGeometries_r) \
    EACH(part, GEOSGetGeometryN_r) \
    EACH(exteriorRing, GEOSGetExteriorRing_r) \
    EACH(interiorRingCount, GEOSGetNumInteriorRings_r) \
    EACH(interiorRing, GEOSGetInteriorRingN_r) \
    EACH(coordinateCount, GEOSGetNumCoordinates_r) \
    EACH(coordinates, GEOSGeom_getCoordSeq_r) \
    EACH(x, GEOSGeomGetX_r) \
    EACH(y, GEOSGeomGetY_r) \
    EACH(area, GEOSArea_r) \
    EACH(length, GEOSLength_r) \
    EACH(distance, GEOSDistance_r) \
    EACH(covers, GEOSCovers_r) \
    EACH(validity, GEOSisValidDetail_r) \
    EACH(makeRepair, GEOSMakeValidParams_create_r) \
    EACH(destroyRepair, GEOSMakeValidParams_destroy_r) \
    EACH(setRepairMethod, GEOSMakeValidParams_setMethod_r) \
    EACH(repaired, GEOSMakeValidWithParams_r) \
    EACH(pointInside, GEOSPointOnSurface_r) \
    EACH(largestCircle, GEOSMaximumInscribedCircle_r) \
    EACH(intersection, GEOSIntersection_r) \
    EACH(difference, GEOSDifference_r) \
    EACH(united, GEOSUnaryUnion_r) \
    EACH(unitedOnGrid, GEOSUnaryUnionPrec_r) \
    EACH(enclosed, GEOSPolygonize_r) \
    EACH(joined, GEOSLineMerge_r) \
    EACH(simplified, GEOSTopologyPreserveSimplify_r) \
    EACH(triangles, GEOSConstrainedDelaunayTriangulation_r)

#define GEOS_FIELD(name, symbol) __typeof__(&symbol) name;
struct geos_functions {
    GEOS_FUNCTIONS(GEOS_FIELD)
};
#undef GEOS_FIELD

/* The functions, loaded at the first call; NULL when there is no GEOS. May be called from any thread. */
const struct geos_functions *cgeos_functions(void);
