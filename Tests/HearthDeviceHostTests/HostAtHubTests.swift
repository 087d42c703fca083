internal import ExampleMaker
internal import Hearth
internal import HearthBase
@testable internal import HearthDeviceHost
internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing

/// The real host and hub, over a socket in one process.
@Suite(.timeLimit(.minutes(5)))
struct HostAtHubTests {
    private struct Bed: Sendable {
        let hub: RealHub
        let home: Home
        let wire: Wire
        let told = Told()
        let bench = Bench()

        init() async throws {
            hub = try await RealHub.start()
            home = try await hub.home()
            wire = Wire(hub.address)
        }

        func host(_ devices: [HostedDevice], identity: String = "host-1", overSocket: Bool = true) throws -> DeviceHost
        {
            let (wire, server, told) = (wire, hub.server, told)
            return try DeviceHost(
                identity: .given(identity), provider: try HandlerProvider(devices), chance: { 0 },
                notice: { told.add($0) }
            ) { () throws(RPCError) in
                overSocket ? try wire.connect() : InProcessTransport(server: server)
            }
        }

        func end() async throws {
            await home.disconnect()
            try await hub.end()
            hub.remove()
        }

        /// Waits until the home shows the device with a connectivity.
        func device(_ id: String = "lamp", is state: ConnectivityState = .online) async throws -> HomeDevice {
            while true {
                let all = try await home.devices().list()
                if let found = all.first(where: { $0.id == id && $0.sourceConnectivity.connectivityState == state }) {
                    return found
                }
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    private func onOff(_ device: HomeDevice) async throws -> Matter.OnOffTrait {
        let light = try require(await device.types.get(OnOffLightDeviceType.self))
        return try require(light.matterTraits.onOffTrait)
    }

    @Test(arguments: [true, false])
    func attachCommandReport(overSocket: Bool) async throws {
        let bed = try await Bed()
        let host = try bed.host([.lamp("lamp", bed.bench)], overSocket: overSocket)
        try await host.whileRunning {
            let device = try await bed.device()
            expect(device.name, equals: "Lamp")
            try await onOff(device).on()
            try await expect(onOff(bed.device()).onOff, equals: true)
            let error = await expect(throws: HomeError.self) { try await onOff(device).toggle() }
            expect(error?.message, equals: "the bulb is broken")
            expect(error?.subtype, equals: .matter(.init(code: 0xCB)))
            bed.bench.turn(false)
            try await until { try await onOff(bed.device()).onOff == false }
        }
        _ = try await bed.device(is: .offline)
        try await bed.end()
    }

    /// A maker's process receives the command, carries it out, and reports the change with the request's cause.
    @Test func aFollowedCommandIsSentTakenAndConfirmed() async throws {
        let bed = try await Bed()
        let host = try bed.host([
            HostedDevice(
                id: "lamp", name: "Lamp",
                endpoints: [
                    HostedEndpoint(
                        1, types: [OnOffLightDeviceType.self], handlers: [LampHandler(bench: bed.bench, startsOn: true)]
                    )
                ])
        ])
        try await host.whileRunning {
            let request = bed.home.follow(try await onOff(bed.device()).offBatchable())
            var states = request.states.makeAsyncIterator()
            await expect(states.next(), equals: .sending)
            await expect(states.next(), equals: .accepted)
            await expect(states.next(), equals: .sent)
            await bed.bench.began.wait()
            bed.bench.mayEnd.open()
            await expect(states.next(), equals: .taken)
            guard case .confirmed? = await states.next() else {
                Issue.record("\(request.state)")
                return
            }
            try await expect(onOff(bed.device()).onOff, equals: false)
            let refused = bed.home.follow(try await onOff(bed.device()).toggleBatchable())
            let error = await expect(throws: HomeError.self) { try await refused.response() }
            expect(error.map { refused.state == .failed($0) }, equals: true)
        }
        try await bed.end()
    }

    /// If the maker's process is lost with the command, its outcome is unknown.
    @Test func aFollowedCommandWhoseMakerIsLostIsNotKnown() async throws {
        let bed = try await Bed()
        let host = try bed.host([.lamp("lamp", bed.bench)])
        try await host.whileRunning {
            let request = bed.home.follow(try await onOff(bed.device()).offBatchable())
            await bed.bench.began.wait()
            await bed.wire.cut()
            let error = await expect(throws: HomeError.self) { try await request.response() }
            expect(error.map { request.state == .unknown($0) }, equals: true, "\(error as Any)")
            bed.bench.mayEnd.open()
        }
        try await bed.end()
    }

    @Test func anAppTellsPartsApartByTheirTags() async throws {
        let bed = try await Bed()
        let tags = [SemanticTag.CommonPosition.left, SemanticTag(namespaceID: 8, tag: 1, label: "By the door")]
        let parts = zip([UInt16(1), 2], tags).map { id, tag in
            HostedEndpoint(
                id, types: [OnOffLightDeviceType.self], tags: [tag],
                handlers: [LampHandler(bench: bed.bench, startsOn: false)])
        }
        let host = try bed.host([HostedDevice(id: "lamp", name: "Lamps", endpoints: parts)])
        try await host.whileRunning {
            let device = try await bed.device()
            expect(device.endpoints.dropFirst().map { Array($0.tags) }, equals: tags.map { [$0] })
            let lights = try await device.types.getAll(of: OnOffLightDeviceType.self)
            expect(lights.map(\.tags), equals: [[.CommonPosition.left], [.CommonPosition.right]])
        }
        try await bed.end()
    }

    @Test func aCutMidCommandAndTheSameDeviceAfterwards() async throws {
        let bed = try await Bed()
        let host = try bed.host([.lamp("lamp", bed.bench, startsOn: true)])
        try await host.whileRunning {
            let device = try await bed.device()
            let structure = try require(try await bed.home.structures().list().first)
            let attic = try await structure.createRoom(name: "Attic")
            _ = try await device.setName("Reading light")
            _ = try await structure.move(device: device, to: attic)
            let command = Task { try await onOff(device).off() }
            await bed.bench.began.wait()
            await bed.wire.cut()
            let error = await expect(throws: HomeError.self) { try await command.value }
            expect(error?.code, equals: .unavailable)
            try await bed.told.untilAttached(2)
            let back = try await bed.device()
            expect(back.name, equals: "Reading light")
            expect(back.roomID, equals: attic.id)
            try await onOff(back).on()
        }
        expect(bed.bench.state.withLock { $0.isCancelled })
        try await bed.end()
    }

    @Test func goesOfflineAtOnceAndCatchesUpAfterwards() async throws {
        let bed = try await Bed()
        let (wire, told) = (bed.wire, bed.told)
        let gate = Blocker()
        let host = try DeviceHost(
            identity: .given("h"), provider: try HandlerProvider([.lamp("lamp", bed.bench)]), chance: { 0 },
            notice: { told.add($0) }
        ) { () throws(RPCError) in
            if gate.isClosed { throw RPCError(.unavailable, "no way") }
            return try wire.connect()
        }
        try await host.whileRunning {
            let device = try await bed.device()
            gate.close()
            await wire.cut()
            _ = try await bed.device(is: .offline)
            let error = await expect(throws: HomeError.self) { try await onOff(device).on() }
            expect(error?.code, equals: .unavailable)
            bed.bench.turn(true)
            gate.open()
            try await expect(onOff(bed.device()).onOff, equals: true)
        }
        try await bed.end()
    }

    @Test func restartedHubHasItsDevicesAgain() async throws {
        let bed = try await Bed()
        let host = try bed.host([.lamp("lamp", bed.bench)])
        try await host.whileRunning {
            _ = try await bed.device().setName("Reading light")
            bed.bench.turn(true)
            try await until { try await onOff(bed.device()).onOff == true }
            await bed.home.disconnect()
            try await bed.hub.end()
            let again = try await RealHub.start(in: bed.hub.folder)
            try await bed.told.untilAttached(2)
            let home = try await again.home()
            let device = try require(try await home.devices().list().first)
            expect(device.name, equals: "Reading light")
            try await until { try await home.devices().list().first?.sourceConnectivity.connectivityState == .online }
            let present = try require(try await home.devices().list().first)
            try await expect(onOff(present).onOff, equals: true)
            await home.disconnect()
            try await again.end()
        }
        expect(bed.bench.state.withLock { $0.remembered.count }, equals: 1)
        bed.hub.remove()
    }

    @Test func restartedHostResumesFromStoredState() async throws {
        let bed = try await Bed()
        try await bed.host([.lamp("lamp", bed.bench)]).whileRunning {
            try await onOff(bed.device()).on()
        }
        _ = try await bed.device(is: .offline)
        let next = Bench()
        try await bed.host([.lamp("lamp", next)]).whileRunning {
            let device = try await bed.device()
            try await expect(onOff(device).onOff, equals: true)
        }
        expect(next.state.withLock { $0.remembered }, equals: [true])
        try await bed.end()
    }

    @Test func twoHostsWithOneIdentityDoNotFight() async throws {
        let bed = try await Bed()
        let first = try bed.host([.lamp()])
        let running = Task { try await first.run() }
        _ = try await bed.device()
        try await bed.told.untilAttached()
        let second = try bed.host([.lamp()])
        try await second.whileRunning {
            let error = await expect(throws: HomeError.self) { try await running.value }
            expect(error?.code, equals: .aborted)
            try await bed.told.untilAttached(2)
            _ = try await bed.device()
        }
        try await bed.end()
    }

    @Test func anotherHostsDeviceIsRefusedAndTheOthersCome() async throws {
        let bed = try await Bed()
        try await bed.host([.lamp("lamp")]).whileRunning {
            _ = try await bed.device()
            let told = bed.told
            try await bed.host([.lamp("own"), .lamp("lamp")], identity: "host-2").whileRunning {
                _ = try await bed.device("own")
                try await until { told.all.contains { if case .refused(["lamp"], _) = $0 { true } else { false } } }
            }
            _ = try await bed.device()
        }
        try await bed.end()
    }

    @Test func devicesComeAndGoWhileAttached() async throws {
        let bed = try await Bed()
        let host = try bed.host([.lamp("a")])
        try await host.whileRunning {
            _ = try await bed.device("a")
            try await host.add(.lamp("b"))
            try await onOff(bed.device("b")).on()
            // Its trait is new to the hub, so the host reattaches.
            let motor = HostedDevice(
                id: "m", name: "Motor", type: DisplayStandDeviceType.self, handlers: [TestMotor()])
            try await host.add(motor)
            let stand = try require(await bed.device("m").types.get(DisplayStandDeviceType.self))
            try await require(stand.traits[ExampleOrganization.SpinnerTrait.self]).spin(turns: 3)
            host.remove(deviceID: "a")
            try await until { Set(try await bed.home.devices().list().map(\.id)) == ["b", "m"] }
        }
        try await bed.end()
    }

    @Test func traitClashingWithStandardIsRefused() async throws {
        struct Nothing: DeviceProvider {
            func start(hub: any DeviceReporter, stored: StoredState) -> [DeviceDescription] { [] }
            func invoke(_ invocation: CommandInvocation) -> StructureValue? { nil }
            func write(_ update: AttributeUpdate) {}
            func stop() {}
        }
        let bed = try await Bed()
        let clashing = TraitDescriptor(
            id: 6, name: "OnOff", vendor: "Matter", package: "hearth.traits.matter.v1", revision: 6,
            attributes: [AttributeDescriptor(FieldDescriptor(0, "onOff", .string))])
        let wire = bed.wire
        let host = try DeviceHost(identity: .given("x"), provider: ValueProvider(Nothing()), traits: [clashing]) {
            () throws(RPCError) in try wire.connect()
        }
        let error = await expect(throws: HomeError.self) { try await host.run() }
        expect(error?.message.contains("onOff"), equals: true, "\(error.map(String.init(describing:)) ?? "")")
        try await bed.host([.lamp()]).whileRunning { _ = try await bed.device() }
        try await bed.end()
    }

    @Test func aThousandDevicesInOneHost() async throws {
        let bed = try await Bed()
        let host = try bed.host((0..<1000).map { .lamp("lamp-\($0)") })
        try await host.whileRunning {
            try await bed.told.untilAttached()
            try await until { try await bed.home.devices().list().count == 1000 }
            let devices = try await bed.home.devices().list()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for device in devices { group.addTask { try await onOff(device).on() } }
                try await group.waitForAll()
            }
            var lit = 0
            for device in try await bed.home.devices().list() where try await onOff(device).onOff == true { lit += 1 }
            expect(lit, equals: 1000)
            await bed.wire.cut()
            try await bed.told.untilAttached(2)
            _ = try await bed.device("lamp-999")
        }
        try await bed.end()
    }
}

/// The connection to the hub, which the test blocks.
private final class Blocker: Sendable {
    private let closed = Mutex(false)
    var isClosed: Bool { closed.withLock { $0 } }
    func close() { closed.withLock { $0 = true } }
    func open() { closed.withLock { $0 = false } }
}

private struct TestMotor: ExampleOrganization.SpinnerTraitHandler {
    func spin(
        _ arguments: ExampleOrganization.SpinnerTrait.Commands.Spin,
        _ state: TraitState<ExampleOrganization.SpinnerTrait>
    ) async throws(TraitError) {
        state.update { $0.label = "spun \(arguments.turns)" }
    }

    var initialAttributes: ExampleOrganization.SpinnerTrait.Attributes {
        var attributes = ExampleOrganization.SpinnerTrait.Attributes()
        attributes.rpm = 0
        attributes.maxSpeed = 120
        attributes.label = "Spinner"
        return attributes
    }
}
