/// A location on earth.
public struct GeoLocation: Hashable, Sendable {
    /// Latitude in degrees, -90 (south pole) to 90 (north pole).
    public let latitude: Double
    /// Longitude in degrees, -180 to 180; positive is east of Greenwich.
    public let longitude: Double

    /// Creates a location. Returns nil if a coordinate is out of range.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}
