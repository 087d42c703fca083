@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Expectations
internal import Testing

/// Service groups, and the names and types that people give to services.
@Suite(.timeLimit(.minutes(5)))
struct ServiceGroupTests {
    private static let bulb = "43"

    private func light(_ device: String, endpoint: UInt32 = 1) -> Hearth_V1_ServiceReference {
        .init(deviceID: device, endpoint: endpoint, type: Self.bulb)
    }

    /// A device with a service of one kind.
    static func device(
        _ id: String, type: UInt32, _ trait: TraitDescriptor, _ attributes: StructureValue
    ) -> DeviceDescription {
        DeviceDescription(
            id: id, name: id,
            endpoints: [
                EndpointDescription(id: 0, parent: nil, deviceTypes: [], traits: []),
                EndpointDescription(
                    id: 1, parent: 0, deviceTypes: [.init(id: type, revision: 1, isPrimary: true)],
                    traits: [TraitInstance(descriptor: trait, attributes: attributes)]),
            ], isMatterDevice: false)
    }

    static let outlet = device("outlet", type: 0x10A, Matter.OnOffTrait.descriptor, [0: .bool(false)])
    static let contact = device("contact", type: 0x15, Matter.BooleanStateTrait.descriptor, [0: .bool(true)])

    /// Groups hold services, and a removed device leaves them in the same report.
    @Test func groupsHoldServices() async throws {
        let store = try await HomeStore.inMemory()
        let test = try await TestHub(store: store)
        let home = test.home()
        try await test.hub.attach(TestProvider(lamps: 3))
        var watcher = try await Watcher.atMarker(test)
        let group = try require(
            try await home.createServiceGroup(.init(structureID: test.structureID, name: "Lights")).serviceGroup)
        // The long form of a type is the same type.
        var whole = light("lamp-2")
        whole.type = "00000043-0000-1000-8000-0026bb765291"
        let filled = try await home.updateServiceGroup(
            .init(serviceGroupID: group.id, addServices: [light("lamp-1"), whole, light("lamp-2"), light("lamp-3")])
        ).serviceGroup
        expect(filled?.services, equals: [light("lamp-1"), light("lamp-2"), light("lamp-3")])
        _ = try await home.updateServiceGroup(
            .init(serviceGroupID: group.id, name: "All Lights", removeServices: [light("lamp-3"), light("nothing")]))
        try await watcher.settle(test, .init())
        expect(watcher.view.serviceGroups, equals: test.truth().serviceGroups)
        expect(watcher.view.serviceGroups[group.id]?.name, equals: "All Lights")

        let reports = watcher.view.reports.count
        _ = try await home.removeDevice(.init(deviceID: "lamp-1"))
        try await watcher.settle(test, .init())
        expect(watcher.view.reports.count, equals: reports + 1)
        expect(watcher.view.reports.last?.objects.count, equals: 2)
        expect(watcher.view.serviceGroups[group.id]?.services, equals: [light("lamp-2")])
        let second = try await TestHub(store: store)
        expect(second.truth().serviceGroups, equals: test.truth().serviceGroups)
        _ = try await second.home().deleteServiceGroup(.init(serviceGroupID: group.id))
        expect(second.truth().serviceGroups.isEmpty)
    }

    @Test func lostBridgedDeviceLeavesItsGroups() async throws {
        let test = try await TestHub()
        let lamps = [TestBridge.Lamp(endpoint: 4, uniqueID: .string("a")), .init(endpoint: 5, uniqueID: .string("b"))]
        let provider = TestProvider([TestBridge.device(lamps)])
        try await test.hub.attach(provider)
        let group = try await test.home().createServiceGroup(.init(structureID: test.structureID, name: "Lights"))
        _ = try await test.home().updateServiceGroup(
            .init(
                serviceGroupID: group.serviceGroup?.id ?? "",
                addServices: [light("bridge/a", endpoint: 4), light("bridge/b", endpoint: 5)]))
        try await provider.bring([TestBridge.device([lamps[1]])])
        expect(test.truth().serviceGroups.values.first?.services.map(\.deviceID), equals: ["bridge/b"])
        try await expect(test.store.load().serviceGroups.first?.services.map(\.deviceID), equals: ["bridge/b"])
    }

    @Test func servicesHaveNamesAndAssociatedTypes() async throws {
        let store = try await HomeStore.inMemory()
        let test = try await TestHub(store: store)
        let home = test.home()
        try await test.hub.attach(TestProvider([Self.outlet, Self.contact]))
        var watcher = try await Watcher.atMarker(test)
        let outlet = Hearth_V1_ServiceReference(deviceID: "outlet", endpoint: 1, type: "47")
        let contact = Hearth_V1_ServiceReference(deviceID: "contact", endpoint: 1, type: "80")
        let set = try await home.updateService(.init(service: outlet, name: " Fan ", associatedType: "40")).device
        expect(set?.services, equals: [.init(endpoint: 1, type: "47", name: "Fan", associatedType: "40")])
        // Services may have equal names.
        _ = try await home.updateService(.init(service: contact, name: "Fan", associatedType: "8C"))
        try await watcher.settle(test, .init())
        expect(watcher.view.devices, equals: test.truth().devices)
        let second = try await TestHub(store: store)
        try await second.hub.attach(TestProvider([Self.outlet, Self.contact]))
        expect(second.truth().devices.mapValues(\.services), equals: test.truth().devices.mapValues(\.services))
        let cleared = try await second.home().updateService(.init(service: outlet, name: "", associatedType: ""))
        expect(cleared.device?.services, equals: [])
        for (service, type) in [(outlet, "47"), (outlet, "49"), (outlet, "8C"), (contact, "43"), (contact, "x")] {
            let error = await expect(throws: RPCError.self) {
                _ = try await second.home().updateService(.init(service: service, associatedType: type))
            }
            expect(error?.homeKitError?.code, equals: 62, "\(service.type) \(type)")
        }
    }
}
