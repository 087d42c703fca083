internal import Foundation
internal import HearthCameraEvents
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing
@testable internal import Hearth

/// What a hub's devices do, as Google's history has it for cameras.
@Suite(.timeLimit(.minutes(5))) struct CameraEventTests {
    private typealias Session = Google.CameraHistoryTrait.HistoryItemEvent
    private typealias EventType = Google.CameraHistoryTrait.EventType

    /// One device per rule, and two that no rule applies to.
    private static var devices: [DeviceDescription] {
        func one(
            _ id: String, _ type: DeviceTypeDescriptor, _ traits: (TraitDescriptor, StructureValue)...
        ) -> DeviceDescription {
            TestHouse.device(id, id, nil, [(type, traits.map { TestHouse.trait($0, $1) })])
        }
        let isOpen: StructureValue = [0: .bool(true)]
        return [
            one(
                "motion", OccupancySensorDeviceType.descriptor,
                (Matter.OccupancySensingTrait.descriptor, [0: .unsigned(0), 1: .unsigned(0), 2: .unsigned(1)])),
            one(
                "alarm", SmokeCOAlarmDeviceType.descriptor,
                (Matter.SmokeCoAlarmTrait.descriptor, [0: .unsigned(0), 1: .unsigned(0), 2: .unsigned(0)])),
            one("bell", GoogleDoorbellDeviceType.descriptor, (Google.DoorbellPressTrait.descriptor, [:])),
            one(
                "two-traits", DoorbellDeviceType.descriptor, (Google.DoorbellPressTrait.descriptor, [:]),
                (Matter.SwitchTrait.descriptor, [0: .unsigned(2), 1: .unsigned(0)])),
            one(
                "button", DoorbellDeviceType.descriptor,
                (Matter.SwitchTrait.descriptor, [0: .unsigned(2), 1: .unsigned(0)])),
            one(
                "switch", GenericSwitchDeviceType.descriptor,
                (Matter.SwitchTrait.descriptor, [0: .unsigned(2), 1: .unsigned(0)])),
            one("gate", ClosureDeviceType.descriptor, (Matter.ClosureControlTrait.descriptor, [1: .unsigned(0)])),
            one("garage", ContactSensorDeviceType.descriptor, (Matter.BooleanStateTrait.descriptor, isOpen)),
            one("window", ContactSensorDeviceType.descriptor, (Matter.BooleanStateTrait.descriptor, isOpen)),
            one(
                "security", HearthSecuritySystemDeviceType.descriptor,
                (HearthProject.SecuritySystemTrait.descriptor, [0: .unsigned(3), 1: .unsigned(3)])),
            one("camera", GoogleCameraDeviceType.descriptor, (Google.ObjectDetectionTrait.descriptor, [:])),
            one(
                "microphone", HearthFlagDeviceType.descriptor,
                (HearthProject.FlagTrait.descriptor, [0: .bool(false), 1: .string("sound")])),
            one(
                "filter", HearthFlagDeviceType.descriptor,
                (HearthProject.FlagTrait.descriptor, [0: .bool(false), 1: .string("problem")])),
            one(
                "surroundings", AmbientContextSensorDeviceType.descriptor,
                (
                    Matter.AmbientContextSensingTrait.descriptor,
                    [2: .bool(false), GlobalAttribute.featureMap: .unsigned(0x8)]
                )),
        ]
    }

    private static func start() async throws -> (HubFixture, HistoryController) {
        let fixture = try await HubFixture.start(devices)
        // HomeKit's types of a contact sensor and of a garage door opener.
        _ = try await HomeModel(fixture.home.connection).updateService(
            ServiceReference(deviceID: "garage", endpoint: 1, type: "80"), associatedType: "41")
        let structure = try require(try await fixture.home.structures().list().first)
        return (fixture, structure.history)
    }

    private enum Happening: Sendable {
        case state(TraitDescriptor, StructureValue)
        case event(any Event.Type, StructureValue)
    }

    private func happen(_ happening: Happening, on device: String, _ fixture: HubFixture) {
        switch happening {
        case .state(let trait, let values):
            fixture.house.set(TraitPath(TraitTarget(deviceID: device, endpoint: 1), trait.id), values)
        case .event(let type, let fields):
            fixture.house.happen(
                DeviceChange.EventOccurrence(
                    endpoint: 1, traitID: type.traitID, eventID: type.eventID, fields: fields),
                on: device)
        }
    }

    private func seen(_ kinds: [UInt64], _ unfamiliar: Int64 = 0, familiar: Int64 = 0) -> Happening {
        let objects = kinds.map { kind in
            TraitValue.structure([
                0: .unsigned(kind), 1: .signed(0), 2: .signed(0), 3: .string(""), 4: .string(""),
            ])
        }
        let found: StructureValue = [
            0: .signed(unfamiliar), 1: .list([]), 2: .signed(0), 3: .signed(familiar), 4: .list(objects),
        ]
        return .event(Google.ObjectDetectionTrait.ObjectDetectedEvent.self, [1: .structure(found)])
    }

    /// Everything that happens, oldest first, with the camera events of its item; none for an item without.
    private var story: [(String, Happening, [EventType])] {
        let occupancy = Matter.OccupancySensingTrait.descriptor
        let alarm = Matter.SmokeCoAlarmTrait.descriptor
        let press = Matter.SwitchTrait.InitialPressEvent.self
        let bell = Google.DoorbellPressTrait.DoorbellPressedEvent.self
        let secure = Matter.ClosureControlTrait.SecureStateChangedEvent.self
        let contact = Matter.BooleanStateTrait.descriptor
        let flag = HearthProject.FlagTrait.descriptor
        return [
            ("motion", .state(occupancy, [0: .unsigned(1)]), [.motion]),
            ("motion", .state(occupancy, [0: .unsigned(0)]), []),
            ("alarm", .state(alarm, [0: .unsigned(1), 1: .unsigned(1)]), [.smokeAlarm]),
            ("alarm", .state(alarm, [1: .unsigned(2)]), [.smokeAlarm]),
            ("alarm", .state(alarm, [1: .unsigned(0), 2: .unsigned(2)]), [.coAlarm]),
            ("alarm", .state(alarm, [0: .unsigned(0), 2: .unsigned(0)]), []),
            ("bell", .event(bell, [:]), [.doorbell]),
            ("two-traits", .event(press, [0: .unsigned(1)]), []),
            ("two-traits", .event(bell, [:]), [.doorbell]),
            ("button", .event(press, [0: .unsigned(1)]), [.doorbell]),
            ("switch", .event(press, [0: .unsigned(1)]), []),
            ("gate", .event(secure, [0: .bool(false)]), [.garageDoorOpened]),
            ("gate", .event(secure, [0: .bool(true)]), [.garageDoorClosed]),
            ("garage", .state(contact, [0: .bool(false)]), [.garageDoorOpened]),
            ("garage", .state(contact, [0: .bool(true)]), [.garageDoorClosed]),
            ("window", .state(contact, [0: .bool(false)]), []),
            ("security", .state(HearthProject.SecuritySystemTrait.descriptor, [0: .unsigned(4)]), [.securityAlarm]),
            ("security", .state(HearthProject.SecuritySystemTrait.descriptor, [0: .unsigned(3)]), []),
            ("camera", seen([4, 5]), [.packageDelivered, .animal]),
            ("camera", seen([0, 3, 6], 1, familiar: 1), [.person, .vehicle, .familiarFace, .unfamiliarFace]),
            ("camera", .event(Google.ObjectDetectionTrait.ObjectDetectedEvent.self, [:]), []),
            ("microphone", .state(flag, [0: .bool(true)]), [.sound]),
            ("microphone", .state(flag, [0: .bool(false)]), []),
            ("filter", .state(flag, [0: .bool(true)]), []),
            ("surroundings", .state(Matter.AmbientContextSensingTrait.descriptor, [2: .bool(true)]), [.sound]),
        ]
    }

    /// The events' names as a query takes them, and Google's type of each.
    @Test func camerasEventsAreThoseOfGoogle() {
        expect(CameraEvent.garageDoorOpened.name, equals: "EVENT_TYPE_GARAGE_DOOR_OPENED")
        let types = Google.CameraHistoryTrait.descriptor.enums.first { $0.name == "EventType" }?.cases ?? []
        expect(
            ["0 unknown"] + CameraEvent.allCases.map { "\($0.rawValue) \($0)" },
            equals: types.map { "\($0.value) \($0.name)" })
    }

    @Test func whatHappensIsACamerasEvent() async throws {
        let (fixture, history) = try await Self.start()
        for (device, happening, _) in story { happen(happening, on: device, fixture) }
        let visitor = HistoryItemVisitor<String>()
        visitor.register(Session.self) { session, item in
            guard item.value.isHappening else { return nil }
            let types = session.payload.eventTracks?.flatMap(\.eventTypes) ?? []
            return "\(item.source.objectID) \(types)"
        }
        visitor.registerDefault { $0.value.isHappening ? "\($0.source.objectID) []" : nil }
        let items = try await pages(history.query(), count: story.count)
        try expect(
            Array(visitor.collect(items).prefix(story.count)), equals: story.reversed().map { "\($0.0) \($0.2)" })

        let filters = try await history.fetchApplicableFilters()
        let names = try require(filters.first { $0.key == "cameraEvents" })
        let possible = Set(story.flatMap(\.2)).compactMap { CameraEvent(rawValue: $0.rawValue)?.name }
        expect((names.supportedValues, names.applicableEvent), are: (Set(possible), Session.identifier.eventID))
        for event in CameraEvent.allCases {
            let found = try await pages(history.query().cameraEvents(event.name), count: 0)
            let wanted = items.filter { $0.cameraEvents.contains(event) }
            expect(found, equals: wanted, "\(event)")
        }
        await fixture.stop()
    }

    private func pages(_ query: HistoryQuery, count: Int) async throws -> [HistoryItem] {
        var items: [HistoryItem] = []
        for try await page in try query.execute(pageSize: 7) { items += page.items }
        expect(items.count, isAtLeast: count)
        return items
    }

    @Test func restrictionsAreCombined() async throws {
        let (fixture, history) = try await Self.start()
        for (device, happening, _) in story { happen(happening, on: device, fixture) }
        func sources(_ query: HistoryQuery) async throws -> [String] {
            try await pages(query, count: 0).filter(\.value.isHappening).map(\.source.objectID)
        }
        let query = try await history.query()
        let bells = query.cameraEvents("EVENT_TYPE_DOORBELL")
        try await expect(sources(bells), equals: ["button", "two-traits", "bell"])
        try await expect(sources(bells.objects("bell", "button", "gate")), equals: ["button", "bell"])
        try await expect(sources(bells.traits(Matter.SwitchTrait.self)), equals: ["button"])
        try await expect(
            sources(bells.cameraEvents("EVENT_TYPE_SECURITY_ALARM", "EVENT_TYPE_LATER")),
            equals: ["security", "button", "two-traits", "bell"])
        try await expect(
            sources(query.events(Matter.SwitchTrait.InitialPressEvent.self)),
            equals: ["switch", "button", "two-traits"])
        // Before them are the states with which the devices came.
        try await expect(
            Array(sources(query.traits(Matter.SwitchTrait.self, Matter.ClosureControlTrait.self)).prefix(5)),
            equals: ["gate", "gate", "switch", "button", "two-traits"])
        try await expect(sources(bells.traits(Matter.ClosureControlTrait.self)), equals: [])
        try await expect(sources(query.cameraEvents("EVENT_TYPE_GLASS_BREAK")), equals: [])
        try await expect(sources(query.cameraEvents("EVENT_TYPE_LATER")), equals: [])
        let newest = try require(try await pages(bells, count: 3).first)
        try await expect(sources(bells.date(start: newest.timestamp.addingTimeInterval(1))), equals: [])
        await fixture.stop()
    }

    @Test func anItemsOwnTypeGoesFirst() async throws {
        let (fixture, history) = try await Self.start()
        happen(.state(Matter.OccupancySensingTrait.descriptor, [0: .unsigned(1)]), on: "motion", fixture)
        let item = try require(try await pages(history.query().cameraEvents("EVENT_TYPE_MOTION"), count: 1).first)
        let visitor = HistoryItemVisitor<String>()
        visitor.register(Session.self) { session, item in
            let payload = session.payload
            let time = UInt64((item.timestamp.timeIntervalSince1970 * 1_000).rounded())
            let track = try? require(payload.eventTracks?.first)
            let isWhole =
                payload.sessionId == item.id && payload.startTimestampMillis == time
                && payload.endTimestampMillis == time && payload.mediaUrl == nil && payload.captions == nil
                && track?.trackId == item.id && track?.face.name == ""
            return isWhole && session.timestamp == item.timestamp.timeIntervalSince1970 ? "session" : "\(session)"
        }
        try expect(visitor.collect([item]), equals: ["session"])
        visitor.register(StateChangeEvent<Matter.OccupancySensingTrait>.self) { change, _ in
            change.newValue.attributes.occupancy == .occupied ? "occupied" : change.typeID
        }
        try expect(visitor.collect([item]), equals: ["occupied"])
        await fixture.stop()
    }

    @Test func connectivityHasItsOwnHandler() async throws {
        let (fixture, history) = try await Self.start()
        fixture.house.setOnline(false, "switch")
        let items = try await pages(history.query().objects("switch"), count: 1)
        let item = try require(items.first)
        let visitor = HistoryItemVisitor<String>()
        visitor.register(StateChangeEvent<Matter.SwitchTrait>.self) { _, _ in "switch" }
        try expect(visitor.collect([item]), equals: ["switch"])
        visitor.register(StateChangeEvent<Google.ConnectivityTrait>.self) { change, _ in
            change.newValue.connectivity == .offline ? "offline" : "\(change)"
        }
        try expect(visitor.collect([item]), equals: ["offline"])
        await fixture.stop()
    }

    @Test func historyCannotBeDeleted() async throws {
        let (fixture, history) = try await Self.start()
        let motion = try await fixture.device("motion")
        for delete in [
            { try await history.deleteAll(for: [Session.identifier.eventID]) },
            { try await history.deleteAll(from: motion) },
            { try await history.deleteAll(from: "motion") },
        ] as [() async throws -> Void] {
            let error = await failure(delete)
            expect((error?.code, error?.message.contains("--log-time")), are: (.unimplemented, true))
        }
        await fixture.stop()
    }
}

extension HistoryItem.Payload {
    /// Whether it is an event or a changed attribute.
    fileprivate var isHappening: Bool {
        switch self {
        case .event: true
        case .stateChange(let change): change.attributes != nil
        case .objectChange: false
        }
    }
}
