@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct HubVerbTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")
    private let lock = TestProvider.doorLock(of: "lock")

    private func hub() async throws -> (TestHub, TestProvider) {
        let test = try await TestHub()
        let provider = TestProvider([
            TestProvider.lamp("lamp-1", name: "Desk lamp"), TestProvider.lock("lock", name: "Front door"),
        ])
        try await test.hub.attach(provider)
        return (test, provider)
    }

    private func refusal(_ body: () async throws -> Void) async throws -> (RPCError, TraitError) {
        do {
            try await body()
        } catch let error as RPCError {
            return (error, try require(error.traitError))
        }
        throw RPCError(.unknown, "nothing was refused")
    }

    @Test func commandAnswerHasThePositionOfItsChange() async throws {
        let (test, _) = try await hub()
        let before = try test.hub.read(lamp, as: owner)
        expect(before.attributes[0], equals: .bool(false))
        expect(before.connectivity.connectivityState, equals: .online)
        let answer = try await test.hub.invoke(lamp, command: 2, as: owner)
        expect(answer.position.sequence, equals: before.position.sequence + 1)
        expectNil(answer.response)
        try expect(test.hub.read(lamp, as: owner).attributes[0], equals: .bool(true))
    }

    @Test func readingCanBeNarrowedWhatIsNotThereIsNamed() async throws {
        let (test, _) = try await hub()
        let some = try test.hub.read(lamp, attributes: [0, 0x4003], as: owner).attributes
        expect(some, equals: [0: .bool(false), 0x4003: .null])
        let (error, reason) = try await refusal { _ = try test.hub.read(lamp, attributes: [0x99], as: owner) }
        expect(error.code, equals: .unimplemented)
        expect(reason.status, equals: .unsupportedAttribute)
        expect(error.message.contains("onOff"))
    }

    @Test func unknownNamesAreReportedWithNearMatches() async throws {
        let (test, _) = try await hub()
        func path(_ device: String, _ endpoint: UInt16, _ trait: UInt32) -> TraitPath {
            TraitPath(TraitTarget(deviceID: device, endpoint: endpoint), trait)
        }
        var (error, reason) = try await refusal { _ = try test.hub.read(path("lamp1", 1, 6), as: owner) }
        expect(error.code, equals: .notFound)
        expect(error.message.contains("\"lamp1\""))
        expect(error.message.contains("did you mean lamp-1"))
        expect(reason.target?.deviceID, equals: "lamp1")
        (error, reason) = try await refusal { _ = try test.hub.read(path("lamp-1", 7, 6), as: owner) }
        expect(reason.status, equals: .unsupportedEndpoint)
        expect(error.code, equals: .notFound)
        expect(error.message, equals: "Desk lamp has no endpoint 7; it has 0, 1")
        (error, reason) = try await refusal { _ = try test.hub.read(path("lamp-1", 0, 6), as: owner) }
        expect(reason.status, equals: .unsupportedCluster)
        expect(error.message, equals: "Desk lamp has no OnOff on endpoint 0; it is on endpoint 1")
        (error, _) = try await refusal { _ = try test.hub.read(path("lamp-1", 1, 8), as: owner) }
        expect(error.message, equals: "Desk lamp has no LevelControl on endpoint 1; it has OnOff")
    }

    @Test func unsupportedCommandListsTheSupportedOnes() async throws {
        let (test, provider) = try await hub()
        for id in [UInt32(0x40), 0x99] {
            let (error, reason) = try await refusal { _ = try await test.hub.invoke(lamp, command: id, as: owner) }
            expect(error.code, equals: .unimplemented)
            expect(reason.status, equals: .unsupportedCommand)
            expect(reason.element, equals: .command(id))
            expect(error.message.contains("it takes off, on, toggle, onWithTimedOff"))
        }
        expect(provider.commands, equals: 0)
    }

    @Test func missingAndWrongArgumentsAreNamed() async throws {
        let (test, provider) = try await hub()
        var (error, reason) = try await refusal {
            _ = try await test.hub.invoke(lamp, command: 66, [0: .unsigned(0), 1: .unsigned(10)], as: owner)
        }
        expect(error.code, equals: .invalidArgument)
        expect(reason.status, equals: .invalidCommand)
        expect(reason.field, equals: "offWaitTime")
        (error, reason) = try await refusal {
            _ = try await test.hub.invoke(
                lamp, command: 66, [0: .unsigned(0), 1: .unsigned(65_535), 2: .unsigned(0)], as: owner)
        }
        expect(error.code, equals: .invalidArgument)
        expect(reason.status, equals: .constraintError)
        expect(reason.field, equals: "onTime")
        expect(reason.target, equals: lamp.target)
        expect(reason.trait.hasSuffix(".OnOff"))
        expect(provider.commands, equals: 0)
    }

    @Test func timedCommandsNeedADeadlineOfAtMostTenMinutes() async throws {
        let (test, _) = try await hub()
        for limit in [nil, Duration.seconds(601)] {
            let (error, reason) = try await refusal {
                _ = try await test.hub.invoke(lock, command: 0, as: Caller(.owner, timeLimit: limit))
            }
            expect(error.code, equals: .failedPrecondition)
            expect(reason.status.rawValue, equals: 0xC6)
            expect(error.message.contains("deadline of at most 600 s"))
        }
        _ = try await test.hub.invoke(lock, command: 0, as: Caller(.owner, timeLimit: .seconds(600)))
    }

    @Test func aDevicesOwnRefusalComesWithWhereItHappened() async throws {
        let (test, _) = try await hub()
        let caller = Caller(.owner, timeLimit: .seconds(10))
        let (error, reason) = try await refusal {
            _ = try await test.hub.invoke(lock, command: 1, [0: .octets([1, 2, 3, 4])], as: caller)
        }
        expect(error.code, equals: .failedPrecondition)
        expect(reason.clusterStatus, equals: 3)
        expect(reason.target, equals: lock.target)
        expect(reason.traitID, equals: lock.traitID)
        expect(reason.element, equals: .command(1))
    }

    @Test func anUpdateIsAllOrNothing() async throws {
        let (test, _) = try await hub()
        let after = try await test.hub.update(lamp, [0x4001: .unsigned(30), 0x4003: .unsigned(1)], as: owner)
        expect(after.attributes[0x4001], equals: .unsigned(30))
        expect(after.attributes[0x4003], equals: .unsigned(1))
        for (values, status) in [
            (StructureValue([0x4001: .unsigned(5), 0x4003: .unsigned(77)]), MatterStatus.constraintError),
            ([0x4001: .unsigned(5), 0: .bool(true)], .unsupportedWrite),
            ([0x4001: .unsigned(5), 0x1234: .bool(true)], .unsupportedAttribute),
            ([0x4001: .string("long")], .invalidDataType), ([:], .invalidAction),
        ] {
            let (_, reason) = try await refusal { _ = try await test.hub.update(lamp, values, as: owner) }
            expect(reason.status, equals: status)
            try expect(test.hub.read(lamp, as: owner).attributes[0x4001], equals: .unsigned(30))
        }
    }

    @Test func rightsAreCheckedAfterThePathBeforeTheValues() async throws {
        let (test, _) = try await hub()
        let viewer = Caller(Principal(id: "guest", rights: [.view]), timeLimit: .seconds(10))
        var (error, reason) = try await refusal { _ = try await test.hub.invoke(lamp, command: 2, as: viewer) }
        expect(error.code, equals: .permissionDenied)
        expect(reason.status, equals: .unsupportedAccess)
        expect(error.message, equals: "guest may not send OnOff.toggle; ask for the right to operate")
        let user = Caller(Principal(id: "user", rights: [.view, .operate]), timeLimit: .seconds(10))
        _ = try await test.hub.invoke(lamp, command: 2, as: user)
        _ = try await test.hub.update(lamp, [0x4001: .unsigned(1)], as: user)
        (error, reason) = try await refusal {
            _ = try await test.hub.update(lamp, [0x4001: .unsigned(2), 0x4003: .unsigned(77)], as: user)
        }
        expect(error.code, equals: .permissionDenied)
        expect(error.message.contains("startUpOnOff"))
        expect(error.message.contains("manage"))
    }

    @Test func aDeviceThatIsOfflineRefusesAtOnceAndShowsIt() async throws {
        let (test, provider) = try await hub()
        provider.reportConnectivity(of: "lamp-1", isOnline: false)
        try expect(test.hub.read(lamp, as: owner).connectivity.connectivityState, equals: .offline)
        for action in [
            { _ = try await test.hub.invoke(lamp, command: 2, as: owner) },
            { _ = try await test.hub.update(lamp, [0x4001: .unsigned(1)], as: owner) },
        ] as [() async throws -> Void] {
            let (error, reason) = try await refusal(action)
            expect(error.code, equals: .unavailable)
            expect(error.message.contains("Desk lamp"))
            expect(error.message.contains("offline"))
            expect(reason.target, equals: lamp.target)
        }
        expect(provider.commands, equals: 0)
        provider.reportConnectivity(of: "lamp-1", isOnline: true)
        _ = try await test.hub.invoke(lamp, command: 2, as: owner)
    }
}
