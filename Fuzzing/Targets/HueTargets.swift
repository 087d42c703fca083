internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthHTTP1
internal import HearthHue
internal import HearthJSON

/// A server's bytes for a client of HTTP/1.1, in pieces. However they are cut, the same follows.
func fuzzHTTP1Client(_ bytes: [UInt8]) {
    let most = 1_000
    var pieces = Pieces(bytes)
    let step = Int(pieces.byte() % 16) + 1
    let method = pieces.byte() % 4 == 0 ? "HEAD" : "GET"
    let input = pieces.bytes(bytes.count)
    func answers(inPieces size: Int) -> (events: [HTTP1ClientSession.Event], error: HTTP1ClientError?) {
        var session = HTTP1ClientSession(host: "a")
        var (events, position): ([HTTP1ClientSession.Event], Int) = ([], 0)
        _ = session.send(HTTP1ClientRequest(method, "/", mostAnswerBytes: most))
        do throws(HTTP1ClientError) {
            while position < input.count {
                let end = min(position + size, input.count)
                for event in try session.received(Array(input[position..<end])) { add(event, to: &events) }
                position = end
            }
            for event in try session.closed() { add(event, to: &events) }
            return (events, nil)
        } catch {
            must(!session.isBusy && !session.isReusable, "a session is usable after an error")
            return (events, error)
        }
    }
    /// Joins the pieces of a body.
    func add(_ event: HTTP1ClientSession.Event, to events: inout [HTTP1ClientSession.Event]) {
        if case .body(let more) = event, case .body(let bytes)? = events.last {
            events[events.count - 1] = .body(bytes + more)
        } else {
            events.append(event)
        }
    }
    let (whole, pieced) = (answers(inPieces: max(input.count, 1)), answers(inPieces: step))
    must((whole.error == nil) == (pieced.error == nil), "an error depends on the pieces")
    // An error hides what the same bytes brought before it.
    must(whole.error != nil || whole.events == pieced.events, "pieces change the answer")
    for case .body(let bytes) in pieced.events { must(bytes.count <= most, "a body is too long") }
    must(pieced.events.count { $0 == .end } <= 1, "one request has two answers")
}

/// A stream of server-sent events, in pieces. However they are cut, the same messages follow.
func fuzzServerSentEvents(_ bytes: [UInt8]) {
    let most = 500
    var pieces = Pieces(bytes)
    let step = Int(pieces.byte() % 16) + 1
    let input = pieces.bytes(bytes.count)
    func events(inPieces size: Int) -> ([ServerSentEvent], HTTP1ClientError?) {
        var parser = EventStreamParser(mostBytes: most)
        var (events, position): ([ServerSentEvent], Int) = ([], 0)
        while position < input.count {
            let end = min(position + size, input.count)
            do throws(HTTP1ClientError) {
                events += try parser.received(Array(input[position..<end]))
            } catch {
                return (events, error)
            }
            position = end
        }
        return (events, nil)
    }
    let (whole, pieced) = (events(inPieces: max(input.count, 1)), events(inPieces: step))
    must((whole.1 == nil) == (pieced.1 == nil), "an error depends on the pieces")
    must(whole.1 != nil || whole.0 == pieced.0, "pieces change the messages")
    for event in pieced.0 {
        // A byte that is no UTF-8 becomes three.
        must(event.data.utf8.count <= 3 * most, "a message is too long")
        must(!event.type.isEmpty, "a message has no type")
    }
}

/// A bridge's answers while it is added. Only the first request goes out before the certificate is pinned.
func fuzzHuePairing(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    var pairing = HuePairing(HueSettings(host: "hue", key: pieces.byte() % 2 == 1 ? "k" : nil))
    let certificate = HueAnswer.Certificate(
        publicKeySHA256: [UInt8](repeating: 1, count: 32), name: "001788fffe123456")
    var actions = pairing.start()
    var pinned: [UInt8]?
    while !actions.isEmpty {
        var next: [HuePairing.Action] = []
        for action in actions {
            switch action {
            case .send(let request):
                must(pinned != nil || request.path == "/api/config", "a request before the certificate is pinned")
                guard !pieces.isEmpty else { return }
                let status = [200, 429, 503, 403][Int(pieces.byte() % 4)]
                let body = pieces.bytes(Int(pieces.byte()) << 8 | Int(pieces.byte()))
                next += pairing.answered(HueAnswer(status: status, body: body, certificate: certificate))
            case .reconnect(let settings): pinned = settings.certificateKey
            case .wait: next += pairing.waited()
            case .finished(.success(let bridge)):
                must(bridge.certificateKey == pinned && !bridge.key.isEmpty, "a bridge without key or certificate")
            case .finished(.failure), .needsButton, .isAsking: break
            }
        }
        actions = next
    }
}

/// A bridge's answers and messages for a link, between losses, commands and time. The first piece is the list of
/// resources.
func fuzzHueSession(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    var now = Duration.zero
    func piece() -> [UInt8] { pieces.bytes(Int(pieces.byte()) << 8 | Int(pieces.byte())) }
    var machine = HueMachine(
        HueSettings(host: "hue", key: "k", bridgeID: "001788fffe123456", hasGroups: pieces.byte() % 2 == 1),
        random: { [UInt8](repeating: 0, count: $0) })
    var devices: [String: EntityDevice] = [:]
    var reachable: [String: Bool] = [:]
    var lanes: Set<Int> = []
    var waiting = 0
    func perform(_ actions: [HueMachine.Action]) {
        for action in actions {
            switch action {
            case .call(.describe(let device)):
                let keys = Set(device.entities.map(\.key))
                must(keys.count == device.entities.count, "two entities have one key")
                devices[device.id] = device
                reachable[device.id] = true
            case .call(.remove(let id)):
                must(devices.removeValue(forKey: id) != nil, "an unknown device is removed")
                reachable[id] = nil
            case .call(.keepOnly(let ids)): devices = devices.filter { ids.contains($0.key) }
            case .call(.report(let report)):
                let keys = Set((devices[report.deviceID]?.entities ?? []).map(\.key))
                must(report.states.allSatisfy { keys.contains($0.entity) }, "a value of no entity")
                must(report.events.allSatisfy { keys.contains($0.entity) }, "an event of no entity")
                for case .number(let number) in report.states.flatMap(\.values.values) {
                    must(number.isFinite, "a number is not finite")
                }
            case .call(.reachable(let id, _)): must(devices[id] != nil, "an unknown device is reachable")
            case .order(.request(let lane, _)): must(lanes.insert(lane).inserted, "a lane has two requests")
            case .order(.close(let lane)): lanes.remove(lane)
            case .order(.closeAll): lanes = []
            case .answer: waiting -= 1
            case .connect: perform(machine.turnCame(now: now))
            case .call: break
            }
        }
        must(lanes.count <= 4, "too many requests")
        must(waiting >= 0, "a command has two answers")
    }
    func answer(_ lane: Int, status: Int, _ body: [UInt8]) {
        guard lanes.remove(lane) != nil else { return }
        perform(machine.answered(lane, HueAnswer(status: status, body: body), now: now))
    }
    perform(machine.start(now: now))
    perform(machine.streamOpened(status: 200, now: now))
    answer(0, status: 200, piece())
    while !pieces.isEmpty {
        let choice = pieces.byte()
        now += .milliseconds(Int64(choice) * 100)
        if let deadline = machine.deadline, deadline <= now { perform(machine.timePassed(now: now)) }
        switch choice % 8 {
        case 0:
            for device in devices.values.sorted(by: { $0.id < $1.id }) {
                for entity in device.entities {
                    let values: [EntityProperty: EntityValue] = [
                        .on: .bool(choice % 16 == 0), .brightness: .number(Double(choice) / 255),
                    ]
                    waiting += 1
                    perform(
                        machine.send(
                            EntityCommand(entity: entity.key, values: values), to: device.id, number: UInt64(choice),
                            now: now))
                }
            }
        case 1:
            let lane = Int(pieces.byte() % 4)
            guard lanes.remove(lane) != nil else { break }
            perform(machine.failed(lane, HueError(.disconnected, "lost", wayOut: ""), now: now))
        case 2: if lanes.contains(HueMachine.streamLane) { perform(machine.streamOpened(status: 200, now: now)) }
        case 3: answer(Int(pieces.byte() % 3), status: [200, 429, 503, 403][Int(choice / 8 % 4)], piece())
        default: perform(machine.streamed([UInt8]("data: ".utf8) + piece() + [10, 10], now: now))
        }
    }
    perform(machine.stop())
    must(waiting == 0, "a command has no answer")
}
