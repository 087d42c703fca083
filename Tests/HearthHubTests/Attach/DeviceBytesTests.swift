@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// The bytes that the hub keeps for makers' processes are limited: per trait, device and maker, and in total.
@Suite(.timeLimit(.minutes(5))) struct DeviceBytesTests {
    private let schema = TestRemote.spinner()

    private func principal(_ id: String) -> Principal { Principal(id: id, rights: [.provide, .view]) }

    /// A fan whose secret has this many bytes.
    private func fan(_ id: String, _ bytes: Int) throws -> Hearth_V1_ProvidedDevice {
        TestRemote.device(id, try TestRemote.trait(schema), [2: .string(String(repeating: "s", count: bytes))])
    }

    private func report(_ id: String, _ bytes: Int) throws -> Hearth_V1_AttachRequest.OneOf_Content {
        TestRemote.report(id, try TestRemote.trait(schema), [2: .string(String(repeating: "t", count: bytes))])
    }

    private func attach(_ test: TestHub, _ id: String, as principal: Principal) async throws -> TestRemote {
        let remote = try await TestRemote(test.client(principal))
        _ = try await remote.hello(id, schemas: [schema])
        return remote
    }

    private func keptBytes(_ test: TestHub) -> Int {
        test.hub.directory.cells.reduce(0) { sum, cell in sum + cell.read { $0.deviceBytes.values.reduce(0, +) } }
    }

    private func recounted(_ test: TestHub) -> Int {
        test.hub.directory.cells.reduce(0) { sum, cell in
            sum + cell.read { state in state.devices.reduce(0) { $0 + $1.size } }
        }
    }

    @Test func deviceBytesAreLimitedPerMaker() async throws {
        let test = try await TestHub(limits: .with { $0.deviceBytesPerPrincipal = 20_000 })
        let acme = principal("acme")
        let first = try await attach(test, "one", as: acme)
        try await expect(first.bring([fan("a", 8_000)]).code, equals: 0)
        let second = try await attach(test, "two", as: acme)
        let refused = try await second.bring([fan("b", 12_000)])
        expect(refused.code, equals: 8)
        expect(refused.message.contains("acme"), "\(refused.message)")
        expect(refused.message.contains("20000"), "\(refused.message)")
        try await expect(second.bring([fan("b", 8_000)]).code, equals: 0)
        // Another maker has its own share.
        let other = try await attach(test, "three", as: principal("other"))
        try await expect(other.bring([fan("c", 12_000)]).code, equals: 0)
        // A device that is added again replaces its former state.
        try await expect(second.bring([fan("b", 9_000)]).code, equals: 0)
        expect(keptBytes(test), equals: recounted(test))
    }

    @Test func deviceBytesOfAllMakersAreLimited() async throws {
        let test = try await TestHub(limits: .with { $0.deviceBytes = 20_000 })
        try await expect(attach(test, "one", as: principal("one")).bring([fan("a", 12_000)]).code, equals: 0)
        let refused = try await attach(test, "two", as: principal("two")).bring([fan("b", 12_000)])
        expect(refused.code, equals: 8, "\(refused.message)")
        expect(refused.message.contains("all providers"), "\(refused.message)")
    }

    @Test func reportsAndMemoriesThatFillTheRoomEndTheCall() async throws {
        for memory in [false, true] {
            let test = try await TestHub(limits: .with { $0.deviceBytesPerPrincipal = 20_000 })
            let remote = try await attach(test, "one", as: principal("acme"))
            try await expect(remote.bring([fan("a", 10), fan("b", 10), fan("c", 10)]).code, equals: 0)
            for (index, id) in ["a", "b", "c"].enumerated() {
                if memory {
                    let value = [UInt8](repeating: 7, count: 8_000)
                    try await remote.send(.remember(.init(memory: .init(deviceID: id, key: "\(index)", value: value))))
                } else {
                    try await remote.send(report(id, 8_000))
                }
            }
            await expect(remote.end(), is: .resourceExhausted, saying: "acme")
            expect(keptBytes(test), equals: recounted(test))
            expect(keptBytes(test), isAtMost: 20_000)
            // The device is unchanged, and may come back with less.
            let again = try await attach(test, "one", as: principal("acme"))
            try await expect(again.bring([fan("a", 10), fan("b", 10), fan("c", 10)]).code, equals: 0)
        }
    }

    /// A maker without room left can still make changes that take none.
    @Test func withoutRoomValuesMayStillChangeAndShrink() async throws {
        let limits = HubLimits.with { $0.deviceBytesPerPrincipal = 20_000 }
        let test = try await TestHub(limits: limits)
        let acme = principal("acme")
        let remote = try await attach(test, "one", as: acme)
        try await expect(remote.bring([fan("a", 9_000), fan("b", 9_000)]).code, equals: 0)
        let spinner = try TestRemote.trait(schema)
        try await remote.send(TestRemote.report("a", spinner, [0: .unsigned(1)]))
        for number in 0..<100 { try await remote.send(TestRemote.report("a", spinner, [0: .unsigned(UInt64(number))])) }
        try await remote.send(report("b", 8_999))
        try await expect(remote.bring([fan("a", 9_000)]).code, equals: 0)
        expect(keptBytes(test), equals: recounted(test))
        // A smaller limit does not drop stored devices either.
        let stricter = try await TestHub(limits: limits)
        stricter.hub.directory.cells.first?.change { state in
            var device = DeviceRecord(
                id: "large", name: "Large", isNameGiven: false, roomID: nil, isMatterDevice: false, endpoints: [],
                traits: [:], connectivity: .offline)
            device.providerID = "one"
            device.memories = ["m": [UInt8](repeating: 0, count: 30_000)]
            return state.put([device], .hub, at: .zero)
        }
        expectNil(stricter.hub.registrar.refusal(ofGrowth: 0, providerID: "one"))
        let late = try await attach(stricter, "one", as: .owner)
        try await expect(late.bring([fan("c", 10)]).code, equals: 8)
    }

    /// The provider keeps the events of a report that was refused, and sends them again.
    @Test func aReportWithoutRoomIsNotConfirmed() async throws {
        let test = try await TestHub(limits: .with { $0.deviceBytesPerPrincipal = 20_000 })
        let acme = principal("acme")
        let remote = try await TestRemote(test.client(acme))
        _ = try await remote.hello("one", schemas: [schema], run: "run")
        try await expect(remote.bring([fan("a", 10)]).code, equals: 0)
        for (number, bytes) in [(UInt64(1), 100), (2, 30_000)] {
            guard case .report(var message) = try report("a", bytes) else { return }
            message.number = number
            try await remote.send(.report(message))
        }
        await expect(remote.end()?.code, equals: .resourceExhausted)
        let again = try await TestRemote(test.client(acme))
        try await expect(again.hello("one", schemas: [schema], run: "run").reportsTaken, equals: 1)
    }

    /// The cause is kept with the report and sent to every watch.
    @Test func aCauseAndAnIDHaveLimits() async throws {
        let test = try await TestHub()
        let long = String(repeating: "x", count: 256)
        let remote = try await attach(test, "one", as: principal("acme"))
        try await expect(remote.bring([fan("a", 10)]).code, equals: 0)
        guard case .report(var message) = try report("a", 11) else { return }
        message.cause = .init(kind: .client, clientID: long)
        try await remote.send(.report(message))
        await expect(remote.end()?.message.contains("cause"), equals: true)
        let other = try await attach(test, "one", as: principal("acme"))
        try await other.send(.bring(.init(callID: 1, devices: [try fan(long, 1)])))
        await expect(other.end()?.code, equals: .invalidArgument)
    }

    /// A value that changes all the time takes its room once.
    @Test func valuesThatReplaceEachOtherNeedNoMoreRoom() async throws {
        let test = try await TestHub(limits: .with { $0.deviceBytesPerPrincipal = 20_000 })
        let remote = try await attach(test, "one", as: principal("acme"))
        try await expect(remote.bring([fan("a", 10)]).code, equals: 0)
        for number in 0..<50 { try await remote.send(report("a", 5_000 + number)) }
        try await expect(remote.bring([fan("b", 10)]).code, equals: 0)
        expect(keptBytes(test), equals: recounted(test))
        try await remote.send(.remove(.init(deviceIDs: ["a"])))
        try await expect(remote.bring([fan("b", 12)]).code, equals: 0)
        expect(keptBytes(test), equals: recounted(test))
        expect(keptBytes(test), isBelow: 2_000)
    }

    @Test func aTraitsValuesHaveALimit() async throws {
        let test = try await TestHub(limits: .with { $0.traitBytes = 5_000 })
        let remote = try await attach(test, "one", as: principal("acme"))
        let refused = try await remote.bring([fan("a", 5_000)])
        expect(refused.code, equals: 3, "\(refused.message)")
        expect(refused.message.contains("5000"), "\(refused.message)")
        try await expect(remote.bring([fan("a", 4_000)]).code, equals: 0)
        try await remote.send(report("a", 5_001))
        try await until("notice") { test.notices.all.contains { $0.contains("\"a\"") && $0.contains("5000") } }
        expect(keptBytes(test), equals: recounted(test))
    }

    @Test func aDescriptionHasALimit() async throws {
        let test = try await TestHub(limits: .with { ($0.endpointsPerDevice, $0.descriptionBytes) = (3, 200) })
        let remote = try await attach(test, "one", as: principal("acme"))
        var device = try fan("a", 1)
        for number in 2...3 { device.device?.endpoints.append(.init(id: UInt32(number), parent: 0)) }
        let many = try await remote.bring([device])
        expect(many.code, equals: 3, "\(many.message)")
        expect(many.message.contains("4 endpoints; at most 3"), "\(many.message)")
        device = try fan("a", 1)
        device.device?.endpoints[1].tags = (0..<5).map {
            .init(namespaceID: 7, tag: $0, label: String(repeating: "l", count: 64))
        }
        let large = try await remote.bring([device])
        expect(large.code, equals: 3, "\(large.message)")
        expect(large.message.contains("200 bytes"), "\(large.message)")
        try await expect(remote.bring([fan("a", 1)]).code, equals: 0)
    }

    @Test func aReportHasALimitOfEvents() async throws {
        let test = try await TestHub(limits: .with { $0.eventsPerReport = 2 })
        let remote = try await attach(test, "one", as: principal("acme"))
        try await expect(remote.bring([fan("a", 1)]).code, equals: 0)
        let event = Hearth_V1_EventReport(
            target: .init(deviceID: "a", endpoint: 1), traitID: schema.id, eventID: 0,
            payload: .init(typeName: "", value: [0x08, 0x01]))
        try await remote.send(.report(.init(deviceID: "a", events: [event, event])))
        try await remote.send(.report(.init(deviceID: "a", events: [event, event, event])))
        await expect(remote.end()?.message.contains("3 events"), equals: true)
        expect(test.hub.directory.cells.first?.read { $0.eventNumber }, equals: 2)
    }

    @Test func theWelcomeComesInParts() async throws {
        let test = try await TestHub(limits: .with { $0.snapshotBytes = 2_000 })
        let acme = principal("acme")
        do {
            let remote = try await attach(test, "one", as: acme)
            let devices = try (0..<20).map { try fan("fan-\($0)", 900) }
            try await expect(remote.bring(devices).code, equals: 0)
            for number in 0..<20 {
                let memory = Hearth_V1_Memory(
                    deviceID: "fan-\(number)", key: "k", value: [UInt8](repeating: UInt8(number), count: 900))
                try await remote.send(.remember(.init(memory: memory)))
            }
            try await expect(remote.bring([fan("fan-0", 900)]).code, equals: 0)
            remote.writer.finish()
            _ = await remote.end()
        }
        try await until("offline") {
            test.hub.providers.remotes.isEmpty
        }
        let remote = try await TestRemote(test.client(acme))
        try await remote.send(.hello(.init(providerID: "one", name: "Maker", schemas: [schema])))
        var parts: [Hearth_V1_AttachWelcome] = []
        repeat {
            guard case .welcome(let part) = try await remote.next() else { throw RPCError(.internal, "no welcome") }
            parts.append(part)
            expect(part.serialized().count, isBelow: 4_000)
        } while parts.last?.moreFollows == true
        expect(parts.count, isAbove: 10)
        expect(Set(parts.flatMap(\.states).compactMap(\.target?.deviceID)).count, equals: 20)
        expect(Set(parts.flatMap(\.memories).map(\.deviceID)).count, equals: 20)
        expect(parts.dropLast().allSatisfy { $0.reportsStored == nil })
        expect(parts.last?.reportsStored != nil)
    }
}
