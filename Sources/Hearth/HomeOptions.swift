public import HearthTraitCore

/// How a home is connected.
public struct HomeOptions: Sendable {
    /// The program's name for itself in the causes of the changes that it makes.
    public var clientID: String
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

    /// Options. Without a client id the program gets one by chance.
    public init(
        clientID: String? = nil, connectTimeout: Duration = .seconds(20), truthTimeout: Duration = .seconds(2),
        knownTraits: [TraitDescriptor] = [], knownDeviceTypes: [DeviceTypeDescriptor] = []
    ) {
        self.knownTraits = Set(knownTraits.map(\.id))
        self.knownDeviceTypes = Set(knownDeviceTypes.map(\.id))
        self.clientID = clientID ?? "client-" + String(UInt64.random(in: .min ... .max), radix: 36)
        self.connectTimeout = connectTimeout
        self.truthTimeout = truthTimeout
    }
}
