internal import Expectations
internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthEventLoop
internal import HearthTraitCore
internal import Synchronization
internal import Testing

/// What happened, in its order.
private final class Log: Sendable {
    private let all = Mutex<[String]>([])

    var lines: [String] { all.withLock { $0 } }

    func add(_ line: String) { all.withLock { $0.append(line) } }
}

/// A connection that reports two events once it is open, and answers commands.
private final class Wire: LinkWire {
    private let log: Log
    private var sink: AsyncStream<String>.Continuation?

    init(_ log: Log) { self.log = log }

    func begin(_ sink: AsyncStream<String>.Continuation) { self.sink = sink }

    func perform(_ order: String) {
        log.add(order)
        switch order {
        case "open": for event in ["a", "b"] { sink?.yield(event) }
        case "command": sink?.yield("done")
        default: break
        }
    }

    func taken(_ event: String) { log.add("taken \(event)") }
}

/// Removes a device for each event.
private struct Machine: DeviceMachine {
    typealias Wire = HearthDeviceLinksTests.Wire

    private var commands: [UInt64] = []
    var isConnecting = false
    var deadline: Duration? { nil }

    /// It remembers nothing.
    mutating func recall(_ memory: [UInt8]) {}

    mutating func start(now: Duration) -> [Action] {
        isConnecting = true
        return [.call(.health(.connecting)), .connect]
    }

    mutating func stop() -> [Action] {
        defer { commands = [] }
        return commands.map { .answer($0, TraitError(.failure, "stopped")) } + [.order("close")]
    }

    mutating func turnCame(now: Duration) -> [Action] { [.order("open")] }

    mutating func wake(now: Duration) -> [Action] { [.order("wake")] }

    mutating func take(_ event: String, now: Duration) -> [Action] {
        isConnecting = false
        guard event == "done" else { return [.call(.remove(event))] }
        defer { commands = [] }
        return commands.map { .answer($0, nil) }
    }

    mutating func timePassed(now: Duration) -> [Action] { [] }

    mutating func send(
        _ command: EntityCommand, to deviceID: String, number: UInt64, now: Duration
    ) -> [Action] {
        guard deviceID == "a" else { return [.answer(number, TraitError(.notFound, "unknown"))] }
        commands.append(number)
        return [.order("command")]
    }

    func leftOut(of deviceID: String) -> [LeftOut] { [LeftOut(deviceID, .unsupported("no"))] }
}

/// Holds up removals until it is opened.
private final class Gate: LeafReceiver {
    private let log: Log
    private let opening = AsyncStream.makeStream(of: Never.self)

    init(_ log: Log) { self.log = log }

    func open() { opening.continuation.finish() }

    func describe(_ devices: [EntityDevice]) async {}
    func report(_ report: EntityReport) async {}
    func reachable(_ deviceID: String, _ isReachable: Bool) async {}

    func remove(_ deviceID: String) async {
        log.add("remove \(deviceID)")
        for await _ in opening.stream {}
        log.add("removed \(deviceID)")
    }

    func health(_ health: LinkHealth) async { log.add("\(health)") }
}

@Suite(.timeLimit(.minutes(5))) struct DeviceLinkTests {
    private let log = Log()
    private let turns = ConnectTurns(most: 1)
    private let gate: Gate
    private let link: DeviceLink<Machine>

    init() throws {
        gate = Gate(log)
        let loop = try EventLoop.shared.get()
        link = DeviceLink(
            Machine(), LoopBound(Wire(log), loop: loop), clock: SystemClock(), turns: turns)
    }

    private static let command = EntityCommand(entity: "e", values: [:])

    @Test("Answers do not wait for the receiver; the connection does")
    func aSlowReceiverHoldsUpReadingOnly() async throws {
        let other = turns.take { _ in }
        await link.start(receiver: gate)
        try await until { log.lines == ["connecting"] }
        other.end()
        try await until { log.lines == ["connecting", "open", "remove a"] }
        try await link.send(Self.command, to: "a")
        expect(log.lines, equals: ["connecting", "open", "remove a", "command"])
        gate.open()
        try await until { log.lines.contains("taken done") }
        expect(
            log.lines.dropFirst(4).filter { !$0.hasPrefix("taken") },
            equals: ["removed a", "remove b", "removed b"])
        expect(log.lines.filter { $0.hasPrefix("taken") }, equals: ["taken a", "taken b", "taken done"])
        await expect(throws: TraitError.self) { try await link.send(Self.command, to: "x") }
        expect(await link.leftOut(of: "x"), equals: [LeftOut("x", .unsupported("no"))])
        link.wake()
        try await until { log.lines.last == "wake" }
        await link.stop()
    }

    @Test("An end waits for the call in progress, and drops the others")
    func nothingIsReportedAfterTheEnd() async throws {
        await link.start(receiver: gate)
        try await until { log.lines.last == "remove a" }
        // The events before the answer are taken.
        try await link.send(Self.command, to: "a")
        async let stopping: Void = link.stop()
        try await until { log.lines.last == "close" }
        gate.open()
        await stopping
        expect(log.lines, equals: ["connecting", "open", "remove a", "command", "close", "removed a"])
    }
}
