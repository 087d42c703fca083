internal import Expectations
internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthEventLoop
internal import HearthShelly
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Testing

/// The link, at a device that a program of ours plays.
@Suite(.timeLimit(.minutes(5))) struct LinkTests {
    private static let device = PythonProgram("shelly_device.py", in: "Integrations", needs: [])
    private let recorder = Recorder()

    /// Keeps what a link reports.
    private actor Recorder: LeafReceiver {
        private(set) var device: EntityDevice?
        private(set) var isReachable = false
        private(set) var health: [LinkHealth] = []
        private(set) var events: [String] = []
        private var values: [String: [EntityProperty: EntityValue]] = [:]

        func describe(_ devices: [EntityDevice]) { device = devices.last }
        func remove(_ deviceID: String) { device = nil }
        func report(_ report: EntityReport) {
            for state in report.states { values[state.entity, default: [:]].merge(state.values) { $1 } }
            events += report.events.map { "\($0.entity)!\($0.type)" }
        }
        func reachable(_ deviceID: String, _ isReachable: Bool) { self.isReachable = isReachable }
        func health(_ health: LinkHealth) { self.health.append(health) }

        func shows(_ entity: String, _ values: [EntityProperty: EntityValue]) -> Bool {
            values.allSatisfy { self.values[entity]?[$0.key] == $0.value }
        }
    }

    /// Starts the device; returns it with its settings.
    private func start(password: String? = nil) async throws -> (ChildProcess, ShellySettings) {
        let program = try Self.device.start(password.map { [$0] } ?? [])
        let port = try require(await program.line { UInt16($0) != nil }.flatMap { UInt16($0) })
        return (program, ShellySettings(host: "127.0.0.1", port: port, password: password))
    }

    @Test(
        .enabled(if: device.isInstalled, "skipped: Python is not installed"),
        arguments: [nil, "secret"])
    func aDeviceObeysAndComesBack(password: String?) async throws {
        let (program, settings) = try await start(password: password)
        let link = ShellyLink(settings, loop: try EventLoop.shared.get(), clock: SystemClock())
        await link.start(receiver: recorder)
        try await until { await recorder.isReachable }
        expect(await recorder.device?.id, equals: "a8032ab12345")
        expect(await recorder.device?.name, equals: "Kitchen")
        expect(await recorder.device?.entities.map(\.key).contains("number:201"), equals: true)
        try await until { await recorder.shows("temperature:0:temperature", [.value: .number(21.5)]) }

        func send(_ entity: String, _ values: [EntityProperty: EntityValue]) async throws {
            try await link.send(EntityCommand(entity: entity, values: values), to: "a8032ab12345")
            try await until("\(entity) confirms the command") { await recorder.shows(entity, values) }
        }
        try await send("switch:0", [.on: .bool(true)])
        try await send("cover:0", [.position: .number(0.25)])
        try await send("light:0", [.on: .bool(true), .brightness: .number(0.7)])
        try await send("rgbw:0", [.hue: .number(120), .saturation: .number(100)])
        try await send("boolean:200", [.on: .bool(true)])
        await expect(throws: TraitError.self) {
            try await link.send(EntityCommand(entity: "sys:uptime", action: .toggle), to: "a8032ab12345")
        }
        try await program.write([UInt8]("event input:0 double_push\n".utf8))
        try await until { await recorder.events == ["input:0!double"] }
        try await program.write([UInt8]("drop\n".utf8))
        try await until("the loss is noticed") { await recorder.health.count >= 3 }
        try await until("it is connected again") { await recorder.health.last == .online }
        try await send("switch:0", [.on: .bool(false)])
        await link.stop()
    }

    @Test(
        "A link connects when it is its turn, and gives the turn back",
        .enabled(if: device.isInstalled, "skipped: Python is not installed"))
    func linksTakeTurns() async throws {
        let (program, settings) = try await start()
        let turns = ConnectTurns(most: 1)
        let other = turns.take { _ in }
        let link = ShellyLink(settings, loop: try EventLoop.shared.get(), clock: SystemClock(), turns: turns)
        await link.start(receiver: recorder)
        try await until { await recorder.health == [.connecting] }
        other.end()
        try await until { await recorder.isReachable }
        await turns.next().end()
        try await program.write([UInt8]("drop\n".utf8))
        try await until { await recorder.health.count >= 3 }
        link.wake()
        try await until { await recorder.health.last == .online }
        await turns.next().end()
        await link.stop()
    }

    @Test(.enabled(if: device.isInstalled, "skipped: Python is not installed"))
    func probesCheckThePassword() async throws {
        let loop = try EventLoop.shared.get()
        let (program, settings) = try await start(password: "secret")
        let info = try await ShellyLink.probe(settings, loop: loop, clock: SystemClock())
        expect([info.mac, info.name], equals: ["a8032ab12345", "Kitchen"])
        for (password, code) in [(nil, ShellyError.Code.needsPassword), ("wrong", .wrongPassword)] {
            var other = settings
            other.password = password
            let error = await expect(throws: ShellyError.self) {
                try await ShellyLink.probe(other, loop: loop, clock: SystemClock())
            }
            expect(error?.code, equals: code)
        }
        program.closeInput()
        _ = await program.wait()
        let error = await expect(throws: ShellyError.self) {
            try await ShellyLink.probe(settings, loop: loop, clock: SystemClock())
        }
        expect(error?.code, equals: .unreachable)
    }
}

/// Our device, judged by the library that Home Assistant reads Shellys with.
@Suite(.timeLimit(.minutes(5))) struct JudgeTests {
    private static let judge = PythonProgram("shelly_judge.py", in: "Integrations", needs: ["aioshelly"])

    @Test(.enabled(if: judge.isInstalled, "skipped: aioshelly is not installed (pip install aioshelly)"))
    func aRealClientReadsOurDevice() async throws {
        let outcome = try await Self.judge.run()
        expect(outcome.status, equals: 0, "\(outcome.error)")
    }
}

extension ConnectTurns {
    /// The next turn, once it is there.
    fileprivate func next() async -> ConnectTurn {
        await withCheckedContinuation { continuation in _ = take { continuation.resume(returning: $0) } }
    }
}
