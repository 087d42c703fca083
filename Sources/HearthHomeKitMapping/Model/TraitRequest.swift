public import HearthTraitDescriptors

/// A request to a trait that gives a characteristic its value.
public struct TraitRequest: Hashable, Sendable {
    /// A command, or attributes to write.
    public enum Content: Hashable, Sendable {
        /// The command of this id with its arguments.
        case command(UInt32, StructureValue)
        /// Attributes by id, written atomically.
        case update(StructureValue)
    }

    /// The endpoint.
    public let endpoint: UInt16
    /// The trait.
    public let trait: UInt32
    /// The command or the attributes.
    public let content: Content
    /// Whether it has to be a timed request (Matter Core: timed interaction), as for locks.
    public let isTimed: Bool

    /// Creates a request.
    public init(endpoint: UInt16, trait: UInt32, content: Content, isTimed: Bool = false) {
        self.endpoint = endpoint
        self.trait = trait
        self.content = content
        self.isTimed = isTimed
    }
}

/// A value for a characteristic.
public struct CharacteristicWrite: Hashable, Sendable {
    /// The characteristic.
    public let key: CharacteristicKey
    /// The value, not yet checked.
    public let value: CharacteristicValue
    /// The data that authorizes the write, such as an alarm system's code in UTF-8; nil without.
    public let authorization: [UInt8]?

    /// Creates a write.
    public init(_ key: CharacteristicKey, _ value: CharacteristicValue, authorization: [UInt8]? = nil) {
        self.key = key
        self.value = value
        self.authorization = authorization
    }
}
