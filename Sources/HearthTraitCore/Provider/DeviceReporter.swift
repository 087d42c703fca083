/// Where a provider reports what happened on its devices. A hub is one.
public protocol DeviceReporter: Sendable {
    /// Takes one change: all of it happened together and reaches every subscriber together. Returns when the hub's
    /// state has it. Values that equal the present ones make no report.
    func report(_ change: DeviceChange)

    /// Brings devices that were not there at the start, or says anew what known ones are: all of them, or none. They
    /// are in the hub, online, when this returns; those of a process elsewhere are on their way to it.
    ///
    /// - Throws: when one is wrongly described or another provider's, or too many are there.
    func bring(_ devices: [DeviceDescription]) async throws

    /// Says that devices are gone for good: the hub forgets them. Those that are not this provider's are left alone.
    func remove(_ deviceIDs: [String]) async throws

    /// Keeps something of a device that is no attribute, for ``StoredState/memories`` at the next start; empty bytes
    /// forget it. On the disk within a second, as the state of devices is. Too long a value, or one too many, is left
    /// out, and noticed.
    func remember(_ deviceID: String, key: String, _ value: [UInt8])
}

/// One change on one device.
public struct DeviceChange: Sendable {
    /// An event to report.
    public struct EventOccurrence: Hashable, Sendable {
        public var endpoint: UInt16
        public var traitID: UInt32
        public var eventID: UInt32
        public var fields: StructureValue

        /// An event of a trait.
        public init(endpoint: UInt16, traitID: UInt32, eventID: UInt32, fields: StructureValue) {
            self.endpoint = endpoint
            self.traitID = traitID
            self.eventID = eventID
            self.fields = fields
        }
    }

    /// A trait of the device.
    public struct TraitKey: Hashable, Sendable {
        public var endpoint: UInt16
        public var traitID: UInt32

        /// A trait by its endpoint.
        public init(endpoint: UInt16, traitID: UInt32) {
            self.endpoint = endpoint
            self.traitID = traitID
        }
    }

    public var deviceID: String
    /// New values of attributes, by trait.
    public var attributes: [TraitKey: StructureValue]
    public var events: [EventOccurrence]
    /// Set when the whole device went online or offline.
    public var connectivity: SourceConnectivity?
    public var cause: ChangeCause

    /// A change of one device.
    public init(
        deviceID: String, attributes: [TraitKey: StructureValue] = [:], events: [EventOccurrence] = [],
        connectivity: SourceConnectivity? = nil, cause: ChangeCause
    ) {
        self.deviceID = deviceID
        self.attributes = attributes
        self.events = events
        self.connectivity = connectivity
        self.cause = cause
    }
}
