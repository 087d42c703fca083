internal import HearthAutomation
internal import HearthTraitCore

/// The provider of a structure's own traits, with those that the hub adds. Nobody commands these, and their values are the
/// hub's.
struct WithHubTraits: DeviceProvider {
    private let provider: any DeviceProvider
    private let structureID: String
    private let traits: [TraitDescriptor]

    init(_ provider: any DeviceProvider, structureID: String, traits: [TraitDescriptor]) {
        self.provider = provider
        self.structureID = structureID
        self.traits = traits
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
                    TraitInstance(
                        descriptor: trait,
                        attributes: trait.id == PresenceTraits.People.id
                            ? PersonPresence.attributes { _ in [] } : StructureValue())
                }
            }
        }
        return devices
    }

    func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
        try await provider.invoke(invocation)
    }

    func write(_ update: AttributeUpdate) async throws { try await provider.write(update) }
    func describeAgain() async -> [DeviceDescription] { with(await provider.describeAgain()) }
    func stop() async { await provider.stop() }
}
