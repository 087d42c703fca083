internal import Expectations
@testable internal import HearthESPHome
internal import HearthEntities
internal import HearthEventLoop
internal import HearthTraitDescriptors
internal import Synchronization
internal import Testing

/// A device on a port of this machine.
private final class ServedDevice: Sendable {
    private let device: Mutex<FakeDevice>
    let port: UInt16
    private let listener: LoopBound<Listener>
    private let clients = Mutex<[LoopBound<Client>]>([])
    private let messages = Mutex<[RawMessage]>([])

    private final class Client: SocketHandler {
        let socket: Socket
        var device: FakeDevice
        let received: ([RawMessage]) -> Void

        init(_ socket: Socket, _ device: FakeDevice, _ received: @escaping ([RawMessage]) -> Void) {
            self.socket = socket
            self.device = device
            self.received = received
        }

        func received(_ bytes: RawSpan) {
            let before = device.received.count
            let answer = device.take([UInt8](copying: bytes))
            received(Array(device.received.dropFirst(before)))
            // One byte per packet at the beginning, then larger ones.
            for byte in answer.prefix(20) { socket.write([byte]) }
            socket.write(Array(answer.dropFirst(20)))
            if device.isClosed { socket.close() }
        }

        func say(_ message: RawMessage) { socket.write(device.sent(message)) }
        func writesAreDone() {}
        func closed(_ error: LoopError?) {}
    }

    init(_ device: FakeDevice, _ loop: EventLoop) async throws {
        self.device = Mutex(device)
        let box = Box()
        let (listener, port): (LoopBound<Listener>, UInt16) = try await withCheckedThrowingContinuation {
            continuation in
            loop.post {
                do throws(LoopError) {
                    let listener = try Listener(loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0)) { connection in
                        box.owner.withLock { $0 }?.accept(connection, loop)
                    }
                    guard case .tcp(_, let port) = listener.endpoint else { return }
                    continuation.resume(returning: (LoopBound(listener, loop: loop), port))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        self.listener = listener
        self.port = port
        box.owner.withLock { $0 = self }
    }

    private final class Box: Sendable {
        let owner = Mutex<ServedDevice?>(nil)
    }

    private func accept(_ connection: AcceptedConnection, _ loop: EventLoop) {
        connection.open(on: loop) { socket in
            let client = Client(socket, device.withLock { $0 }) { [weak self] new in
                self?.messages.withLock { $0 += new }
            }
            clients.withLock { $0.append(LoopBound(client, loop: loop)) }
            return client
        }
    }

    var received: [RawMessage] { messages.withLock { $0 } }
    var connections: Int { clients.withLock { $0.count } }

    func change(_ change: @Sendable (inout FakeDevice) -> Void) { device.withLock { change(&$0) } }

    func say(_ message: some WireMessage) {
        let raw = RawMessage(message)
        clients.withLock { $0.last }?.run { $0.say(raw) }
    }

    /// Drops the connection without leave.
    func drop() { clients.withLock { $0.last }?.run { $0.socket.close() } }

    func stop() { listener.run { $0.close() } }
}

/// Records what a link reports.
private actor Recorder: LeafReceiver {
    var devices: [String: EntityDevice] = [:]
    var values: [String: [EntityProperty: EntityValue]] = [:]
    var isReachable: [String: Bool] = [:]
    var calls = 0

    func describe(_ described: [EntityDevice]) {
        for device in described { devices[device.id] = device }
        calls += 1
    }

    func remove(_ deviceID: String) {
        devices[deviceID] = nil
        calls += 1
    }

    func report(_ report: EntityReport) {
        for state in report.states { values[state.entity] = state.values }
        calls += 1
    }

    func reachable(_ deviceID: String, _ isReachable: Bool) {
        self.isReachable[deviceID] = isReachable
        calls += 1
    }
}

private func lamp(_ key: ESPHomeKey?) -> FakeDevice {
    var device = FakeDevice(key: key)
    device.listings = [
        RawMessage(ListEntitiesSwitchResponse(head: oneHead)),
        RawMessage(ListEntitiesSensorResponse(head: ListingHead(key: 8, entityName: "Warmth"), unit: "°C")),
    ]
    device.states = [
        RawMessage(SwitchStateResponse(address: oneAddress, isOn: true)),
        RawMessage(SensorStateResponse(address: EntityAddress(key: 8), value: 21.5)),
    ]
    return device
}

@Suite(.timeLimit(.minutes(5))) struct LinkTests {
    private let mac = "aabbcc001122"

    @Test("A link connects when it is its turn, and gives the turn back")
    func linksTakeTurns() async throws {
        let loop = try EventLoop.start()
        let device = try await ServedDevice(lamp(nil), loop)
        let (recorder, turns) = (Recorder(), ConnectTurns(most: 1))
        let other = turns.take { _ in }
        let link = ESPHomeLink(ESPHomeSettings(host: "127.0.0.1", port: device.port), loop: loop, turns: turns)
        try await link.start(receiver: recorder)
        other.end()
        for connections in 1...2 {
            try await until { await recorder.isReachable == [mac: true] }
            expect(device.connections, equals: connections)
            await turns.next().end()
            device.drop()
            try await until { await recorder.isReachable == [mac: false] }
            link.wake()
        }
        await link.stop()
        device.stop()
        await loop.stop()
    }

    @Test(arguments: [nil, someKey]) func linksReportCommandAndReconnect(_ key: ESPHomeKey?) async throws {
        let loop = try EventLoop.start()
        let device = try await ServedDevice(lamp(key), loop)
        let recorder = Recorder()
        let link = ESPHomeLink(
            ESPHomeSettings(host: "127.0.0.1", port: device.port, key: key, expectedMAC: "AA:BB:CC:00:11:22"),
            loop: loop)
        try await link.start(receiver: recorder)
        try await until { await recorder.values["sensor.warmth"] == [.value: .number(21.5)] }
        expect(await recorder.values["switch.one"], equals: [.on: .bool(true)])
        expect(await recorder.isReachable, equals: [mac: true])
        expect(await recorder.devices[mac]?.entities.map(\.key), equals: ["switch.one", "sensor.warmth"])

        try await link.send(EntityCommand(entity: "switch.one", values: [.on: .bool(false)]), to: mac)
        try await until { device.received.last == RawMessage(SwitchCommandRequest(address: oneAddress)) }
        let refused = await expect(throws: TraitError.self) {
            try await link.send(EntityCommand(entity: "switch.two"), to: mac)
        }
        expect(refused?.status, equals: .notFound)

        device.change { $0.states = [RawMessage(SwitchStateResponse(address: oneAddress, isOn: false))] }
        device.drop()
        try await until { await recorder.isReachable == [mac: false] }
        link.wake()
        try await until { await recorder.values["switch.one"] == [.on: .bool(false)] }
        expect(await recorder.isReachable, equals: [mac: true])
        expect(device.connections, equals: 2)

        await link.stop()
        let calls = await recorder.calls
        try await until { device.received.last == RawMessage(DisconnectRequest()) }
        await expect(throws: TraitError.self) {
            try await link.send(EntityCommand(entity: "switch.one", action: .toggle), to: mac)
        }
        expect(await recorder.calls, equals: calls)
        device.stop()
        await loop.stop()
    }

    @Test func actionsEndWithTheirAnswerOrTheConnection() async throws {
        let loop = try EventLoop.start()
        var lamp = lamp(nil)
        lamp.listings = [
            RawMessage(ListEntitiesServicesResponse(actionName: "stop", key: 1)),
            RawMessage(ListEntitiesServicesResponse(actionName: "play", key: 2, answers: 1)),
        ]
        let device = try await ServedDevice(lamp, loop)
        let recorder = Recorder()
        let link = ESPHomeLink(ESPHomeSettings(host: "127.0.0.1", port: device.port), loop: loop)
        try await link.start(receiver: recorder)
        try await until { await recorder.isReachable == [mac: true] }
        expect(try await link.run(ActionCall(name: "stop"), on: mac), equals: nil)

        let first = Task { try await link.run(ActionCall(name: "play"), on: mac) }
        let request = ExecuteServiceRequest(key: 2, callID: 2, wantsData: true)
        try await until { device.received.last == RawMessage(request) }
        // An answer to nothing is skipped.
        device.say(ExecuteServiceResponse(callID: 77, succeeded: true))
        device.say(ExecuteServiceResponse(callID: 2, succeeded: true, data: Array("[1]".utf8)))
        expect(try await first.value, equals: "[1]")

        let second = Task { try await link.run(ActionCall(name: "play"), on: mac) }
        try await until { device.received.filter { $0.type == ExecuteServiceRequest.id }.count == 3 }
        device.drop()
        let error = await expect(throws: TraitError.self) { try await second.value }
        expect(
            error?.message,
            equals: "the connection to 127.0.0.1:\(device.port) ended before the device said whether the action has run"
        )
        await link.stop()
        device.stop()
        await loop.stop()
    }

    @Test func probesSayWhatIsThereOrWhy() async throws {
        let loop = try EventLoop.start()
        let (plain, encrypted) = (try await ServedDevice(lamp(nil), loop), try await ServedDevice(lamp(someKey), loop))
        func probe(_ port: UInt16, _ key: ESPHomeKey?) async -> Result<ESPHomeDescription, ESPHomeError> {
            do throws(ESPHomeError) {
                return .success(
                    try await ESPHomeLink.probe(ESPHomeSettings(host: "127.0.0.1", port: port, key: key), loop: loop))
            } catch {
                return .failure(error)
            }
        }
        for (port, key) in [(plain.port, nil), (encrypted.port, someKey)] {
            let description = try await probe(port, key).get()
            expect(description.mac, equals: mac)
            expect(description.devices[0].entities.count, equals: 2)
        }
        let cases: [(UInt16, ESPHomeKey?, ESPHomeError.Code)] = [
            (plain.port, someKey, .hasNoEncryption), (encrypted.port, nil, .needsKey),
            (encrypted.port, ESPHomeKey(bytes: [UInt8](repeating: 9, count: 32)), .wrongKey),
        ]
        for (port, key, code) in cases {
            guard case .failure(let error) = await probe(port, key) else {
                expect(false, "no failure")
                continue
            }
            expect(error.code, equals: code)
        }
        plain.stop()
        encrypted.stop()
        await loop.stop()
    }

    @Test func probesOfNothingFail() async throws {
        let loop = try EventLoop.start()
        let device = try await ServedDevice(lamp(nil), loop)
        device.stop()
        let error = await expect(throws: ESPHomeError.self) {
            try await ESPHomeLink.probe(ESPHomeSettings(host: "127.0.0.1", port: device.port), loop: loop)
        }
        expect(error?.code, equals: .unreachable)
        expect(error?.cause?.code, equals: "ECONNREFUSED")
        expect(error?.message, equals: "127.0.0.1:\(device.port) can't be reached: connection refused")
        await loop.stop()
    }

    @Test func cancelledProbesEnd() async throws {
        let loop = try EventLoop.start()
        let task = Task { () -> ESPHomeError? in
            do throws(ESPHomeError) {
                _ = try await ESPHomeLink.probe(ESPHomeSettings(host: "192.0.2.1"), loop: loop)
                return nil
            } catch {
                return error
            }
        }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        let error = await task.value
        // The address is for documentation (RFC 5737); without a route to it the system says so at once.
        expect([.stopped, .unreachable].contains(error?.code))
        await loop.stop()
    }

    @Test func manyStatesArriveInOrder() async throws {
        let loop = try EventLoop.start()
        let device = try await ServedDevice(lamp(nil), loop)
        let recorder = Recorder()
        let link = ESPHomeLink(ESPHomeSettings(host: "127.0.0.1", port: device.port), loop: loop)
        try await link.start(receiver: recorder)
        try await until { await recorder.values.count == 2 }
        for number in 1...5_000 {
            device.say(SensorStateResponse(address: EntityAddress(key: 8), value: Float(number)))
        }
        try await until { await recorder.values["sensor.warmth"] == [.value: .number(5_000)] }
        await link.stop()
        device.stop()
        await loop.stop()
    }
}

extension ConnectTurns {
    /// The next turn, once it is there.
    fileprivate func next() async -> ConnectTurn {
        await withCheckedContinuation { continuation in _ = take { continuation.resume(returning: $0) } }
    }
}
