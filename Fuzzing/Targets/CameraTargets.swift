internal import HearthCameraMedia
internal import HearthDeviceLinks
internal import HearthEntities
internal import HearthHTTP1
internal import HearthMDNS
internal import HearthONVIF
internal import HearthXML

/// A codec, a decoder configuration record with its length in a byte, and a unit, as a byte stream.
func fuzzCameraByteStream(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    let codec = ["avc1.42C01E", "hvc1.1.6.L93.B0", "jpeg", "avc3"][Int(pieces.byte() % 4)]
    let isKey = pieces.byte() % 2 == 0
    let record = pieces.bytes(Int(pieces.byte()))
    let unit = CameraUnit(isKey: isKey, time: 0, bytes: pieces.bytes(1 << 16))
    let stream = ByteStream(VideoFormat(codec: codec, configuration: record)).bytes(of: unit)
    // A parameter set's length has two bytes, a start code four; a unit's length has four.
    must(stream.count <= unit.bytes.count + (isKey ? 2 * record.count : 0), "the stream is longer than its content")
}

/// A document within the limits has a tree within them, which is written as an equal document.
func fuzzXML(_ bytes: [UInt8]) {
    let limits = XMLLimits()
    guard let value = try? XMLValue(reading: bytes) else { return }
    func count(_ value: XMLValue, depth: Int) -> Int {
        must(depth <= limits.depth, "a tree of the depth \(depth)")
        must(value.attributes.count <= limits.attributes, "\(value.attributes.count) attributes")
        return value.children.reduce(1) { $0 + count($1, depth: depth + 1) }
    }
    must(count(value, depth: 1) <= limits.elements, "too many elements")
    let document = value.document()
    // What is written may exceed the limit of bytes, as white space is written by its number.
    guard document.count <= limits.bytes else { return }
    must((try? XMLValue(reading: document)) == value, "a written document is another one")
}

/// A datagram for a browser that has asked. What it finds is at the sender.
func fuzzCameraDiscovery(_ bytes: [UInt8]) {
    guard let sender = IPAddress([192, 0, 2, 7]) else { return }
    var browser = CameraBrowser(random: { [UInt8](repeating: 0, count: $0) })
    browser.networksChanged(hasAny: true, now: .zero)
    _ = browser.timePassed(now: .zero)
    for now in [Duration.zero, .seconds(1), CameraBrowser.life * 2] {
        for camera in browser.received(bytes, from: sender, now: now) {
            must(camera.address == sender && camera.port > 0, "a camera elsewhere")
            must(camera.path.hasPrefix("/"), "a path without a slash")
        }
        _ = browser.timePassed(now: now)
    }
}

/// A camera's answers for a link: pieces with the status, the lane and the length before each.
func fuzzCameraSession(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    var now = Duration.zero
    let choice = pieces.byte()
    var machine = ONVIFMachine(
        ONVIFSettings(host: "192.0.2.1", user: "u", password: choice % 2 == 0 ? "secret" : nil),
        choice % 4 < 2 ? .states(id: "id") : .probe, sinceEpoch: { .seconds(1_000_000) },
        random: { [UInt8](repeating: 0, count: $0) })
    var isDescribed = false
    var isReachable = false
    func perform(_ actions: [ONVIFMachine.Action]) {
        for action in actions {
            switch action {
            case .call(.describe(let device)):
                isDescribed = true
                must(Set(device.entities.map(\.key)).count == device.entities.count, "two entities have one key")
            case .call(.report): must(isDescribed, "an unknown device reports")
            case .call(.reachable(_, let isNow)):
                must(isDescribed && isNow != isReachable, "a reachability that is no change")
                isReachable = isNow
            case .call(.remember(let memory)): must(memory.count <= 64 << 10, "\(memory.count) bytes to remember")
            case .order(.request(_, let request, let port)):
                must(port > 0 && request.target.hasPrefix("/"), "a request without a place")
            case .connect: perform(machine.turnCame(now: now))
            case .order, .call, .answer: break
            }
        }
    }
    perform(machine.start(now: now))
    while !pieces.isEmpty {
        let choice = pieces.byte()
        now += .milliseconds(Int64(choice) * 400)
        if let deadline = machine.deadline, deadline <= now { perform(machine.timePassed(now: now)) }
        let lane = Int(choice % 2)
        switch choice % 16 {
        case 0, 1:
            let error = ONVIFError(.disconnected, "lost", wayOut: "wait")
            perform(machine.take(ONVIFEvent(lane: lane, round: machine.round(of: lane), .failed(error)), now: now))
        default:
            let status = [200, 200, 200, 400, 401, 500, 302, 204][Int(choice / 16 % 8)]
            let body = pieces.bytes(Int(pieces.byte()) << 8 | Int(pieces.byte()))
            let challenge = status == 401 ? "Digest realm=x, nonce=\(choice), qop=auth" : nil
            let answer = CameraAnswer(status: status, challenge: challenge, body: body)
            perform(machine.take(ONVIFEvent(lane: lane, round: machine.round(of: lane), .answered(answer)), now: now))
        }
        if let deadline = machine.deadline { must(deadline >= .zero, "a deadline before the start") }
    }
    perform(machine.stop())
}
