public import HearthTraitCore
internal import Synchronization

/// How an app works with homes. ``Home/configure(_:)`` sets what holds for the connections made after it.
public struct HomeClientConfiguration: Sendable {
    /// Who made the app. Nothing of Hearth asks for it.
    public var teamID: String?
    /// The app's name for itself: in the causes of the changes that it makes, and for what it keeps with devices.
    public var clientID: String
    /// A name that apps of one maker share. Nothing of Hearth asks for it.
    public var sharedAppGroup: String?
    /// Whether a command that the device does not take, and a write to an attribute that it lacks, is refused here,
    /// before anything is sent. Else the hub refuses it.
    public var strictOperationValidation: Bool
    /// The types and traits that the app means to use in automations. Nothing of Hearth asks for it: it shows all.
    public var referencedAutomationTypes: ReferencedAutomationTypes
    /// How long connecting may take, the home's first whole state included.
    public var connectTimeout: Duration
    /// How long a call that has succeeded waits for the change to arrive by the watch as well, before it returns. A
    /// read after the call then shows what the call did.
    public var truthTimeout: Duration
    /// The ids of the traits whose Swift types the program works with, as `StandardTraits.descriptors` and a maker's
    /// bindings list them. A device's other traits are ``UnknownTrait``s; without any, all of them are.
    public var knownTraits: Set<UInt32>
    /// In the same way, the ids of device types.
    public var knownDeviceTypes: Set<UInt32>

    /// A configuration. Without a client id the program gets one by chance.
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
        self.truthTimeout = truthTimeout
    }
}

/// Device types and traits that an app means to use in automations.
public struct ReferencedAutomationTypes: Sendable {
    public let deviceTypes: [any DeviceType.Type]
    public let traits: [any Trait.Type]

    /// Types by their Swift types.
    public init(deviceTypes: [any DeviceType.Type] = [], traits: [any Trait.Type] = []) {
        self.deviceTypes = deviceTypes
        self.traits = traits
    }
}

extension Home {
    private static let shared = Mutex(HomeClientConfiguration())

    /// Sets how the app works with homes, for the connections made after it.
    public static func configure(_ block: (inout HomeClientConfiguration) -> Void) {
        shared.withLock { block(&$0) }
    }

    /// What ``configure(_:)`` has set.
    public static var configuration: HomeClientConfiguration { shared.withLock { $0 } }
}
