internal import Hearth
internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

/// The smallest, the largest and the ugliest trait, from typed client to typed device over a hub in this process: every
/// attribute, every command with its response, events. BindingEmitterTests compares their generated text.
@Suite(.timeLimit(.minutes(5))) struct GoldenTraitsTests {
    private typealias Lock = Matter.DoorLockTrait
    private typealias Access = Matter.AccessControlTrait

    /// Runs with the SDK's objects for the three traits of a device.
    private func withTraits(
        log: CommandLog = CommandLog(),
        _ body: (Home, DoorLockDeviceType) async throws -> Void
    ) async throws {
        let hub = Hub(
            store: try await HomeStore.inMemory(), traits: StandardTraits.descriptors,
            information: Hub.Information(version: "test", schemaFingerprint: StandardTraits.schemaFingerprint))
        try await hub.start()
        let house = HandlerHouse()
        house.host(GoldenModulation())
        house.host(GoldenAccess(initialAttributes: try everyAttribute(of: Access.self)))
        house.host(GoldenLock(initialAttributes: try everyAttribute(of: Lock.self), log: log))
        try await hub.attach(house)
        var router = RPCRouter()
        hub.register(in: &router)
        let client = RPCClient(transport: InProcessTransport(server: RPCServer(router: router)))
        let home = try await Home.connect(over: client)
        let device = try require(try await home.devices().list().first { $0.id == HandlerHouse.deviceID })
        try await body(home, try require(await device.types.get(DoorLockDeviceType.self)))
        await home.disconnect()
        try await hub.shutdown()
    }

    @Test func everyAttributeIsRead() async throws {
        try await withTraits { _, device in
            try expectAll(of: Lock.self, device)
            try expectAll(of: Access.self, device)
            let smallest = try require(device.traits[Matter.PulseWidthModulationTrait.self])
            expect(smallest.attributes.attributeList, equals: [0xFFF8, 0xFFF9, 0xFFFB, 0xFFFC, 0xFFFD])
            expect(smallest.attributes.acceptedCommandList, equals: [])
            expect(smallest.attributes.clusterRevision, equals: Matter.PulseWidthModulationTrait.descriptor.revision)
        }
    }

    private func expectAll<T: HearthTraitCore.Trait>(of trait: T.Type, _ device: DoorLockDeviceType) throws {
        let value = try require(device.traits[T.self])
        let expected = try T.descriptor.decodeAttributes(everyAttribute(of: T.self).serialized().span.bytes)
        let read = try T.descriptor.decodeAttributes(value.attributes.serialized().span.bytes)
        expect(Set(read.fields.keys), equals: Set(T.descriptor.attributes.map(\.id)))
        for (id, value) in expected.fields { expect(read[id], equals: value, "\(T.descriptor.name) \(id)") }
    }

    @Test func everyCommandOfTheLargestArrives() async throws {
        let log = CommandLog()
        try await withTraits(log: log) { _, device in
            let lock = try require(device.matterTraits.doorLockTrait)
            var credential = Lock.CredentialStruct()
            credential.credentialType = .pin
            credential.credentialIndex = 1
            try await lock.lockDoor()
            try await lock.unlockDoor { $0.setPinCode([1, 2]) }
            await expect(throws: HomeError.self) { try await lock.unlockDoor() }
            try await lock.unlockWithTimeout(timeout: 5)
            try await lock.setWeekDaySchedule(
                weekDayIndex: 1, userIndex: 1, daysMask: [.monday], startHour: 7, startMinute: 0, endHour: 8,
                endMinute: 59)
            let week = try await lock.getWeekDaySchedule(weekDayIndex: 1, userIndex: 1)
            expect(week.weekDayIndex == 1 && week.daysMask == [.friday] && week.startHour == 7 && week.endHour == nil)
            try await lock.clearWeekDaySchedule(weekDayIndex: 1, userIndex: 1)
            try await lock.setYearDaySchedule(yearDayIndex: 1, userIndex: 1, localStartTime: 0, localEndTime: .max)
            let year = try await lock.getYearDaySchedule(yearDayIndex: 1, userIndex: 1)
            expect((year.userIndex, year.localEndTime), are: (1, .max))
            try await lock.clearYearDaySchedule(yearDayIndex: 1, userIndex: 1)
            try await lock.setHolidaySchedule(
                holidayIndex: 1, localStartTime: 1, localEndTime: 2, operatingMode: .vacation)
            try await expect(lock.getHolidaySchedule(holidayIndex: 1).operatingMode, equals: .vacation)
            try await lock.clearHolidaySchedule(holidayIndex: 1)
            try await lock.setUser(
                operationType: .add, userIndex: 1, userName: "Ada", userUniqueID: nil, userStatus: .occupiedEnabled,
                userType: nil, credentialRule: .single)
            let user = try await lock.getUser(userIndex: 1)
            expect((user.userName, user.credentials?.map(\.credentialIndex)), are: ("Ada", [9]))
            try await lock.clearUser(userIndex: 1)
            let set = try await lock.setCredential(
                operationType: .add, credential: credential, credentialData: [1, 2], userIndex: nil, userStatus: nil,
                userType: nil)
            expect(set.nextCredentialIndex, equals: 2)
            expectNil(set.userIndex)
            let status = try await lock.getCredentialStatus(credential: credential)
            expect((status.credentialExists, status.credentialData), are: (true, .null))
            try await lock.clearCredential(credential: nil)
            try await lock.unboltDoor()
            try await lock.setAliroReaderConfig(
                signingKey: [UInt8](repeating: 1, count: 32), verificationKey: [UInt8](repeating: 2, count: 65),
                groupIdentifier: [UInt8](repeating: 3, count: 16)
            ) { $0.setGroupResolvingKey([UInt8](repeating: 4, count: 16)) }
            try await lock.clearAliroReaderConfig()
        }
        expect(Set(log.all), equals: Set(Lock.descriptor.commands.map(\.methodName)))
    }

    @Test func ugliestTraitRoundTrips() async throws {
        try await withTraits { home, device in
            let changes = Recorder(home.changes())
            let access = try require(device.traits[Access.self])
            var restriction = Access.AccessRestrictionStruct()
            restriction.type = .eventForbidden
            var entry = Access.CommissioningAccessRestrictionEntryStruct()
            entry.cluster = 6
            entry.restrictions = [restriction]
            try await expect(access.reviewFabricRestrictions(arl: [entry]).token, equals: 1)
            guard case .report(let report)? = await changes.next().value else { return expect(false, "no report") }
            let event = try require(report.events.first)
            expect(event.eventID, equals: Access.AccessControlEntryChangedEvent.eventID)
            let after = try require(await home.devices().list().first?.types.get(DoorLockDeviceType.self))
            let acl = try require(after.traits[Access.self]?.acl)
            expect((acl.count, acl[1].subjects, acl[1].targets == nil, acl[0].targets?.count), are: (2, [], true, 1))
            expect(after.traits[Access.self]?.extension?.first?.data, equals: [7])
        }
    }

    @Test func anEventOfTheLargestIsTyped() async throws {
        try await withTraits { home, device in
            let changes = Recorder(home.changes())
            try await device.matterTraits.doorLockTrait?.lockDoor()
            guard case .report(let report)? = await changes.next().value else { return expect(false, "no report") }
            let event = try require(report.events.first)
            let payload = try Lock.LockOperationEvent.Payload(serialized: event.payload.span.bytes)
            expect((payload.lockOperationType, payload.operationSource), are: (.lock, .remote))
            expect(payload.credentials, equals: .null)
            expectNil(payload.userIndex)
        }
    }
}
