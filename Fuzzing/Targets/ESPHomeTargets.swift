internal import HearthBase
@testable internal import HearthESPHome
internal import HearthEntities

private let start = ContinuousClock.now
private let secret = [UInt8](repeating: 0x11, count: 32)

/// The frames of some bytes that arrive in pieces, and the failure that ends them.
private func frames(_ bytes: [UInt8], _ form: FrameForm, in sizes: [Int]) -> ([Frame], FrameFailure?) {
    var (decoder, frames) = (FrameDecoder(form), [Frame]())
    var (position, index) = (0, 0)
    while position < bytes.count {
        let end = min(bytes.count, position + max(1, sizes[index % sizes.count]))
        decoder.append(Array(bytes[position..<end]))
        (position, index) = (end, index + 1)
        do {
            while let frame = try decoder.next() { frames.append(frame) }
        } catch {
            return (frames, error)
        }
        must(decoder.heldBytes <= FrameDecoder.longest + 9, "\(decoder.heldBytes) bytes of one frame are held")
    }
    return (frames, nil)
}

/// The first byte chooses the form and the pieces.
func fuzzESPHomeFrames(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    let choice = pieces.byte()
    let form: FrameForm = choice & 1 == 0 ? .plain : .encrypted
    let rest = pieces.bytes(bytes.count)
    let whole = frames(rest, form, in: [max(rest.count, 1)])
    let cut = frames(rest, form, in: [Int(choice >> 1), 1, 3])
    must(whole.0 == cut.0 && whole.1 == cut.1, "the frames depend on the pieces")
}

/// Messages of a device: two bytes of type, one of length, and as many bytes. Those that describe entities come first.
func fuzzESPHomeMessages(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    var session = ESPHomeSession(ESPHomeSettings(host: "fuzz"), secret: secret, at: start)
    func receive(_ message: some WireMessage) -> [ESPHomeSession.Action] {
        session.received(FrameEncoder.plain(type: type(of: message).id, message.encoded), at: start)
    }
    var actions = session.start(at: start)
    actions += receive(HelloResponse(major: 1, minor: UInt32(pieces.byte())))
    actions += receive(DeviceInfoResponse(mac: "001122334455", devices: [SubDevicePart(id: 1, deviceName: "sub")]))
    while !pieces.isEmpty {
        let type = UInt16(pieces.byte()) << 8 | UInt16(pieces.byte())
        let message = pieces.bytes(Int(pieces.byte()))
        actions += session.received(FrameEncoder.plain(type: type, message), at: start)
    }
    if session.phase == .listing { actions += receive(ListEntitiesDoneResponse()) }
    var keys: [String: Set<String>] = [:]
    for case .describe(let description) in actions {
        for device in description.devices {
            keys[device.id] = Set(device.entities.map(\.key))
            must(keys[device.id]?.count == device.entities.count, "two entities have one key")
            for entity in device.entities { command(&session, entity, device.id) }
        }
    }
    for case .report(let report) in actions {
        for state in report.states {
            must(keys[report.deviceID]?.contains(state.entity) == true, "\(state.entity) was not described")
            for case .number(let number) in state.values.values { must(number.isFinite, "a number is not finite") }
        }
    }
    for case .end(let end) in actions { must(end.error?.message.isEmpty != true, "an end without a reason") }
}

/// Sends an entity commands of all kinds.
private func command(_ session: inout ESPHomeSession, _ entity: Entity, _ deviceID: String) {
    guard session.phase == .running else { return }
    for action in [EntityCommand.Action.toggle, .stop, .press, .lock, .open, .play, .install] {
        _ = try? session.send(EntityCommand(entity: entity.key, action: action), to: deviceID)
    }
    for property in EntityProperty.allCases {
        for value in [EntityValue.bool(true), .number(1e300), .number(-1), .text("off"), .unknown] {
            _ = try? session.send(EntityCommand(entity: entity.key, values: [property: value]), to: deviceID)
        }
    }
}

/// A device's bytes for a client with a key. No bytes may lead to a connection, as none are made with the key.
func fuzzESPHomeNoise(_ bytes: [UInt8]) {
    guard let key = ESPHomeKey(bytes: Array(0..<32)) else { return }
    var session = ESPHomeSession(
        ESPHomeSettings(host: "fuzz", key: key, expectedMAC: "001122334455", expectedName: "lamp"), secret: secret,
        at: start)
    var actions = session.start(at: start)
    var pieces = Pieces(bytes)
    while !pieces.isEmpty {
        let size = max(1, Int(pieces.byte() & 63))
        actions += session.received(pieces.bytes(size), at: start)
    }
    must([.greeting, .handshake, .ended].contains(session.phase), "a device without the key has connected")
    if let deadline = session.deadline { actions += session.timePassed(at: deadline) }
    must(session.phase == .ended, "a handshake has no time limit")
    let ends = actions.filter { if case .end = $0 { true } else { false } }
    must(ends.count == 1, "the session ended \(ends.count) times")
}
