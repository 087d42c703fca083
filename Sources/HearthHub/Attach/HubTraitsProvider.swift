internal import HearthAutomation
internal import HearthHomeState
internal import HearthTraitCore

/// The provider of a structure's own traits, extended by the traits that the hub adds. The hub holds the values of
/// these, and carries out the commands of Notices; the others have none.
struct HubTraitsProvider: DeviceProvider {
    private let provider: any DeviceProvider
    private let structureID: String
    private let traits: [TraitDescriptor]
    private let notices: @Sendable (CommandInvocation) throws -> Void

    /// - Parameter notices: carries out a command of Notices.
    init(
        _ provider: any DeviceProvider, structureID: String, traits: [TraitDescriptor],
        notices: @escaping @Sendable (CommandInvocation) throws -> Void
    ) {
        self.provider = provider
        self.structureID = structureID
        self.traits = traits
        self.notices = notices
    }

    func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
        with(try await provider.start(hub: hub, stored: stored))
    }

    private func with(_ devices: [DeviceDescription]) -> [DeviceDescription] {
        var devices = devices
        for device in devices.indices where devices[device].id == structureID {
            for endpoint in devices[device].endpoints.indices where devices[device].endpoints[endpoint].id == 0 {
                let present = Set(devices[device].endpoints[endpoint].traits.map(\.descriptor.id))
                devices[device].endpoints[endpoint].traits += traits.filter { !present.contains($0.id) }.map { trait in
                    TraitInstance(descriptor: trait, attributes: Self.firstValues(of: trait.id))
                }
            }
        }
        return devices
    }

    /// The initial values. They exist from the start, so that automations can wait for them to change.
    private static func firstValues(of traitID: UInt32) -> StructureValue {
        switch traitID {
        case PresenceTraits.People.id: PersonPresence.attributes { _ in [] }
        case PresenceTraits.Area.id: [PresenceTraits.Area.state: PresenceTraits.Area.unspecified]
        case HubTraits.Notices.id: [HubTraits.Notices.list: .list([])]
        default: [:]
        }
    }

    func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
        guard invocation.path.traitID == HubTraits.Notices.id, invocation.path.target.deviceID == structureID else {
            return try await provider.invoke(invocation)
        }
        try notices(invocation)
        return nil
    }

    func write(_ update: AttributeUpdate) async throws { try await provider.write(update) }
    func describeAgain() async -> [DeviceDescription] { with(await provider.describeAgain()) }
    func stop() async { await provider.stop() }
}
