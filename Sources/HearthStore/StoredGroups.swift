/// A service group of a structure: a named set of services of its devices.
public struct StoredServiceGroup: Hashable, Sendable {
    /// Unique ID.
    public var id: String
    /// ID of the structure it belongs to.
    public var structureID: String
    /// The name that people see.
    public var name: String
    /// Its services, in the order in which they were added, each once.
    public var services: [StoredService]

    /// Creates a group.
    public init(id: String, structureID: String, name: String, services: [StoredService] = []) {
        self.id = id
        self.structureID = structureID
        self.name = name
        self.services = services
    }
}

/// A service of a device, as HomeKit defines it.
public struct StoredService: Hashable, Sendable {
    /// ID of the device.
    public var deviceID: String
    /// Number of the endpoint.
    public var endpoint: UInt16
    /// UUID of the service's type, in its short form where it has one.
    public var type: String
    /// Distinguishes services of one type on one endpoint; 0 for the only one.
    public var part: UInt32

    /// Creates a reference.
    public init(deviceID: String, endpoint: UInt16, type: String, part: UInt32 = 0) {
        self.deviceID = deviceID
        self.endpoint = endpoint
        self.type = type
        self.part = part
    }
}

/// The geographic location of a structure.
public struct StoredLocation: Hashable, Sendable {
    /// In degrees, -90 to 90; north is positive.
    public var latitude: Double
    /// In degrees, -180 to 180; east is positive.
    public var longitude: Double

    /// Creates a location.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
