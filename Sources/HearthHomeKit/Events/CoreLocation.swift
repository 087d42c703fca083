#if canImport(CoreLocation)
    @_exported public import CoreLocation
#else
    public import Foundation

    // What HomeKit's apps use of CoreLocation, where that is missing.

    /// Degrees.
    public typealias CLLocationDegrees = Double
    /// Metres.
    public typealias CLLocationDistance = Double

    /// A place on the earth.
    public struct CLLocationCoordinate2D: Hashable, Sendable {
        /// North of the equator, -90 to 90.
        public var latitude: CLLocationDegrees
        /// East of Greenwich, -180 to 180.
        public var longitude: CLLocationDegrees

        /// A place.
        public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// A region that somebody comes into or leaves.
    open class CLRegion: NSObject {
        /// What the app calls it.
        public let identifier: String
        /// Whether coming into it counts.
        open var notifyOnEntry = true
        /// Whether leaving it counts.
        open var notifyOnExit = true

        init(identifier: String) { self.identifier = identifier }
    }

    /// A circle.
    open class CLCircularRegion: CLRegion {
        /// The middle.
        public let center: CLLocationCoordinate2D
        /// Metres.
        public let radius: CLLocationDistance

        /// A circle.
        public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
            self.center = center
            self.radius = radius
            super.init(identifier: identifier)
        }
    }
#endif
