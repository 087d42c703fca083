internal import Expectations
internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthEventLoop
internal import HearthHue
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// The link and the addition, at a bridge that a program of ours plays.
@Suite(.timeLimit(.minutes(5))) struct LinkTests {
    private static let bridge = PythonProgram("hue_bridge.py", in: "Integrations", needs: ["ssl"])
    private let recorder = Recorder()

    /// Keeps what a link reports.
    private actor Recorder: LeafReceiver {
        private(set) var devices: [String: EntityDevice] = [:]
        private(set) var reachable: [String: Bool] = [:]
        private(set) var health: [LinkHealth] = []
        private(set) var events: [String] = []
        private(set) var unreachableCount = 0
        private(set) var replays = 0
        private var values: [String: [EntityProperty: EntityValue]] = [:]

        func describe(_ described: [EntityDevice]) {
            for device in described { devices[device.id] = device }
        }
        func remove(_ deviceID: String) { devices[deviceID] = nil }
        func keepOnly(_ deviceIDs: Set<String>) { devices = devices.filter { deviceIDs.contains($0.key) } }
        func report(_ report: EntityReport) {
            for state in report.states { values[state.entity, default: [:]].merge(state.values) { $1 } }
            events += report.events.map { "\($0.entity.prefix { $0 != "/" })!\($0.type)" }
            if report.isReplay { replays += 1 }
        }
        func reachable(_ deviceID: String, _ isReachable: Bool) {
            reachable[deviceID] = isReachable
            if !isReachable { unreachableCount += 1 }
        }
        func health(_ health: LinkHealth) { self.health.append(health) }

        func device(_ name: String) -> EntityDevice? { devices.values.first { $0.name == name } }

        func shows(_ entity: String, _ values: [EntityProperty: EntityValue]) -> Bool {
            values.allSatisfy { self.values[entity]?[$0.key] == $0.value }
        }
    }

    /// Starts the bridge; returns it with its settings.
    private func start(_ arguments: [String] = []) async throws -> (ChildProcess, HueSettings) {
        let program = try Self.bridge.start(arguments)
        let port = try require(await program.line { UInt16($0) != nil }.flatMap { UInt16($0) })
        return (program, HueSettings(host: "127.0.0.1", port: port))
    }

    /// Adds the bridge; returns the settings of its link.
    private func pair(_ program: ChildProcess, _ settings: HueSettings) async throws -> HueSettings {
        let stages = Mutex<[HueBridge.Stage]>([])
        async let paired = HueBridge.pair(settings, loop: EventLoop.shared.get(), clock: SystemClock()) { stage in
            stages.withLock { $0.append(stage) }
        }
        try await until("the button is wanted") { stages.withLock { $0 == [.needsButton] } }
        try await program.write([UInt8]("press\n".utf8))
        let bridge = try await paired
        expect(bridge.id, equals: "001788fffe123456")
        expect(bridge.deviceNames, equals: ["Lamp", "Plug", "Sensor", "Door", "Dial"])
        expect(stages.withLock { $0 }, equals: [.needsButton, .asking])
        var settings = settings
        (settings.key, settings.certificateKey, settings.bridgeID) = (bridge.key, bridge.certificateKey, bridge.id)
        settings.hasGroups = true
        return settings
    }

    @Test(.enabled(if: bridge.isInstalled, "skipped: Python is not installed"))
    func aBridgeObeysAndComesBack() async throws {
        let (program, found) = try await start()
        let settings = try await pair(program, found)
        let link = HueLink(settings, loop: try EventLoop.shared.get(), clock: SystemClock())
        await link.start(receiver: recorder)
        try await until { await recorder.health.last == .online }
        expect(
            await recorder.devices.values.map(\.name).sorted(),
            equals: ["Dial", "Door", "Kitchen", "Lamp", "Plug", "Sensor"])
        let lamp = try require(await recorder.device("Lamp"))
        let light = try require(lamp.entities.first?.key)
        try await until { await recorder.shows(light, [.on: .bool(false), .colorTemperature: .number(366)]) }

        func send(_ device: EntityDevice, _ values: [EntityProperty: EntityValue]) async throws {
            let entity = try require(device.entities.first?.key)
            try await link.send(EntityCommand(entity: entity, values: values), to: device.id)
            try await until("\(device.name) confirms the command") { await recorder.shows(entity, values) }
        }
        try await send(lamp, [.on: .bool(true), .brightness: .number(0.7)])
        try await send(lamp, [.x: .number(0.3), .y: .number(0.4)])
        try await send(lamp, [.colorTemperature: .number(250)])
        try await send(lamp, [.effect: .text("fire")])
        let plug = try require(await recorder.device("Plug"))
        try await send(plug, [.on: .bool(true)])
        // The bridge has too much to do; the command is sent again.
        try await program.write([UInt8]("busy 2\n".utf8))
        try await send(plug, [.on: .bool(false)])
        let kitchen = try require(await recorder.device("Kitchen"))
        try await send(kitchen, [.on: .bool(true)])
        let scene = try require(kitchen.entities.last?.key)
        try await link.send(EntityCommand(entity: scene, action: .press), to: kitchen.id)
        await expect(throws: TraitError.self) {
            try await link.send(EntityCommand(entity: light, action: .lock), to: lamp.id)
        }

        try await program.write([UInt8]("partial\nbutton button short_release\n".utf8))
        try await until { await recorder.events == ["button!short_release"] }
        try await program.write([UInt8]("replay\nbutton button long_press\n".utf8))
        try await until { await recorder.events == ["button!short_release", "button!long_press"] }
        try await program.write([UInt8]("delete plug-light\n".utf8))
        try await until("the plug is gone") { await recorder.device("Plug") == nil }

        let replays = await recorder.replays
        try await program.write([UInt8]("drop\n".utf8))
        try await until("everything is read again") { await recorder.replays > replays }
        try await send(lamp, [.on: .bool(false)])
        expect(await recorder.unreachableCount, equals: 0)
        expect(await recorder.health, equals: [.connecting, .online])
        expect(await recorder.events.count, equals: 2)
        await link.stop()
    }

    @Test("Another key at the address is refused", .enabled(if: bridge.isInstalled, "skipped: Python is not installed"))
    func anotherCertificateIsRefused() async throws {
        let (program, found) = try await start()
        var settings = try await pair(program, found)
        settings.certificateKey = [UInt8](repeating: 1, count: 32)
        let link = HueLink(settings, loop: try EventLoop.shared.get(), clock: SystemClock())
        await link.start(receiver: recorder)
        try await until { await recorder.health.count == 2 }
        expect(
            await recorder.health.last,
            equals: .needsAttention(
                reason:
                    "the device at 127.0.0.1 does not have the key that the Hue bridge 001788fffe123456 had when it "
                    + "was added",
                wayOut: "if the bridge was replaced, remove the integration and add the new bridge; else correct the "
                    + "address"))
        await link.stop()
    }

    @Test(.enabled(if: bridge.isInstalled, "skipped: Python is not installed"))
    func aCertificateForAnotherNameIsRefused() async throws {
        let loop = try EventLoop.shared.get()
        let (program, settings) = try await start(["001788fffe000000"])
        let error = await expect(throws: HueError.self) {
            try await HueBridge.pair(settings, loop: loop, clock: SystemClock()) { _ in }
        }
        expect(error?.code, equals: .wrongBridge)
        program.closeInput()
        _ = await program.wait()
        let other = await expect(throws: HueError.self) {
            try await HueBridge.pair(settings, loop: loop, clock: SystemClock()) { _ in }
        }
        expect(other?.code, equals: .unreachable)
    }

    @Test(
        "Waiting for the button ends with its task",
        .enabled(if: bridge.isInstalled, "skipped: Python is not installed"))
    func anAdditionIsCancelled() async throws {
        let loop = try EventLoop.shared.get()
        let (program, settings) = try await start()
        let isWaiting = Mutex(false)
        let task = Task {
            try await HueBridge.pair(settings, loop: loop, clock: SystemClock()) { _ in isWaiting.withLock { $0 = true }
            }
        }
        try await until { isWaiting.withLock { $0 } }
        task.cancel()
        await expect(throws: HueError.self) { try await task.value }
        program.closeInput()
    }
}

/// Our bridge, judged by the library that Home Assistant reads bridges with.
@Suite(.timeLimit(.minutes(5))) struct JudgeTests {
    private static let judge = PythonProgram("hue_judge.py", in: "Integrations", needs: ["aiohue"])

    @Test(.enabled(if: judge.isInstalled, "skipped: aiohue is not installed (pip install aiohue)"))
    func aRealClientReadsOurBridge() async throws {
        let outcome = try await Self.judge.run()
        expect(outcome.status, equals: 0, "\(outcome.error)")
    }
}
