internal import HearthWire

/// An integration that was added to a hub: its connection to devices of another ecosystem.
public struct Integration: Hashable, Sendable, Identifiable {
    /// Unique ID.
    public let id: String
    /// ``IntegrationKind/id`` of its kind.
    public let kind: String
    /// Display name, unique among the integrations.
    public let name: String
    /// The settings by ``IntegrationField/name``, without secrets.
    public let settings: [String: String]
    /// The fields of the secrets that the hub has.
    public let secretFields: [String]
    /// The state of the connection.
    public let health: IntegrationHealth
    /// When that state began, in seconds since 1970; nil if not known.
    public let healthSince: Double?
    /// How many devices it has brought.
    public let deviceCount: Int
    /// ID of the structure of its new devices; nil for the first one.
    public let structureID: String?
    /// Whether ``HubIntegrations/joinDevices(id:seconds:)`` can let new devices into its network.
    public let canJoin: Bool
}

/// The state of an integration's connection. Reasons are for people, in English.
public enum IntegrationHealth: Hashable, Sendable {
    /// The hub is connecting.
    case connecting
    /// The connection works.
    case online
    /// The connection is down, and the hub tries again by itself.
    case offline(reason: String)
    /// The connection fails until a person does something.
    case needsAttention(reason: String, wayOut: String)
    /// A state that this version doesn't know.
    case unknown
}

/// Something that announces itself near the hub, and that may be added.
public struct FoundDevice: Hashable, Sendable, Identifiable {
    /// How far something can be added.
    public enum Readiness: Hashable, Sendable {
        /// It can be added as it is.
        case ready
        /// It asks for an encryption key.
        case needsKey
        /// It asks for a password.
        case needsPassword
        /// It asks for a set-up code.
        case needsCode
        /// A person has to press its button while it is added.
        case needsButton
        /// The hub knows what it is but can't connect to it yet.
        case notSupported
        /// The integration with this ID has it.
        case added(integrationID: String)
        /// A state that this version doesn't know.
        case unknown
    }

    /// Identifies it, also after its address has changed.
    public let id: String
    /// ``IntegrationKind/id`` of its kind; of things that are not supported, the name of their ecosystem.
    public let kind: String
    /// The name that it announces.
    public let name: String
    /// Its maker or ecosystem; may be empty.
    public let maker: String
    /// Host or IP address.
    public let address: String
    /// How far it can be added.
    public let readiness: Readiness
    /// The settings that it announces.
    public let settings: [String: String]
    /// When it was last seen, in seconds since 1970; nil if not known.
    public let seenAt: Double?
}

/// A thing that people have hidden from those that a hub has found. It need not be near at present.
public struct IgnoredDevice: Hashable, Sendable, Identifiable {
    /// ``FoundDevice/id`` of the thing.
    public let id: String
    /// ``FoundDevice/kind``, as it was when it was hidden. So are the name and the maker.
    public let kind: String
    /// The name that it announced.
    public let name: String
    /// Its maker or ecosystem, for people. May be empty.
    public let maker: String
    /// When it was hidden, in seconds since 1970; nil if not known.
    public let ignoredAt: Double?
}

/// A change of the integrations, found and ignored things of a hub.
public struct IntegrationsChange: Hashable, Sendable {
    /// Whether it has all integrations, found and ignored things. So does the first one, and each one after a lost connection.
    public let isSnapshot: Bool
    /// New and changed integrations.
    public let integrations: [Integration]
    /// IDs of removed integrations.
    public let removedIntegrationIDs: [String]
    /// New and changed things.
    public let found: [FoundDevice]
    /// IDs of things that are not found any more, or that are ignored now.
    public let lostIDs: [String]
    /// Newly ignored things.
    public let ignored: [IgnoredDevice]
    /// IDs of things that are not ignored any more.
    public let unignoredIDs: [String]
}

extension Integration {
    init(_ message: Hearth_V1_Integration) {
        let health = message.health ?? Hearth_V1_IntegrationHealth()
        self.init(
            id: message.id, kind: message.kind, name: message.name, settings: message.settings.values,
            secretFields: message.secretFields, health: IntegrationHealth(health),
            healthSince: health.since.map { $0.sinceEpoch / .seconds(1) }, deviceCount: Int(message.deviceCount),
            structureID: message.structureID.isEmpty ? nil : message.structureID, canJoin: message.canJoin)
    }
}

extension IntegrationHealth {
    fileprivate init(_ message: Hearth_V1_IntegrationHealth) {
        self =
            switch message.state {
            case .connecting: .connecting
            case .online: .online
            case .offline: .offline(reason: message.reason)
            case .needsAttention: .needsAttention(reason: message.reason, wayOut: message.wayOut)
            case .unspecified, .unrecognized: .unknown
            }
    }
}

extension FoundDevice {
    init(_ message: Hearth_V1_FoundDevice) {
        let readiness: Readiness =
            switch message.readiness {
            case .ready: .ready
            case .needsKey: .needsKey
            case .needsPassword: .needsPassword
            case .needsCode: .needsCode
            case .needsButton: .needsButton
            case .notSupported: .notSupported
            case .added: .added(integrationID: message.integrationID)
            case .unspecified, .unrecognized: .unknown
            }
        self.init(
            id: message.key, kind: message.kind, name: message.name, maker: message.maker, address: message.address,
            readiness: readiness, settings: message.settings.values,
            seenAt: message.seenAt.map { $0.sinceEpoch / .seconds(1) })
    }
}

extension IgnoredDevice {
    init(_ message: Hearth_V1_IgnoredDevice) {
        self.init(
            id: message.key, kind: message.kind, name: message.name, maker: message.maker,
            ignoredAt: message.ignoredAt.map { $0.sinceEpoch / .seconds(1) })
    }
}

extension IntegrationsChange {
    init(_ message: Hearth_V1_WatchIntegrationsResponse) {
        self.init(
            isSnapshot: message.isSnapshot, integrations: message.integrations.map { Integration($0) },
            removedIntegrationIDs: message.removedIntegrationIDs, found: message.found.map { FoundDevice($0) },
            lostIDs: message.lostKeys, ignored: message.ignored.map { IgnoredDevice($0) },
            unignoredIDs: message.unignoredKeys)
    }
}
