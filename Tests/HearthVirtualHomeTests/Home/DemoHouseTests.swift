internal import ExampleMaker
internal import HearthTraitCore
internal import HearthTraits
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The demonstration house: its size, its life, and that every device describes itself correctly.
@Suite(.timeLimit(.minutes(5)))
struct DemoHouseTests {
    @Test func demoHasManyDevicesRoomsAndTypesWithOwnIds() async {
        let devices = await Stage().devices
        expect(devices.count, isAtLeast: 22)
        expect(Set(devices.map(\.id)).count, equals: devices.count)
        expect(Set(devices.compactMap(\.suggestedRoom)).count, isAtLeast: 6)
        let types = devices.flatMap(\.endpoints).flatMap(\.deviceTypes).filter(\.isPrimary).map(\.id)
        expect(Set(types).count, isAtLeast: 14)
        let traits = Set(devices.flatMap(\.endpoints).flatMap(\.traits).map(\.descriptor.id))
        let catalog = BehaviorCatalog(
            identity: ProductIdentity(productName: "", productID: 0, serialNumber: "", uniqueID: ""))
        let alive = StandardTraits.descriptors.filter {
            catalog.behavior(for: ProductTrait(descriptor: $0, attributes: [:])) != nil
        }
        // Values of the device itself, not of a product file.
        let structural = [
            Matter.DescriptorTrait.descriptor.id, Matter.BridgedDeviceBasicInformationTrait.descriptor.id,
            Matter.ChimeTrait.descriptor.id, Google.DoorbellPressTrait.descriptor.id,
            Matter.ElectricalPowerMeasurementTrait.descriptor.id, Matter.PowerTopologyTrait.descriptor.id,
            Matter.ElectricalEnergyMeasurementTrait.descriptor.id, ExampleOrganization.SpinnerTrait.descriptor.id,
            Matter.CameraAvStreamManagementTrait.descriptor.id, Matter.PushAvStreamTransportTrait.descriptor.id,
            Matter.OtaSoftwareUpdateRequestorTrait.descriptor.id, Google.ConfigurationDoneTrait.descriptor.id,
            Google.CameraAvStreamManagementTrait.descriptor.id, Google.ChimeTrait.descriptor.id,
            HearthProject.FlagTrait.descriptor.id,
        ]
        expect(traits, equals: Set(alive.map(\.id) + structural))
    }

    /// The devices that the guides mention exist.
    @Test func theGuidesDevicesAreThere() async throws {
        let devices = await Stage().devices
        func traits(_ name: String, _ type: UInt32) throws -> Set<UInt32> {
            let device = try require(devices.first { $0.name == name })
            let endpoint = try require(device.endpoints.first { $0.deviceTypes.first?.id == type })
            return Set(endpoint.traits.map(\.descriptor.id))
        }
        try expect(traits("Doorbell", 0x0148).isSuperset(of: [0x003B, Google.DoorbellPressTrait.descriptor.id]))
        try expect(traits("Chime", 0x0146).contains(0x0556))
        try expect(traits("Washing Machine", 0x010A).isSuperset(of: [0x0006, 0x0090, 0x0091]))
        try expect(traits("Piano Light", 0x0100).isSuperset(of: [0x0006, 0x0008]))
        try expect(
            traits("Carousel Lamp", 0x0100).isSuperset(of: [0x0006, ExampleOrganization.SpinnerTrait.descriptor.id]))
    }

    /// The demo knows it at run time only; apps and makers have its bindings.
    @Test func theMakersTraitIsThatOfTheMakersFile() {
        expect(SpinnerBehavior.trait, equals: ExampleOrganization.SpinnerTrait.descriptor)
        expect(VirtualHome.demoTraits, equals: [SpinnerBehavior.trait.id])
    }

    /// Virtual devices are not commissioned over Matter, and groups, scenes and keypads have no behaviours. The live
    /// views of cameras are the hub's.
    private static let leftOut: Set<UInt32> = [
        Matter.AccessControlTrait.descriptor.id, Matter.GeneralCommissioningTrait.descriptor.id,
        Matter.NetworkCommissioningTrait.descriptor.id, Matter.GeneralDiagnosticsTrait.descriptor.id,
        Matter.AdministratorCommissioningTrait.descriptor.id, Matter.OperationalCredentialsTrait.descriptor.id,
        Matter.GroupKeyManagementTrait.descriptor.id, Matter.GroupsTrait.descriptor.id,
        Matter.ScenesManagementTrait.descriptor.id, Matter.KeypadInputTrait.descriptor.id,
        Matter.BindingTrait.descriptor.id, Matter.WebRTCTransportProviderTrait.descriptor.id,
    ]

    @Test func everyEndpointHasTheTraitsThatItsDeviceTypesRequire() async {
        let types = Dictionary(
            StandardTraits.deviceTypes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for device in await Stage().devices {
            for endpoint in device.endpoints {
                let present = Set(endpoint.traits.map(\.descriptor.id))
                for entry in endpoint.deviceTypes {
                    let type = types[entry.id]
                    expect(type != nil, "\(device.id): device type \(entry.id)")
                    let missing = Set(type?.requiredTraits ?? []).subtracting(present).subtracting(Self.leftOut)
                    expect(missing.isEmpty, "\(device.id)/\(endpoint.id) as \(type?.name ?? "") lacks \(missing)")
                }
            }
        }
    }

    @Test func endpointsFormATreeAndDescriptorsAgree() async throws {
        for device in await Stage().devices {
            expect(device.endpoints.first?.id, equals: 0)
            for endpoint in device.endpoints {
                expect((endpoint.id == 0), equals: (endpoint.parent == nil))
                let trait = try require(
                    endpoint.traits.first { $0.descriptor.id == Matter.DescriptorTrait.descriptor.id })
                let servers = trait.attributes[1]?.list?.compactMap(\.integer)
                expect(servers, equals: endpoint.traits.map { Int64($0.descriptor.id) }.sorted())
                let parts = Set(trait.attributes[3]?.list?.compactMap(\.integer) ?? [])
                expect(parts, equals: Self.below(endpoint.id, device))
            }
        }
    }

    @Test func partsOfOneKindDifferInTheirTags() async throws {
        let devices = await Stage().devices
        let strip = try require(devices.first { $0.id == "office-power-strip" })
        expect(strip.endpoints.dropFirst().map { $0.tags.map(\.tag) }, equals: [[1], [2], [3], [4]])
        expect(strip.endpoints.dropFirst().allSatisfy { $0.tags.last?.label != nil })
        let cold = try require(devices.first { $0.id == "kitchen-refrigerator" })
        expect(cold.endpoints.map(\.parent), equals: [nil, 0, 1, 1])
        expect(cold.endpoints.flatMap(\.tags).compactMap(\.label), equals: ["Fridge", "Freezer"])
        for endpoint in devices.flatMap(\.endpoints) {
            let trait = try require(
                endpoint.traits.first { $0.descriptor.id == Matter.DescriptorTrait.descriptor.id })
            let listed =
                trait.attributes[4]?.list?.compactMap { entry -> Int64? in
                    if case .structure(let tag) = entry { tag[2]?.integer } else { nil }
                } ?? []
            expect(listed, equals: endpoint.tags.map { Int64($0.tag) })
        }
    }

    private static func below(_ id: UInt16, _ device: DeviceDescription) -> Set<Int64> {
        var result: Set<Int64> = []
        for child in device.endpoints where child.parent == id {
            result.insert(Int64(child.id))
            result.formUnion(below(child.id, device))
        }
        return result
    }

    @Test func globalAttributesMatchTheTraitAndItsFeatures() async {
        for device in await Stage().devices {
            for endpoint in device.endpoints {
                for trait in endpoint.traits {
                    Self.check(trait, "\(device.id)/\(endpoint.id) \(trait.descriptor.name)")
                }
            }
        }
    }

    private static func check(_ trait: TraitInstance, _ name: String) {
        let values = trait.attributes
        let features = UInt32(values[GlobalAttribute.featureMap]?.integer ?? -1)
        expect(values[GlobalAttribute.clusterRevision]?.integer, equals: Int64(trait.descriptor.revision), "\(name)")
        let listed = values[GlobalAttribute.attributeList]?.list?.compactMap(\.integer)
        expect(listed, equals: values.fields.keys.map(Int64.init).sorted(), "\(name)")
        for attribute in trait.descriptor.attributes {
            let isPresent = values[attribute.id] != nil
            if let required = attribute.field.required {
                expect(isPresent, equals: required.holds(for: features), "\(name).\(attribute.name)")
            } else if !attribute.field.isOptional {
                expect(isPresent, "\(name).\(attribute.name) is mandatory")
            }
            if let allowed = attribute.field.allowed, !allowed.holds(for: features) {
                expect(!isPresent, "\(name).\(attribute.name) is not allowed")
            }
        }
        let accepted = Set(values[GlobalAttribute.acceptedCommandList]?.list?.compactMap(\.integer) ?? [])
        for command in trait.descriptor.commands {
            let isAccepted = accepted.contains(Int64(command.id))
            if let required = command.required {
                expect(isAccepted, equals: required.holds(for: features), "\(name).\(command.name)")
            } else if !command.isOptional {
                expect(isAccepted, "\(name).\(command.name) is mandatory")
            }
        }
    }

    @Test func firstValuesKeepTheirOwnRules() async {
        for device in await Stage().devices {
            for endpoint in device.endpoints {
                for trait in endpoint.traits {
                    let writable = trait.descriptor.attributes.filter {
                        $0.isWritable && trait.attributes[$0.id] != nil
                    }
                    let values = StructureValue(
                        Dictionary(
                            uniqueKeysWithValues: writable.compactMap { attribute in
                                trait.attributes[attribute.id].map { (attribute.id, $0) }
                            }))
                    expect(throws: Never.self, "\(device.id)/\(endpoint.id)") {
                        try trait.descriptor.checkWrite(values, present: trait.attributes)
                    }
                }
            }
        }
    }

    @Test func theHouseLivesSomethingIsSeenAtLeastEvery3S() async {
        let stage = await Stage(isLively: true)
        await stage.clock.advance(by: .seconds(5))
        var quiet = 0
        var longestQuiet = 0
        for _ in 0..<120 {
            stage.recorder.forget()
            await stage.clock.advance(by: .seconds(1))
            quiet = stage.recorder.changes.isEmpty ? quiet + 1 : 0
            longestQuiet = max(longestQuiet, quiet)
        }
        expect(longestQuiet, isBelow: 3)
    }

    @Test func peopleComeAndGoDoorsOpenAndShut() async {
        let stage = await Stage(isLively: true)
        await stage.clock.advance(by: .seconds(600))
        let events = stage.recorder.changes.flatMap { change in change.events.map { (change.deviceID, $0.traitID) } }
        expect(events.filter { $0 == ("hallway-motion", Matter.OccupancySensingTrait.descriptor.id) }.count, isAbove: 4)
        expect(events.filter { $0 == ("office-window", Matter.BooleanStateTrait.descriptor.id) }.count, isAtLeast: 2)
        expect(events.filter { $0 == ("front-door-lock", Matter.DoorLockTrait.descriptor.id) }.count, isAbove: 2)
    }

    @Test func theSameSeedGivesTheSameLifeAnotherSeedAnother() async {
        func log(_ seed: UInt64) async -> [[DeviceChange.TraitKey: StructureValue]] {
            let stage = await Stage(seed: seed, isLively: true)
            await stage.clock.advance(by: .seconds(60))
            return stage.recorder.changes.map(\.attributes)
        }
        let first = await log(1)
        await expect(log(1), equals: first)
        await expect(log(2), differsFrom: first)
    }
}
