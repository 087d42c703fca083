internal import HearthCameraMedia
internal import HearthHTTPDigest
internal import HearthRTSP

/// A camera's bytes for a session, in any pieces, between times. Units are bounded, and their times never go back.
func fuzzRTSPSession(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    guard let url = try? CameraURL("rtsp://cam/live") else { return must(false, "a good URL is refused") }
    let start = pieces.byte()
    let credentials = start % 2 == 1 ? HTTPCredentials(user: "admin", password: "secret") : nil
    let most = 4_096
    var session = RTSPSession(
        RTSPSettings(url: url, credentials: credentials, mostUnitBytes: most),
        start & 2 == 0 ? .play : .speak(AudioFormat(codec: "ulaw", sampleRate: 8_000)), origin: .zero,
        random: { [UInt8](repeating: 0, count: $0) })
    var now = Duration.zero
    var checker = PartChecker(most: most)
    var isOver = false
    func perform(_ actions: [RTSPSession.Action]) {
        for action in actions {
            must(!isOver, "something follows the end")
            switch action {
            case .parts(let parts): checker.check(parts)
            case .failed, .redirected: isOver = true
            case .send(let bytes):
                must(!bytes.isEmpty && bytes.count < 1 << 16, "a request has an odd length")
                // A proof has the password's digest only.
                must(!String(decoding: bytes, as: UTF8.self).contains("secret"), "a request has the password")
            case .described, .describedSpeaker, .playing: break
            }
        }
    }
    perform(session.opened(now: now))
    while !pieces.isEmpty, !isOver {
        let choice = pieces.byte()
        now += .milliseconds(Int64(choice) * 20)
        if let deadline = session.deadline, deadline <= now { perform(session.timePassed(now: now)) }
        guard !isOver else { break }
        if choice % 4 == 0 {
            // An answer, so that the fuzzer need not know its head.
            let body = pieces.bytes(Int(pieces.byte()) << 8 | Int(pieces.byte()))
            let head = "RTSP/1.0 200 OK\r\nSession: 1;timeout=\(choice)\r\nContent-Length: \(body.count)\r\n\r\n"
            perform(session.received(Array(head.utf8) + body, now: now))
        } else {
            perform(session.received(pieces.bytes(Int(pieces.byte())), now: now))
        }
    }
    if let said = session.say(SpokenPacket(time: 1, bytes: [1, 2])) { must(said.count == 18, "a packet is odd") }
    _ = session.end()
}

/// A description of a stream.
func fuzzSessionDescription(_ bytes: [UInt8]) {
    guard let description = try? SessionDescription(bytes) else {
        return must(bytes.count > SessionDescription.mostBytes, "a short description is refused")
    }
    for track in [description.video, description.audio].compactMap(\.self) {
        must((1...1_000_000).contains(track.clockRate) && (1...8).contains(track.channels), "a track is extreme")
        if let format = ParameterSets(track)?.format { PartChecker.check(format) }
        if let format = AudioDepacketizer(track, mostBytes: 100)?.format {
            must(format.configuration.count <= 64, "a configuration is long")
        }
    }
}

/// Packets of a track, each with a length prefix of a byte; the first byte chooses the codec.
func fuzzRTPPackets(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    let codecs: [MediaTrack.Codec] = [.h264, .h265, .aac, .opus]
    let codec = codecs[Int(pieces.byte() % 4)]
    let track = MediaTrack(
        codec: codec, payloadType: 96, clockRate: codec == .aac ? 16_000 : 90_000,
        parameters: ["config": "1410", "sizelength": "13", "indexlength": "3", "indexdeltalength": "3"])
    let most = 1_024
    var receiver = MediaReceiver([0: track], mostBytes: most)
    var checker = PartChecker(most: most)
    var (sequence, time, arrival): (UInt16, UInt32, Int64) = (0, 0, 0)
    while !pieces.isEmpty {
        let flags = pieces.byte()
        // In order and at a usual pace unless the flags say else.
        sequence &+= flags & 0x40 == 0 ? 1 : UInt16(pieces.byte()) << 8
        time &+= flags & 0x20 == 0 ? 3_600 : UInt32(pieces.byte()) << 24
        arrival += Int64(flags & 0x1F) * 10_000
        var packet: [UInt8] = [0x80 | flags & 0x10, flags & 0x80 | 96, UInt8(sequence >> 8), UInt8(sequence & 0xFF)]
        for shift in [24, 16, 8, 0] as [UInt32] { packet.append(UInt8(truncatingIfNeeded: time >> shift)) }
        packet += [0, 0, 0, 0] + pieces.bytes(Int(pieces.byte()))
        checker.check(receiver.received(packet, channel: 0, arrival: arrival).parts)
    }
}

/// The head of a picture in JPEG.
func fuzzJPEGHead(_ bytes: [UInt8]) {
    guard let head = JPEGHead(bytes) else { return }
    must(head.width > 0 && head.height > 0, "a picture has no size")
}

/// Checks the parts of a stream.
private struct PartChecker {
    let most: Int
    private var format: CameraFormat?
    private var last: [Bool: Int64] = [:]
    private var hasPicture = false

    init(most: Int) { self.most = most }

    mutating func check(_ parts: [CameraPart]) {
        for part in parts {
            switch part {
            case .format(let format):
                self.format = format
                if let video = format.video { Self.check(video) }
            case .unit(let unit):
                must(format != nil, "a unit comes before a format")
                must(!unit.bytes.isEmpty && unit.bytes.count <= most, "a unit has \(unit.bytes.count) bytes")
                must(unit.time >= last[unit.isAudio] ?? .min, "the time goes back")
                last[unit.isAudio] = unit.time
                guard !unit.isAudio else { continue }
                must(hasPicture || unit.isKey, "the first picture is no key")
                hasPicture = true
                var rest = unit.bytes[...]
                while !rest.isEmpty {
                    let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
                    must(rest.count >= 4 && length > 0 && rest.count - 4 >= length, "a length is wrong")
                    rest = rest.dropFirst(4 + length)
                }
            }
        }
    }

    static func check(_ video: VideoFormat) {
        must((1...8_192).contains(video.width) && (1...8_192).contains(video.height), "a picture's size is extreme")
        must(video.codec.utf8.count < 64 && video.configuration.count < 1 << 16, "a format is long")
    }
}
