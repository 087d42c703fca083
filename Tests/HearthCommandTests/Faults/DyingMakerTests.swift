internal import Foundation
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import ProcessTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// A maker's process that is killed, or hangs, during a command: its callers get an error, a command takes effect at
/// most once, and the hub and other devices keep working.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(10)))
struct DyingMakerTests {
    private static let device = "simulated-reading-lamp"
    /// A device of the hub itself.
    private static let other = "kitchen-coffee"

    /// The results of commands.
    private struct Told {
        var done = 0
        /// Commands that may have taken effect.
        var unknown = 0

        mutating func add(_ result: Hearth_V1_BatchResult) {
            if result.code == 0 { done += 1 }
            if result.message.contains("unknown") { unknown += 1 }
        }
    }

    /// A hub, and a client that stays connected.
    private struct Bench {
        let folder: TemporaryFolder
        let hub: HubUnderTest
        let client: RPCClient
        var home: Hearth_V1_HomeClient { Hearth_V1_HomeClient(client) }

        init() async throws {
            folder = try TemporaryFolder()
            hub = try await HubUnderTest(store: folder.file("home.db"))
            client = RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
        }

        /// Starts the maker's process, and waits until the hub has its device.
        func maker() async throws -> ChildProcess {
            let program = try HearthProgram.start(["simulate", SimulateTests.lamp, "--hub", hub.address])
            await expect(program.line { $0.contains(" is on the hub at ") } != nil)
            return program
        }

        /// Toggles a device's switch.
        ///
        /// - Parameters:
        ///   - key: An idempotency key, or "".
        ///   - sent: Called when the hub reports that the maker has the command.
        func toggle(
            _ device: String, key: String = "", timeout: Duration? = nil, sent: () -> Void = {}
        ) async throws -> Hearth_V1_BatchResult {
            let item = Hearth_V1_BatchItem(
                target: .init(deviceID: device, endpoint: 1), traitID: 6, action: .command(.init(commandID: 2)))
            let reader = try await home.sendFollowed(
                .init(item: item, options: .init(idempotencyKey: key, clientID: "test")),
                options: CallOptions(timeout: timeout))
            while let message = try await reader.next() {
                switch message.progress {
                case .sent: sent()
                case .result(let result): return result
                default: break
                }
            }
            throw RPCError(.internal, "no result")
        }

        func othersGoOn() async throws {
            try await expect(toggle(DyingMakerTests.other).code, equals: 0)
        }

        func isOn() async throws -> Bool? {
            let read = try await home.read(.init(filter: .init(deviceIDs: [DyingMakerTests.device], traitIDs: [6])))
            let bytes = read.states.first?.attributes?.value ?? []
            return try Matter.OnOffTrait.descriptor.decodeAttributes(bytes.span.bytes)[0]?.bool
        }

        func isOnline() async throws -> Bool {
            try await home.list(.init()).devices.first { $0.id == DyingMakerTests.device }?.connectivity?.state
                == .online
        }

        func until(online: Bool) async throws {
            while try await isOnline() != online { try await Task.sleep(for: .milliseconds(20)) }
        }

        func end() async {
            await client.close()
            await hub.stop()
        }
    }

    /// Stops the process, which takes a moment for all of its threads.
    private func stop(_ maker: ChildProcess) async throws {
        maker.send(SIGSTOP)
        let path = "/proc/\(maker.processIdentifier)/task"
        while true {
            let threads = try FileManager.default.contentsOfDirectory(atPath: path)
            let isStill = threads.allSatisfy { thread in
                (try? String(contentsOfFile: "\(path)/\(thread)/stat", encoding: .utf8))?.contains(") T ") ?? true
            }
            if isStill { return }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    /// How often the lamp of an ended maker's process was switched.
    private func switched(_ maker: ChildProcess) async -> Int {
        await maker.wait().output.split(separator: "\n").count { $0.contains(" OnOff.onOff = ") }
    }

    @Test func killedInTheMiddleOfACommand() async throws {
        let rounds = FaultRounds.count(50)
        let bench = try await Bench()
        var all = Told()
        for round in 0..<rounds {
            let maker = try await bench.maker()
            let before = try await bench.isOn()
            var told = Told()
            if round % 2 == 0 {
                // It has the command, and never handles it.
                try await stop(maker)
                let result = try await bench.toggle(Self.device) { maker.send(SIGKILL) }
                expect(result.code, equals: 14, "round \(round): \(result)")
                expect(result.message.contains("unknown"), "round \(round): \(result)")
                told.add(result)
            } else {
                let killing = Task {
                    try await Task.sleep(for: .milliseconds(Int.random(in: 0...50)))
                    maker.send(SIGKILL)
                }
                while true {
                    let result = try await bench.toggle(Self.device)
                    told.add(result)
                    guard result.code == 0 else { break }
                }
                try await killing.value
            }
            try await bench.othersGoOn()
            try await bench.until(online: false)
            let count = await switched(maker)
            expect(count, isAtMost: told.done + told.unknown, "round \(round): a command took effect twice")
            if told.unknown == 0 {
                let wanted = told.done % 2 == 0 ? before : before.map { !$0 }
                try await expect(bench.isOn(), equals: wanted, "round \(round): a confirmed command is lost")
            }
            all.done += told.done
            all.unknown += told.unknown
        }
        let again = try await bench.maker()
        try await expect(bench.toggle(Self.device).code, equals: 0)
        again.send(SIGTERM)
        _ = await again.wait()
        await bench.end()
        print(
            "FAULTS provider killed in the middle of a command | \(rounds) | \(all.done) commands confirmed, "
                + "\(all.unknown) with an unknown outcome, none took effect twice, other devices kept working")
    }

    @Test func hangingWithACommand() async throws {
        let rounds = FaultRounds.count(50)
        let bench = try await Bench()
        let maker = try await bench.maker()
        var told = Told()
        for _ in 0..<rounds {
            try await stop(maker)
            let error = await expect(throws: RPCError.self) {
                _ = try await bench.toggle(Self.device, timeout: .milliseconds(200))
            }
            expect(error?.code, equals: .deadlineExceeded)
            told.unknown += 1
            try await bench.othersGoOn()
            maker.send(SIGCONT)
            told.add(try await bench.toggle(Self.device))
        }
        expect(told.done, equals: rounds)
        // For longer than the hub waits for it.
        try await stop(maker)
        async let result = bench.toggle(Self.device, key: "k")
        while try await bench.isOnline() {
            try await bench.othersGoOn()
            try await Task.sleep(for: .milliseconds(200))
        }
        let first = try await result
        expect(first.code, equals: 14, "\(first)")
        expect(first.message.contains("unknown"), "\(first)")
        told.add(first)
        maker.send(SIGCONT)
        try await bench.until(online: true)
        try await expect(bench.toggle(Self.device, key: "k"), equals: first)
        told.add(try await bench.toggle(Self.device))
        maker.send(SIGTERM)
        let count = await switched(maker)
        expect(told.done, isAtMost: count)
        expect(count, isAtMost: told.done + told.unknown)
        await bench.end()
        print(
            "FAULTS provider hangs in the middle of a command | \(rounds + 1) | each failed at its deadline or when the "
                + "hub dropped the provider, \(told.done) commands confirmed in between, none took effect twice")
    }
}
