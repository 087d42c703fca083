internal import Expectations
internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthCameraMedia
internal import HearthEventLoop
internal import HearthMDNS
@testable internal import HearthONVIF
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Testing

/// The link, the probe and the discovery, at a camera that a program of ours plays.
@Suite(.timeLimit(.minutes(5))) struct LinkTests {
    private static let camera = PythonProgram("onvif_camera.py", in: "Integrations", needs: [])
    private let recorder = Recorder()

    /// Keeps what a link reports.
    private actor Recorder: LeafReceiver {
        private(set) var devices: [String: EntityDevice] = [:]
        private(set) var health: LinkHealth?
        private(set) var events: [String] = []
        private(set) var stored: [UInt8] = []
        private var values: [String: EntityValue] = [:]

        func describe(_ described: [EntityDevice]) {
            for device in described { devices[device.id] = device }
        }
        func remove(_ deviceID: String) { devices[deviceID] = nil }
        func report(_ report: EntityReport) {
            for state in report.states { values[state.entity] = state.values[.on] }
            events += report.events.map { "\($0.entity)!\($0.type)" }
        }
        func reachable(_ deviceID: String, _ isReachable: Bool) {}
        func health(_ health: LinkHealth) { self.health = health }
        var memory: [UInt8] { stored }
        /// The subscription is stored before the first pull.
        var isSubscribed: Bool { health == .online && !stored.isEmpty }
        func remember(_ memory: [UInt8]) { stored = memory }

        func shows(_ entity: String, _ isOn: Bool) -> Bool { values[entity] == .bool(isOn) }
    }

    private func start(_ arguments: [String] = []) async throws -> (ChildProcess, ONVIFSettings) {
        let program = try Self.camera.start(arguments)
        let port = try require(await program.line { UInt16($0) != nil }.flatMap { UInt16($0) })
        return (program, ONVIFSettings(host: "127.0.0.1", port: port, user: "admin", password: "secret"))
    }

    private func say(_ text: String, to program: ChildProcess) async throws {
        try await program.write([UInt8]("\(text)\n".utf8))
    }

    private func link(_ settings: ONVIFSettings) throws -> ONVIFLink {
        ONVIFLink(settings, id: "id", loop: try EventLoop.shared.get(), clock: SystemClock())
    }

    @Test(
        "Events of a camera whose clock is six months ahead, also after it has restarted",
        .enabled(if: camera.isInstalled, "skipped: Python is not installed"))
    func eventsComeAndComeBack() async throws {
        let (program, settings) = try await start(["--clock", "15552000"])
        let link = try link(settings)
        await link.start(receiver: recorder)
        try await until { await recorder.isSubscribed }
        expect(await link.addresses(ofCamera: "id")?.main, equals: "rtsp://127.0.0.1:8554/main")
        expect(await link.addresses(ofCamera: "id")?.sub, equals: "rtsp://127.0.0.1:8554/sub")
        expectNil(await link.addresses(ofCamera: "other"))
        try await say("event VideoSource/MotionAlarm State true", to: program)
        try await until("the motion") { await recorder.shows("motion", true) }
        try await say("event RuleEngine/MyRuleDetector/Visitor State true", to: program)
        try await until("the visitor") { await recorder.events == ["visitor!press"] }
        try await say("event Device/Trigger/DigitalInput LogicalState true", to: program)
        try await until("the input") { await recorder.shows("input/1", false) }
        expect(
            await recorder.devices["id"]?.entities.map(\.key),
            equals: ["camera", "visitor", "motion", "sound", "input/1"])
        try await say("restart", to: program)
        // It has no subscription until the hub has made another one.
        try await until("another subscription") {
            try await say("event RuleEngine/MyRuleDetector/PeopleDetect State true", to: program)
            try await say("event RuleEngine/MyRuleDetector/PeopleDetect State false", to: program)
            return await recorder.events.contains("camera!person")
        }
        await link.stop()
        var tries = 0
        repeat { tries += 1 } while try await subscriptions(of: program, "end\(tries)") != 0 && tries < 1_000
        expect(tries, isBelow: 1_000, "a subscription is left")
    }

    /// How many subscriptions the camera keeps.
    ///
    /// - Parameter word: another one each time.
    private func subscriptions(of program: ChildProcess, _ word: String) async throws -> Int? {
        try await say("subscriptions \(word)", to: program)
        let line = await program.line { $0.hasPrefix("\(word) ") }
        return line.flatMap { Int($0.split(separator: " ")[1]) }
    }

    @Test(
        "A link that ends without a farewell leaves a subscription, which the next one ends",
        .enabled(if: camera.isInstalled, "skipped: Python is not installed"))
    func noSubscriptionIsLeaked() async throws {
        let (program, settings) = try await start()
        for count in 1...4 {
            // Released at the end of its turn, as by a crash of the hub.
            let link = try link(settings)
            await link.start(receiver: recorder)
            try await until("the link is subscribed") {
                try await say("event RuleEngine/MyRuleDetector/PeopleDetect State true", to: program)
                try await say("event RuleEngine/MyRuleDetector/PeopleDetect State false", to: program)
                return await recorder.events.count >= count
            }
            expect(try await subscriptions(of: program, "turn\(count)"), equals: 1)
        }
    }

    @Test(.enabled(if: camera.isInstalled, "skipped: Python is not installed"))
    func aProbeKnowsTheCamera() async throws {
        let (program, settings) = try await start()
        func probe(_ settings: ONVIFSettings) async throws -> ProbedCamera {
            try await ONVIFLink.probe(settings, loop: EventLoop.shared.get(), clock: SystemClock())
        }
        let camera = try await probe(settings)
        expect(camera.information.name, equals: "Acme Sim-1")
        expect(camera.information.endpoint, equals: "5f5a69c2-e0ae-504f-829b-00fe0d1c2b3a")
        for (password, code) in [("wrong", ONVIFError.Code.wrongPassword), (nil, .needsPassword)] {
            var other = settings
            other.password = password
            let error = await expect(throws: ONVIFError.self) { try await probe(other) }
            expect(error?.code, equals: code)
        }
        _ = program
    }

    @Test("A camera in the network is found", .enabled(if: camera.isInstalled, "skipped: Python is not installed"))
    func aCameraIsFound() async throws {
        let (program, settings) = try await start(["--discover"])
        let discovery = CameraDiscovery(loop: try EventLoop.shared.get(), interfaces: ["lo"], onProblem: { _ in })
        var cameras = discovery.cameras.makeAsyncIterator()
        let found = try require(await cameras.next())
        expect(found.name, equals: "Front Door")
        expect(found.hardware, equals: "Sim-1")
        expect("\(found.address):\(found.port)\(found.path)", equals: "127.0.0.1:\(settings.port)/onvif/device_service")
        await discovery.stop()
        expectNil(await cameras.next())
        _ = program
    }
}
