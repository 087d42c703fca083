internal import Expectations
internal import HearthCalendar
@testable internal import HearthESPHome
internal import HearthEntities
internal import HearthEventLoop
internal import Testing

private let mac = "aabbcc001122"

/// A link whose connections lead to a device in memory.
private struct Linked {
    var machine: LinkMachine
    var device: FakeDevice
    var now = someTime
    var delivered: [LinkMachine.Delivery] = []
    var connects = 0
    var isReachable = true

    init(_ device: FakeDevice = FakeDevice(), key: ESPHomeKey? = nil) {
        self.device = device
        machine = LinkMachine(
            ESPHomeSettings(host: "lamp.local", key: key), .states,
            LinkSurroundings(
                zone: HomeZone(rules: .utc, text: "CET-1CEST,M3.5.0,M10.5.0/3"), epoch: { 1_800_000_000 },
                random: { 0.5 }, secret: { someSecret }))
    }

    mutating func perform(_ next: [LinkMachine.Action]) {
        var open = next
        while !open.isEmpty {
            switch open.removeFirst() {
            case .connect:
                connects += 1
                guard isReachable else {
                    open += machine.connectFailed(LoopError(code: "ECONNREFUSED", message: "refused"), at: now)
                    continue
                }
                device = device.restarted
                open += machine.connected(at: now)
            case .write(let bytes):
                let answer = device.take(bytes)
                if !answer.isEmpty { open += machine.received(answer, at: now) }
            case .close, .finished, .answer: break
            case .deliver(let delivery): delivered.append(delivery)
            }
        }
    }

    mutating func start(_ memory: ESPHomeMemory = ESPHomeMemory()) { perform(machine.start(memory, at: now)) }

    mutating func say(_ message: some WireMessage) {
        perform(machine.received(device.sent(RawMessage(message)), at: now))
    }

    /// Lets the time pass until the next attempt, and returns how long that was.
    mutating func wait() -> Duration? {
        guard let deadline = machine.deadline else { return nil }
        defer { now = deadline }
        let wait = now.duration(to: deadline)
        now = deadline
        perform(machine.timePassed(at: deadline))
        return wait
    }

    mutating func taken() -> [LinkMachine.Delivery] {
        defer { delivered = [] }
        return delivered.filter { if case .description = $0 { false } else { true } }
    }
}

private func deviceWithSwitch(sleeps: Bool = false) -> FakeDevice {
    var device = FakeDevice()
    device.info.hasDeepSleep = sleeps
    device.listings = [RawMessage(ListEntitiesSwitchResponse(head: oneHead))]
    device.states = [RawMessage(SwitchStateResponse(address: oneAddress, isOn: true))]
    return device
}

private let lamp = EntityDevice(
    id: mac, name: "Lamp", model: "esp32", softwareVersion: "2026.10.0",
    entities: [Entity(key: "switch.one", name: "One", kind: .toggle(deviceClass: ""))])

private func report(_ isOn: Bool, isReplay: Bool) -> LinkMachine.Delivery {
    .report(
        EntityReport(
            deviceID: mac, states: [EntityState(entity: "switch.one", values: [.on: .bool(isOn)])], isReplay: isReplay))
}

struct LinkMachineTests {
    @Test func timeInLineIsNotTheDevices() {
        var linked = Linked()
        _ = linked.machine.start(ESPHomeMemory(), at: someTime)
        linked.machine.waitForTurn()
        expect(linked.machine.deadline, equals: nil)
        expect(linked.machine.timePassed(at: someTime + .seconds(1_000)), equals: [])
        expect(linked.machine.isConnecting, equals: true)
        linked.machine.turnCame(at: someTime + .seconds(100))
        expect(linked.machine.deadline, equals: someTime + .seconds(160))
        var described = Linked()
        described.start()
        expect(described.machine.isConnecting, equals: false)
    }

    @Test func onlyChangesAreReportedAfterAReconnection() {
        var linked = Linked(deviceWithSwitch())
        linked.start()
        expect(
            linked.taken(),
            equals: [
                .describe(lamp), .remember(ESPHomeMemory(deviceIDs: [mac])), .reachable(mac, true),
                report(true, isReplay: true),
            ])
        linked.perform(linked.machine.closed(nil, at: linked.now))
        guard case .failure(let error)? = linked.delivered.first else { return expect(false, "no failure") }
        expect(error.code, equals: .disconnected)
        expect(linked.taken().last, equals: .reachable(mac, false))
        expect(linked.wait(), equals: .seconds(1))
        expect(linked.taken(), equals: [.reachable(mac, true)])
        linked.perform(linked.machine.closed(nil, at: linked.now))
        linked.device.states = [RawMessage(SwitchStateResponse(address: oneAddress, isOn: false))]
        _ = linked.taken()
        _ = linked.wait()
        expect(linked.taken(), equals: [.reachable(mac, true), report(false, isReplay: true)])
        linked.say(SwitchStateResponse(address: oneAddress, isOn: false))
        expect(linked.taken(), equals: [])
        linked.say(SwitchStateResponse(address: oneAddress, isOn: true))
        expect(linked.taken(), equals: [report(true, isReplay: false)])
    }

    @Test func changedDescriptionsAreDelivered() {
        var device = deviceWithSwitch()
        device.info.devices = [SubDevicePart(id: 3, deviceName: "Pump")]
        var head = oneHead
        head.deviceID = 3
        device.listings.append(RawMessage(ListEntitiesSwitchResponse(head: head)))
        var linked = Linked(device)
        linked.start()
        expect(linked.machine.memory.deviceIDs, equals: [mac, mac + "-3"])
        linked.perform(linked.machine.closed(nil, at: linked.now))
        linked.device.info.devices = []
        linked.device.listings = [RawMessage(ListEntitiesSwitchResponse(head: oneHead, deviceClass: "outlet"))]
        _ = linked.taken()
        _ = linked.wait()
        var changed = lamp
        changed.entities[0].kind = .toggle(deviceClass: "outlet")
        expect(
            linked.taken(),
            equals: [
                .remove(mac + "-3"), .describe(changed), .remember(ESPHomeMemory(deviceIDs: [mac])),
                .reachable(mac, true), report(true, isReplay: true),
            ])
    }

    @Test func attemptsBackOff() {
        var linked = Linked()
        linked.isReachable = false
        linked.start()
        var waits: [Double] = []
        for _ in 0..<9 { waits.append((linked.wait() ?? .zero) / .seconds(1)) }
        expect(waits.map { ($0 * 100).rounded() / 100 }, equals: [1, 1.8, 3.24, 5.83, 10.5, 18.9, 34.01, 60, 60])
        expect(linked.connects, equals: 10)
        linked.isReachable = true
        linked.perform(linked.machine.wake(at: linked.now))
        expect(linked.connects, equals: 11)
        linked.perform(linked.machine.wake(at: linked.now))
        expect(linked.connects, equals: 11)
    }

    @Test func onlyLastingConnectionsEndTheBackoff() {
        var linked = Linked(deviceWithSwitch())
        linked.start()
        var waits: [Double] = []
        for lasted in [0, 9, 0, 10, 0] {
            linked.now += .seconds(lasted)
            linked.perform(linked.machine.closed(nil, at: linked.now))
            waits.append((linked.wait() ?? .zero) / .seconds(1))
        }
        // A device that takes its leave worked, however short that was.
        linked.say(DisconnectRequest())
        expect(linked.wait(), equals: .seconds(5))
        linked.perform(linked.machine.closed(nil, at: linked.now))
        waits.append((linked.wait() ?? .zero) / .seconds(1))
        expect(waits.map { ($0 * 100).rounded() / 100 }, equals: [1, 1.8, 3.24, 1, 1.8, 1.8])
    }

    @Test func failuresNameAddressAndWayOutOnce() {
        let wayOut = "check the address, and that the device has power and is in this network"
        for (reason, message) in [
            ("cannot connect to lamp.local:6053: connection refused", "connection refused"),
            ("cannot connect to 10.0.0.2:6053: timed out", "cannot connect to 10.0.0.2:6053: timed out"),
        ] {
            var linked = Linked()
            linked.isReachable = false
            _ = linked.machine.start(ESPHomeMemory(), at: linked.now)
            linked.perform(linked.machine.connectFailed(LoopError(message: reason), at: linked.now))
            guard case .failure(let error)? = linked.delivered.first else { return expect(false, "no failure") }
            expect(error.message, equals: "lamp.local:6053 can't be reached: \(message)")
            expect(error.wayOut, equals: wayOut)
            expect("\(error)", equals: "\(error.message); \(wayOut)")
        }
    }

    @Test("A device that ends the connection during the handshake is not asked for another key")
    func anEndInTheHandshakeIsNotAboutTheKey() {
        var machine = LinkMachine(ESPHomeSettings(host: "lamp.local", key: someKey), .states, .system(.utc))
        _ = machine.start(ESPHomeMemory(), at: someTime)
        _ = machine.connected(at: someTime)
        _ = machine.received(FrameEncoder.encrypted(FakeDevice().greeting) ?? [], at: someTime)
        guard case .deliver(.failure(let error))? = machine.closed(nil, at: someTime).first else {
            return expect(false, "no failure")
        }
        expect(error.code, equals: .disconnected)
        expect(error.health, equals: .offline(reason: error.message))
    }

    @Test func waitsDependOnTheReason() {
        func wait(_ code: ESPHomeError.Code?, isOrderly: Bool = false, failures: Int = 0, sleeps: Bool = false)
            -> Duration
        {
            LinkMachine.wait(after: code, isOrderly: isOrderly, failures: failures, sleeps: sleeps, random: 0.5)
        }
        for code in [ESPHomeError.Code.wrongKey, .needsKey, .hasNoEncryption] {
            expect(wait(code), equals: .seconds(60))
        }
        expect(wait(.disconnected, isOrderly: true), equals: .seconds(5))
        expect(wait(.unreachable, failures: 100), equals: .seconds(60))
        expect(wait(.unreachable, failures: 100, sleeps: true), equals: .seconds(15))
        expect(wait(nil), equals: .seconds(1))
    }

    @Test func sleepersStayReachable() {
        var linked = Linked(deviceWithSwitch(sleeps: true))
        linked.start()
        let asleep = ESPHomeMemory(deviceIDs: [mac], mayBeAsleep: true)
        expect(linked.taken().dropFirst().first, equals: .remember(asleep))
        linked.say(DisconnectRequest())
        linked.isReachable = false
        expect(linked.wait(), equals: .seconds(5))
        expect(linked.taken(), equals: [])
        // After a restart of the hub too.
        var restarted = Linked(deviceWithSwitch(sleeps: true))
        restarted.isReachable = false
        restarted.start(ESPHomeMemory(bytes: asleep.bytes))
        expect(restarted.taken(), equals: [.reachable(mac, true)])
        restarted.isReachable = true
        _ = restarted.wait()
        expect(restarted.taken().contains(.describe(lamp)))
        // An end without leave is a failure.
        restarted.perform(restarted.machine.closed(nil, at: restarted.now))
        expect(restarted.taken().last, equals: .reachable(mac, false))
        expect(restarted.machine.memory, equals: ESPHomeMemory(deviceIDs: [mac]))
        var dead = Linked(deviceWithSwitch(sleeps: true))
        dead.isReachable = false
        dead.start(restarted.machine.memory)
        expect(dead.taken().first, equals: .reachable(mac, false))
    }

    @Test func aSleeperThatAnnouncesItselfIsAwake() {
        var linked = Linked(deviceWithSwitch(sleeps: true))
        linked.start()
        linked.say(DisconnectRequest())
        linked.isReachable = false
        _ = linked.wait()
        _ = linked.taken()
        // It has announced itself, but is not where the settings lead to.
        linked.perform(linked.machine.wake(at: linked.now))
        guard case .failure(let error)? = linked.taken().first else { return expect(false, "no failure") }
        expect(error.code, equals: .unreachable)
        // It may sleep again by the next attempt.
        _ = linked.wait()
        expect(linked.taken(), equals: [])
        expect(linked.machine.memory.mayBeAsleep)
    }

    @Test func aSubDeviceGoneDuringARestartIsRemoved() {
        var linked = Linked(deviceWithSwitch())
        linked.start(ESPHomeMemory(deviceIDs: [mac, mac + "-3"]))
        expect(
            linked.taken(),
            equals: [
                .reachable(mac, false), .reachable(mac + "-3", false), .remove(mac + "-3"), .describe(lamp),
                .remember(ESPHomeMemory(deviceIDs: [mac])), .reachable(mac, true), report(true, isReplay: true),
            ])
    }

    @Test func anUnreadableMemoryIsEmpty() {
        expect(ESPHomeMemory(bytes: [0xFF]), equals: ESPHomeMemory())
        expect(ESPHomeMemory(bytes: ESPHomeMemory().bytes), equals: ESPHomeMemory())
    }

    @Test func devicesAwakeAreUnreachableAfterTheirLeave() {
        var linked = Linked(deviceWithSwitch())
        linked.start()
        linked.say(DisconnectRequest())
        expect(linked.taken().last, equals: .reachable(mac, false))
        expect(linked.wait(), equals: .seconds(5))
    }

    @Test func timeAndStopAreAnswered() throws {
        var linked = Linked(deviceWithSwitch())
        linked.start()
        linked.say(GetTimeRequest())
        expect(
            linked.device.received.last,
            equals: RawMessage(
                GetTimeResponse(
                    epoch: 1_800_000_000, zone: "CET-1CEST,M3.5.0,M10.5.0/3",
                    parsedZone: TimeZonePart(
                        standardOffset: -3_600, summerOffset: -7_200,
                        summerStart: ZoneRulePart(time: 7_200, kind: 1, month: 3, week: 5),
                        summerEnd: ZoneRulePart(time: 10_800, kind: 1, month: 10, week: 5)))))
        linked.perform(linked.machine.stop(at: linked.now))
        expect(linked.device.received.last, equals: RawMessage(DisconnectRequest()))
        expectNil(linked.machine.deadline)
        let error = expect(throws: ESPHomeError.self) {
            try linked.machine.send(EntityCommand(entity: "switch.one", action: .toggle), to: mac, at: linked.now)
        }
        expect(error?.code, equals: .disconnected)
    }

    @Test func slowConnectionsAreGivenUp() {
        var machine = LinkMachine(
            ESPHomeSettings(host: "a"), .states, .system(.utc))
        expect(machine.start(ESPHomeMemory(), at: someTime), equals: [.connect])
        expect(machine.deadline, equals: someTime + .seconds(60))
        let actions = machine.timePassed(at: someTime + .seconds(60))
        expect(actions.first, equals: .close)
        guard case .deliver(.failure(let error))? = actions.last else { return expect(false, "no failure") }
        expect(error.code, equals: .timedOut)
    }
}
