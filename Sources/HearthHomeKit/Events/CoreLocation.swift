#if canImport(CoreLocation)
    @_exported public import CoreLocation
#else
    public import Foundation

    // The part of CoreLocation that HomeKit apps use, for systems without it.

    /// An angle in degrees.
    public typealias CLLocationDegrees = Double
    /// A distance in metres.
    public typealias CLLocationDistance = Double

    /// A point on the earth.
    public struct CLLocationCoordinate2D: Hashable, Sendable {
        /// Degrees north of the equator, -90 to 90.
        public var latitude: CLLocationDegrees
        /// Degrees east of Greenwich, -180 to 180.
        public var longitude: CLLocationDegrees

        /// Creates a point.
        public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// A region that people enter and leave.
    open class CLRegion: NSObject {
        /// The app's name for the region.
        public let identifier: String
        /// Whether entering it counts.
        open var notifyOnEntry = true
        /// Whether leaving it counts.
        open var notifyOnExit = true

        init(identifier: String) { self.identifier = identifier }
    }

    /// A circular region.
    open class CLCircularRegion: CLRegion {
        /// The center.
        public let center: CLLocationCoordinate2D
        /// The radius in metres.
        public let radius: CLLocationDistance

        /// Creates a circular region.
        public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
            self.center = center
            self.radius = radius
            super.init(identifier: identifier)
        }
    }
#endif
