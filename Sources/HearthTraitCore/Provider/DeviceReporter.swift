/// Receives a provider's reports about its devices. The hub implements it.
public protocol DeviceReporter: Sendable {
    /// Applies one change, which reaches every subscriber as a whole. Returns when the hub's state contains it. Values
    /// equal to the present ones are not reported.
    func report(_ change: DeviceChange)

    /// Adds devices after the start, or replaces the descriptions of known ones; all or none. When this returns, the
    /// hub has them and they are online; for a provider in another process, they have been sent but may not have been
    /// added yet.
    ///
    /// - Throws: an error if a description is invalid, a device belongs to another provider, or there are too many
    ///   devices.
    func bring(_ devices: [DeviceDescription]) async throws

    /// Removes devices for good, with their stored state. Devices of other providers are ignored.
    func remove(_ deviceIDs: [String]) async throws

    /// Stores data of a device that is not an attribute, returned in ``StoredState/memories`` at the next start; empty
    /// bytes delete it. Written to disk within a second. A value over the limit of length or number is dropped and
    /// logged.
    func remember(_ deviceID: String, key: String, _ value: [UInt8])
}

/// One atomic change of one device.
public struct DeviceChange: Sendable {
    /// An event that occurred on an endpoint of the device.
    public struct EventOccurrence: Hashable, Sendable {
        /// The endpoint number.
        public var endpoint: UInt16
        /// The id of the trait that the event belongs to.
        public var traitID: UInt32 {
            didSet { message = Message() }
        }
        /// The event id within the trait.
        public var eventID: UInt32 {
            didSet { message = Message() }
        }
        /// The event's fields by field id.
        public var fields: StructureValue {
            didSet { message = Message() }
        }
        private var message = Message()

        /// The encoded event, if it contains exactly ``fields`` and they are of this event; saves encoding them again.
        /// Otherwise nil. Ignored in comparisons: any two are equal.
        private struct Message: Hashable {
            var bytes: [UInt8]?

            static func == (left: Message, right: Message) -> Bool { true }

            func hash(into hasher: inout Hasher) {}
        }

        /// Creates an event occurrence.
        public init(endpoint: UInt16, traitID: UInt32, eventID: UInt32, fields: StructureValue) {
            self.endpoint = endpoint
            self.traitID = traitID
            self.eventID = eventID
            self.fields = fields
        }

        /// Creates an event occurrence.
        ///
        /// - Parameter message: the encoded event, with exactly these fields.
        package init(endpoint: UInt16, traitID: UInt32, eventID: UInt32, fields: StructureValue, message: [UInt8]) {
            self.init(endpoint: endpoint, traitID: traitID, eventID: eventID, fields: fields)
            self.message.bytes = message
        }

        /// The same event without its encoded form, which takes memory while the event waits.
        package var unencoded: EventOccurrence {
            EventOccurrence(endpoint: endpoint, traitID: traitID, eventID: eventID, fields: fields)
        }

        /// The encoded event.
        ///
        /// - Parameters:
        ///   - event: the event's schema.
        ///   - trait: the schema that it is from.
        package func message(of event: EventDescriptor, in trait: TraitDescriptor) -> [UInt8] {
            message.bytes ?? trait.encodeEvent(event, fields)
        }
    }

    /// Identifies a trait within the device.
    public struct TraitKey: Hashable, Sendable {
        /// The endpoint number.
        public var endpoint: UInt16
        /// The trait id.
        public var traitID: UInt32

        /// Creates the key of a trait on an endpoint.
        public init(endpoint: UInt16, traitID: UInt32) {
            self.endpoint = endpoint
            self.traitID = traitID
        }
    }

    /// The device that changed; a change of a device that is not this provider's is ignored.
    public var deviceID: String
    /// New attribute values by trait; attributes that are not listed keep theirs.
    public var attributes: [TraitKey: StructureValue]
    /// Events to report with the change, in order.
    public var events: [EventOccurrence]
    /// The connectivity of the whole device, if it went online or offline; otherwise nil.
    public var connectivity: SourceConnectivity?
    /// The cause of the change: the ``CommandInvocation/cause`` of the command that led to it, or `.device`.
    public var cause: ChangeCause

    /// Creates a change.
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
