internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthJSON
internal import HearthShelly
internal import HearthWebSocket

/// A server's bytes for a client of WebSockets, in pieces. However they are cut, the same follows.
func fuzzWebSocketClient(_ bytes: [UInt8]) {
    let most = 4_096
    var pieces = Pieces(bytes)
    let step = Int(pieces.byte() % 16) + 1
    // With a handshake that fits, or with the fuzzer's own.
    let accept =
        "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: ICX+Yqv66kxgM0FcWaLWlFLwTAI=\r\n\r\n"
    let handshake = pieces.byte() % 2 == 0 ? [UInt8](accept.utf8) : []
    let input = handshake + pieces.bytes(bytes.count)
    func events(inPieces size: Int) -> ([WebSocketClientSession.Event], WebSocketError?) {
        var session = WebSocketClientSession(
            host: "a", path: "/rpc", nonce: [UInt8](repeating: 0, count: 16), most: most)
        var (events, position): ([WebSocketClientSession.Event], Int) = ([], 0)
        while position < input.count {
            let end = min(position + size, input.count)
            do throws(WebSocketError) {
                events += try session.received(Array(input[position..<end]), mask: { 0 })
            } catch {
                must(!session.isOpen, "a session goes on after an error")
                return (events, error)
            }
            position = end
        }
        return (events, nil)
    }
    let (whole, pieced) = (events(inPieces: max(input.count, 1)), events(inPieces: step))
    // An error hides what the same bytes brought before it.
    must(whole.1 != nil || whole.0 == pieced.0, "pieces change the events")
    must(whole.1 == nil || pieced.1 != nil, "an error depends on the pieces")
    for case .text(let text) in pieced.0 { must(text.utf8.count <= most, "a text is too long") }
    for case .binary(let bytes) in pieced.0 { must(bytes.count <= most, "a message is too long") }
}

/// A Shelly's configuration, status, a partial status and a notification, each with a length prefix of two bytes. The
/// mapping must be consistent, and what it says must be what commands take.
func fuzzShellyDocuments(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    func piece() -> JSONValue {
        (try? JSONValue(pieces.bytes(Int(pieces.byte()) << 8 | Int(pieces.byte())), bytes: 1 << 16)) ?? .null
    }
    let (config, status, partial, events) = (piece(), piece(), piece(), piece())
    let map = ShellyMap(id: "a8032ab12345", source: "shelly", config: config.members, status: status.members)
    let keys = Set(map.device.entities.map(\.key))
    must(keys.count == map.device.entities.count, "two entities have one key")
    for case (let key, .light(let light)) in map.device.entities.map({ ($0.key, $0.kind) }) {
        must(light.mireds.map { $0.lowerBound >= 1 } ?? true, "\(key) has an infinite temperature")
    }
    for state in map.states(status.members) + map.states(partial.members) {
        must(keys.contains(state.entity), "a value of no entity")
        for value in state.values.values {
            if case .number(let number) = value { must(number.isFinite, "a number is not finite") }
        }
        _ = try? map.call(EntityCommand(entity: state.entity, values: state.values, transition: .seconds(2)))
    }
    for event in map.events(events.items) { must(keys.contains(event.entity), "an event of no entity") }
}

/// A Shelly's bytes for a link, between commands and time.
func fuzzShellySession(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    var now = Duration.zero
    let hasPassword = pieces.byte() % 2 == 1
    var machine = ShellyMachine(
        ShellySettings(host: "shelly", password: hasPassword ? "secret" : nil, expectedMAC: "a8032ab12345"), .states,
        random: { [UInt8](repeating: 0, count: $0) })
    var described: Set<String> = []
    var isReachable = false
    func perform(_ actions: [ShellyMachine.Action]) {
        for action in actions {
            switch action {
            case .call(.describe(let device)): described.insert(device.id)
            case .call(.report(let report)): must(described.contains(report.deviceID), "an unknown device reports")
            case .call(.reachable(let id, let isNow)):
                must(described.contains(id) && isNow != isReachable, "a reachability that is no change")
                isReachable = isNow
            case .connect: perform(machine.turnCame(now: now))
            case .order(.finished): must(false, "a link ends")
            case .order, .call, .answer: break
            }
        }
    }
    perform(machine.start(now: now))
    perform(machine.connected(now: now))
    let accept =
        "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: ICX+Yqv66kxgM0FcWaLWlFLwTAI=\r\n\r\n"
    perform(machine.received([UInt8](accept.utf8), now: now))
    while !pieces.isEmpty {
        let choice = pieces.byte()
        now += .milliseconds(Int64(choice) * 100)
        if let deadline = machine.deadline, deadline <= now { perform(machine.timePassed(now: now)) }
        switch choice % 8 {
        case 0:
            for id in described {
                let command = EntityCommand(entity: "switch:0", values: [.on: .bool(true)])
                perform(machine.send(command, to: id, number: UInt64(choice), now: now))
            }
        case 1: perform(machine.closed(nil, now: now))
        case 2:
            perform(machine.connected(now: now))
            perform(machine.received([UInt8](accept.utf8), now: now))
        default:
            // A text frame, so that the fuzzer need not know its head.
            let text = pieces.bytes(Int(pieces.byte()) << 8 | Int(pieces.byte()))
            let size = [UInt8(text.count >> 8), UInt8(text.count & 0xFF)]
            let head: [UInt8] = text.count < 126 ? [0x81, UInt8(text.count)] : [0x81, 126] + size
            perform(machine.received(head + text, now: now))
        }
    }
    perform(machine.stop())
}
