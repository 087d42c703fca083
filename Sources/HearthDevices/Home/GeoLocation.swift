/// A place on the earth, in degrees.
public struct GeoLocation: Hashable, Sendable {
    /// -90, the south pole, to 90, the north pole.
    public let latitude: Double
    /// -180 to 180; east of Greenwich is positive.
    public let longitude: Double

    /// nil for numbers that no place has.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}
