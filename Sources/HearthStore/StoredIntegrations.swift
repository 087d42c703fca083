/// An integration that a person has added: a connection to another ecosystem's devices.
public struct StoredIntegration: Hashable, Sendable {
    /// Unique ID.
    public var id: String
    /// ID of its kind, for example "esphome".
    public var kind: String
    /// Identifies the other end among those of its kind, for example by a MAC address. The store refuses a second
    /// integration of the same kind and identity.
    public var identity: String
    /// The name that people see.
    public var name: String
    /// ID of the structure of its new devices; it may have been removed. Empty for the first structure.
    public var structureID: String
    /// Its settings by field, without secrets.
    public var settings: [String: String]
    /// Its secrets by field. In backups without keys they are empty.
    public var secrets: [String: StoredSecret]
    /// What its link asked to remember over restarts, in the link's own form; empty at first. Only
    /// ``IntegrationChange/remember(id:_:)`` changes it.
    public var memory: [UInt8]
    /// When it was removed, since 1970; nil while it is there. A removed one has neither settings nor secrets nor memory.
    /// It only keeps its ID for the case that it is added again.
    public var removedAt: Duration?

    /// Creates an integration.
    public init(
        id: String, kind: String, identity: String, name: String, structureID: String = "",
        settings: [String: String] = [:], secrets: [String: StoredSecret] = [:], memory: [UInt8] = [],
        removedAt: Duration? = nil
    ) {
        self.id = id
        self.kind = kind
        self.identity = identity
        self.name = name
        self.structureID = structureID
        self.settings = settings
        self.secrets = secrets
        self.memory = memory
        self.removedAt = removedAt
    }
}

/// A key, password or code for another ecosystem. Descriptions and dumps of it, and of values that contain it, show "…".
public struct StoredSecret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The secret itself.
    package let value: String

    /// Wraps a secret.
    public init(_ value: String) { self.value = value }

    public var description: String { "…" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Something that the hub can find and that people have hidden.
public struct StoredIgnoredThing: Hashable, Sendable {
    /// Identifies it among all things that can be found, also at another address.
    public var key: String
    /// ID of its kind of integration, or the name of an ecosystem that is not supported.
    public var kind: String
    /// Identifies it among those of its kind; empty if it does not announce that.
    public var identity: String
    /// The name that it announced.
    public var name: String
    /// Its maker or ecosystem, for people.
    public var maker: String
    /// When it was hidden, since 1970.
    public var ignoredAt: Duration

    /// Creates an ignored thing.
    public init(
        key: String, kind: String, identity: String = "", name: String, maker: String = "", ignoredAt: Duration
    ) {
        self.key = key
        self.kind = kind
        self.identity = identity
        self.name = name
        self.maker = maker
        self.ignoredAt = ignoredAt
    }
}

/// A change of the integrations, and of what people have ignored instead of adding it.
public enum IntegrationChange: Hashable, Sendable {
    /// Adds an integration, also a removed one, or replaces one with all of its settings and secrets, while its memory
    /// stays. Fails if another one has its kind and identity, even a removed one.
    case put(StoredIntegration)
    /// Replaces the memory of an integration's link. Has no effect without the integration, or on a removed one.
    case remember(id: String, [UInt8])
    /// Removes an integration with its settings, secrets and memory, but keeps its ID (``StoredIntegration/removedAt``).
    /// Its devices stay.
    case retire(id: String, at: Duration)
    /// Removes an integration with its settings and secrets, also a removed one. Its devices stay.
    case remove(id: String)
    /// Adds a thing to those that are ignored, the last one. One with the same key is replaced, and keeps its place.
    case ignore(StoredIgnoredThing)
    /// Removes the thing with a key from those that are ignored.
    case unignore(key: String)
}
