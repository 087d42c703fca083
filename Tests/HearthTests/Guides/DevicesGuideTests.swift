internal import ExampleMaker
internal import Hearth
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing

/// The examples of the guide on devices and their metadata, on a hub in this process.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct DevicesGuideTests {
    @Test func listingDevices() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let homeDevices = try await home.devices().list()
        expect(homeDevices.map(\.id).sorted(), equals: TestHouse.all.map(\.id).sorted())
    }

    @Test func typeSubscriptionGetsStateAndOneUpdatePerCommand() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let myDeviceId = "ceiling"
        let updates = Mutex<[Bool?]>([])
        let (changed, signal) = AsyncStream<Void>.makeStream()
        let devices = try await home.devices().list()
        var cancellable: AnyCancellable?
        if let device = devices.first(where: { $0.id == myDeviceId }) {
            var receivedUpdate1 = false
            var receivedUpdate2 = false
            cancellable = device.types.subscribe(OnOffLightDeviceType.self)
                .assertNoFailure()
                .sink { device in
                    updates.withLock { $0.append(device.matterTraits.onOffTrait?.attributes.onOff) }
                    if !receivedUpdate1 {
                        receivedUpdate1 = true
                        Task {
                            try await device.matterTraits.onOffTrait?.on()
                        }
                        return
                    }
                    if !receivedUpdate2 {
                        receivedUpdate2 = true
                        signal.yield()
                        return
                    }
                    Issue.record("received an unexpected update")
                }
        }
        for await _ in changed { break }
        // Any third update would have arrived before this call returned.
        _ = try await devices.first { $0.id == "hygrometer" }?.setName("Dry")
        expect(updates.withLock { $0 }, equals: [false, true])
        cancellable?.cancel()
    }

    @Test func aTypeThatTheDeviceLacksFinishesAtOnce() async throws {
        let (_, device) = try await HubFixture.with("ceiling")
        await expect(Recorder(device.types.subscribe(FanDeviceType.self)).next().isFinished)
        let deviceType = await device.types.get(FanDeviceType.self)
        expectNil(deviceType)
    }

    @Test func subscribingToAllTypes() async throws {
        let (_, device) = try await HubFixture.with("ceiling")
        let seen = Mutex<[(light: Bool, fan: Bool)]>([])
        let cancellable = device.types.subscribeAll()
            .assertNoFailure()
            .sink { types in
                let lightDeviceType = types[OnOffLightDeviceType.self]
                let fanDeviceType = types[FanDeviceType.self]
                seen.withLock { $0.append((lightDeviceType != nil, fanDeviceType != nil)) }
            }
        while seen.withLock({ $0.isEmpty }) { await Task.yield() }
        expect((seen.withLock { $0.map(\.light) }, seen.withLock { $0.map(\.fan) }), are: ([true], [false]))
        cancellable.cancel()
    }

    @Test func traitsOfATypeStandardAndVendors() async throws {
        let (fixture, device) = try await HubFixture.with("bedroom-lamp")
        if let dimmableLightDeviceType =
            await device.types.get(DimmableLightDeviceType.self)
        {
            let levelControlTrait =
                dimmableLightDeviceType.matterTraits.levelControlTrait.self
            expect(levelControlTrait?.attributes.currentLevel, equals: 254)
        } else {
            Issue.record("the lamp is no dimmable light")
        }
        let device1: HomeDevice? = try await fixture.device("ceiling")
        let deviceType = await device1?.types.get(OnOffLightDeviceType.self)
        if let spinnerTrait = deviceType?.traits[ExampleOrganization.SpinnerTrait.self] {
            let rpmVal = spinnerTrait.attributes.rpm
            expect(rpmVal, equals: 33)
        } else {
            Issue.record("the light has no spinner")
        }
    }

    @Test func readingADevicesState() async throws {
        let fixture = try await HubFixture.start()
        let devices = try await fixture.home.devices().list()
        let lightDevices = devices.filter {
            $0.types.contains(OnOffLightDeviceType.self)
        }
        let light1 = lightDevices.first
        let lightDeviceTypeOptional = await light1?.types.get(OnOffLightDeviceType.self)
        if let onOffTrait = lightDeviceTypeOptional?.matterTraits.onOffTrait {
            let onOffVal = onOffTrait.attributes.onOff
            expect((onOffVal, onOffTrait.onOff), are: (false, false))
        } else {
            Issue.record("no light")
        }
    }

    @Test func devicesWithATraitAndDevicesOfAKind() async throws {
        let fixture = try await HubFixture.start(try TestHouse.guide)
        let home = fixture.home
        var levelControlDevices: [HomeDevice] = []
        let allDevices = try await home.devices().list()
        for device in allDevices {
            if let deviceType = await device.types.get(OnOffLightDeviceType.self) {
                if deviceType.traits.contains(Matter.LevelControlTrait.self) {
                    levelControlDevices.append(device)
                }
            }
        }
        expect(levelControlDevices.map(\.id), equals: ["porch"])
        let lightDevices =
            try await home.devices().list().filter {
                $0.types.contains(DimmableLightDeviceType.self)
                    || $0.types.contains(OnOffLightDeviceType.self)
                    || $0.types.contains(ColorTemperatureLightDeviceType.self)
                    || $0.types.contains(ExtendedColorLightDeviceType.self)
            }
        expect(
            lightDevices.map(\.id).sorted(), equals: ["bedroom-lamp", "ceiling", "cloud-lamp", "porch", "speaker"])
    }

    @Test func manufacturerOfADevice() async throws {
        let fixture = try await HubFixture.start(try TestHouse.guide)
        let device = try await fixture.device("cloud-lamp")
        let rootNode = await device.types.get(RootNodeDeviceType.self)
        let basicInfoTrait = try require(rootNode?.matterTraits.basicInformationTrait)
        guard
            let vendorName =
                basicInfoTrait.attributes.vendorName
        else {
            Issue.record("Failed to get vendorName")
            return
        }
        guard
            let vendorID =
                basicInfoTrait.attributes.vendorID
        else {
            Issue.record("Failed to get vendorID")
            return
        }
        guard
            let productID =
                basicInfoTrait.attributes.productID
        else {
            Issue.record("Failed to get productID")
            return
        }
        expect((vendorName, vendorID, productID), are: ("Example Lights", 0xFFF1, 0x1234))
        expect(basicInfoTrait.attributes.uniqueID, equals: "matter-device-id")
        expect(!basicInfoTrait.attributes.$serialNumber.isSupported)
        expect(!device.isMatterDevice)
    }

    @Test func theTwoOnOffTraitsOfOneDeviceDoNotMix() async throws {
        let (_, device) = try await HubFixture.with("speaker")
        let speaker = try require(await device.types.get(SpeakerDeviceType.self))
        let light = try require(await device.types.get(DimmableLightDeviceType.self))
        expect((speaker.metadata.isPrimaryType, light.metadata.isPrimaryType), are: (true, false))
        expect((speaker.matterTraits.onOffTrait?.onOff, light.matterTraits.onOffTrait?.onOff), are: (true, false))
        let lights = Recorder(device.types.subscribe(DimmableLightDeviceType.self))
        await expect(lights.next().value, equals: light)
        try await light.matterTraits.onOffTrait?.on()
        try await speaker.matterTraits.onOffTrait?.off()
        await expect(lights.next().value?.matterTraits.onOffTrait?.onOff, equals: true)
        await expect(device.types.get(SpeakerDeviceType.self)?.matterTraits.onOffTrait?.onOff, equals: false)
        await expect(device.types.get(DimmableLightDeviceType.self)?.matterTraits.onOffTrait?.onOff, equals: true)
        expect(device.types.count(DimmableLightDeviceType.self), equals: 1)
        try await expect(device.types.getAll(of: SpeakerDeviceType.self).count, equals: 1)
    }

    @Test func thePrimaryType() async throws {
        let fixture = try await HubFixture.start()
        let device: HomeDevice? = try await fixture.device("hygrometer")
        var said = ""
        if let deviceType =
            await device?.types.get(HumiditySensorDeviceType.self)
        {
            if deviceType.metadata.isPrimaryType {
                said = "Humidity Sensor is the primary type on this device."
            } else {
                said = "Humidity Sensor isn't the primary type on this device."
            }
        }
        expect(said, equals: "Humidity Sensor is the primary type on this device.")
    }

    @Test func connectivityAndLocalityOfATraitAndItsType() async throws {
        let (_, device) = try await HubFixture.with("bedroom-lamp")
        let dimmableLightDeviceType = try require(await device.types.get(DimmableLightDeviceType.self))
        let levelControlTrait = try require(dimmableLightDeviceType.matterTraits.levelControlTrait)
        let levelControlConnectivity =
            levelControlTrait.metadata.sourceConnectivity
            .connectivityState
        expect(levelControlConnectivity, equals: .online)
        let lightConnectivity =
            dimmableLightDeviceType.metadata.sourceConnectivity
            .connectivityState
        expect(lightConnectivity, equals: .online)
        let levelControlLocality =
            levelControlTrait.metadata.sourceConnectivity
            .dataSourceLocality
        expect(levelControlLocality, equals: .direct)
        let lightLocality =
            dimmableLightDeviceType.metadata.sourceConnectivity.dataSourceLocality
        expect(lightLocality, equals: .direct)
    }

    @Test func connectivityFollowsTheDevice() async throws {
        let (fixture, device) = try await HubFixture.with("hygrometer")
        let seen = Recorder(fixture.home.device(id: "hygrometer"))
        await expect(seen.next().value?.sourceConnectivity.connectivityState, equals: .online)
        fixture.house.setOnline(false, "hygrometer")
        await expect(seen.next().value?.sourceConnectivity, equals: .away)
        await expect(
            device.types.get(HumiditySensorDeviceType.self)?.metadata.sourceConnectivity.connectivityState,
            equals: .offline)
    }

    @Test func metadataOfADevice() async throws {
        let (fixture, structure) = try await HubFixture.withStructure()
        let rooms = try await fixture.home.rooms().list()
        let device = try await fixture.device("bedroom-lamp")
        expect((device.name, device.structureID), are: ("Bedroom Lamp", structure.id))
        expect(rooms.first { $0.id == device.roomID }?.name, equals: "Bedroom")
        try await expectNil(fixture.device("hygrometer").roomID)
        expect((device.isMatterDevice, device.sourceConnectivity.connectivityState), are: (true, .online))
        expect(device.types.contains(DimmableLightDeviceType.self))
    }

    @Test func renamingGivesANewValueAndLeavesTheOldOne() async throws {
        let fixture = try await HubFixture.start()
        let theDevice = try await fixture.device("ceiling")
        let updatedDevice = try await theDevice.setName("new device name")
        expect((theDevice.name, updatedDevice.name), are: ("Ceiling light", "new device name"))
        try await expect(fixture.device("ceiling"), equals: updatedDevice)
    }
}
