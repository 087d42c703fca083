public import HearthTraitCore
internal import Synchronization

/// An app's settings. ``Home/configure(_:)`` sets those of connections made afterwards.
public struct HomeClientConfiguration: Sendable {
    /// Not used. Exists for source compatibility with Google's SDK.
    public var teamID: String?
    /// The app's name for itself. Identifies the causes of its changes and the values it stores with objects.
    /// Default: random.
    public var clientID: String
    /// Not used. Exists for source compatibility with Google's SDK.
    public var sharedAppGroup: String?
    /// Whether to check commands and writes against what the device supports before sending them. Otherwise the hub
    /// refuses them. Default: false.
    public var strictOperationValidation: Bool
    /// The types that automations are shown with. In the nodes of an automation, other traits are ``UnknownTrait``,
    /// other events ``UnknownEvent``, and other device types nil; ``Structure/candidates(includeDescendants:)`` omits
    /// them. Automations can be written with other types, too. Default: none.
    public var referencedAutomationTypes: ReferencedAutomationTypes
    /// The timeout for connecting, including the first complete state. Default: 20 s.
    public var connectTimeout: Duration
    /// The timeout of a call that reads or edits. Default: 30 s. Commands and writes to devices have their own.
    public var callTimeout: Duration
    /// How long a successful call waits for its change to arrive over the watch, so that reads after the call see its
    /// effect. Default: 2 s.
    public var truthTimeout: Duration
    /// IDs of the traits whose Swift types this program uses, as listed in `StandardTraits.descriptors` and in makers'
    /// bindings. A device's other traits are ``UnknownTrait``s; if empty, all of them are.
    public var knownTraits: Set<UInt32>
    /// IDs of the device types whose Swift types this program uses, as for ``knownTraits``.
    public var knownDeviceTypes: Set<UInt32>

    /// Creates a configuration. Without a client ID a random one is generated.
    public init(
        clientID: String? = nil, strictOperationValidation: Bool = false, connectTimeout: Duration = .seconds(20),
        truthTimeout: Duration = .seconds(2), knownTraits: [TraitDescriptor] = [],
        knownDeviceTypes: [DeviceTypeDescriptor] = []
    ) {
        self.knownTraits = Set(knownTraits.map(\.id))
        self.knownDeviceTypes = Set(knownDeviceTypes.map(\.id))
        self.clientID = clientID ?? "client-" + String(UInt64.random(in: .min ... .max), radix: 36)
        self.strictOperationValidation = strictOperationValidation
        referencedAutomationTypes = ReferencedAutomationTypes()
        self.connectTimeout = connectTimeout
        callTimeout = .seconds(30)
        self.truthTimeout = truthTimeout
    }
}

/// Device types and traits that an app uses in automations.
public struct ReferencedAutomationTypes: Sendable {
    /// The device types.
    public let deviceTypes: [any DeviceType.Type]
    /// The traits.
    public let traits: [any Trait.Type]

    /// Creates a list of types.
    public init(deviceTypes: [any DeviceType.Type] = [], traits: [any Trait.Type] = []) {
        self.deviceTypes = deviceTypes
        self.traits = traits
    }
}

extension Home {
    private static let shared = Mutex(HomeClientConfiguration())

    /// Changes the settings of connections made afterwards.
    public static func configure(_ block: (inout HomeClientConfiguration) -> Void) {
        shared.withLock { block(&$0) }
    }

    /// The current settings.
    public static var configuration: HomeClientConfiguration { shared.withLock { $0 } }
}
