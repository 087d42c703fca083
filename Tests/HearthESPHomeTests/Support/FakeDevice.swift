@testable internal import HearthESPHome
internal import HearthTLS

/// A message as bytes.
struct RawMessage: Equatable, Sendable {
    var type: UInt16
    var bytes: [UInt8] = []

    init(type: UInt16, bytes: [UInt8] = []) {
        self.type = type
        self.bytes = bytes
    }

    init(_ message: some WireMessage) { self.init(type: Swift.type(of: message).id, bytes: message.encoded) }
}

/// A device of ESPHome without I/O, plain or encrypted.
struct FakeDevice: Sendable {
    var hello = HelloResponse(major: 1, minor: 19, server: "fake", deviceName: "lamp")
    var info = DeviceInfoResponse(
        deviceName: "lamp", mac: "AA:BB:CC:00:11:22", version: "2026.10.0", model: "esp32", friendlyName: "Lamp")
    var listings: [RawMessage] = []
    var states: [RawMessage] = []
    var key: ESPHomeKey?
    /// What it says in clear text before the handshake.
    var greeting = Array("\u{1}lamp\0aabbcc001122\0".utf8)
    /// The password of older firmware, without which it describes nothing; nil for firmware without passwords.
    var password: String?
    /// Answers to further messages, by type.
    var answers: [UInt16: [RawMessage]] = [:]
    private(set) var received: [RawMessage] = []
    private(set) var isClosed = false
    private var decoder: FrameDecoder
    private var prologue: [UInt8]?
    private var transport: NoiseTransport?

    init(key: ESPHomeKey? = nil) {
        self.key = key
        decoder = FrameDecoder(key == nil ? .plain : .encrypted)
    }

    /// A device as it is before a client connects.
    var restarted: FakeDevice {
        var device = self
        device.decoder = FrameDecoder(key == nil ? .plain : .encrypted)
        (device.prologue, device.transport, device.received, device.isClosed) = (nil, nil, [], false)
        return device
    }

    /// What it sends after it received bytes.
    mutating func take(_ bytes: [UInt8]) -> [UInt8] {
        decoder.append(bytes)
        var sent: [UInt8] = []
        do {
            while !isClosed, let frame = try decoder.next() { sent += take(frame) }
        } catch {
            isClosed = true
            let text = Array("Bad indicator byte".utf8)
            sent += key == nil ? [0] + text : FrameEncoder.encrypted([1] + text) ?? []
        }
        return sent
    }

    private mutating func take(_ frame: Frame) -> [UInt8] {
        switch frame {
        case .message(let type, let bytes): return take(RawMessage(type: type, bytes: bytes))
        case .content(let content):
            guard prologue != nil else {
                prologue = Array("NoiseAPIInit".utf8) + [0, UInt8(content.count)] + content
                return FrameEncoder.encrypted(greeting) ?? []
            }
            guard transport != nil else { return shake(content) }
            guard let text = transport?.open(content), let message = FrameEncoder.message(in: text) else {
                isClosed = true
                return []
            }
            return take(RawMessage(type: message.type, bytes: message.bytes))
        }
    }

    private mutating func shake(_ content: [UInt8]) -> [UInt8] {
        guard let key, let prologue, let ephemeral = X25519Key(secret: [UInt8](repeating: 0x22, count: 32)) else {
            return []
        }
        var responder = NoiseResponder(key: key, ephemeral: ephemeral, prologue: prologue)
        guard let (answer, transport) = responder.answer(Array(content.dropFirst())) else {
            isClosed = true
            return FrameEncoder.encrypted([1] + Array("Handshake MAC failure".utf8)) ?? []
        }
        self.transport = transport
        return FrameEncoder.encrypted([0] + answer) ?? []
    }

    private mutating func take(_ message: RawMessage) -> [UInt8] {
        received.append(message)
        if let password, message.type == AuthenticationRequest.id {
            let given = (try? AuthenticationRequest(reading: message.bytes))?.password
            return send([RawMessage(AuthenticationResponse(isInvalid: given != password))])
        }
        switch message.type {
        case HelloRequest.id: return send([RawMessage(hello)])
        case DeviceInfoRequest.id:
            var info = info
            info.usesPassword = password != nil
            return send([RawMessage(info)])
        case ListEntitiesRequest.id: return send(listings + [RawMessage(ListEntitiesDoneResponse())])
        case SubscribeStatesRequest.id: return send(states)
        case PingRequest.id: return send([RawMessage(PingResponse())])
        case DisconnectRequest.id:
            isClosed = true
            return sent(RawMessage(DisconnectResponse()))
        default: return send(answers[message.type] ?? [])
        }
    }

    private mutating func send(_ messages: [RawMessage]) -> [UInt8] { messages.flatMap { sent($0) } }

    /// A message as this device sends it.
    mutating func sent(_ message: RawMessage) -> [UInt8] {
        guard key != nil else { return FrameEncoder.plain(type: message.type, message.bytes) }
        let sealed = FrameEncoder.text(type: message.type, message.bytes).flatMap { transport?.seal($0) }
        return sealed.flatMap { FrameEncoder.encrypted($0) } ?? []
    }
}
