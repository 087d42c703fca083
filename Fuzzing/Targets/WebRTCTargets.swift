internal import HearthCameraMedia
internal import HearthEventLoop
internal import HearthTLS
internal import HearthWebRTC

private let format = CameraFormat(
    video: VideoFormat(
        codec: "avc1.42E01F", configuration: [1, 0x42, 0xE0, 0x1F, 0xFF, 0xE1, 0, 1, 0x67, 1, 0, 1, 0x68]),
    audio: AudioFormat(codec: "opus", sampleRate: 48_000))

/// A client's offer. An answer mirrors its media, and nothing in it can add a line.
func fuzzSessionOffer(_ bytes: [UInt8]) {
    guard let offer = try? SessionOffer(String(decoding: bytes, as: UTF8.self)) else { return }
    must(offer.media.count <= 8, "an offer is extreme")
    let speaker = ["ulaw", "alaw"].map { AudioFormat(codec: $0, sampleRate: 8_000) }
    guard let tracks = try? SentTracks(offer, format, speaker: speaker) else { return }
    must(tracks.transport.fingerprint.count == 32, "a fingerprint is short")
    let answer = SessionAnswer(
        offer, tracks, ICECredentials(fragment: "own", password: "secret"),
        fingerprint: [UInt8](repeating: 7, count: 32),
        candidates: [.init(address: "192.0.2.1", isIPv6: false, port: 9)], sources: (1, 2), number: 3
    ).text
    must(answer.utf8.count <= CameraSession.mostDescriptionBytes, "an answer is long")
    let lines = answer.split(separator: "\r\n", omittingEmptySubsequences: false)
    must(lines.last == "" && !answer.replacing("\r\n", with: "").contains(where: \.isNewline), "a line is broken")
    let kinds = lines.filter { $0.hasPrefix("m=") }.map { $0.dropFirst(2).prefix { $0 != " " } }
    must(kinds.elementsEqual(offer.media, by: { $0 == $1.kind }), "the answer's media are not the offer's")
    let (sent, taken) = (tracks.audio != nil, tracks.spoken != nil)
    must(lines.count { $0 == "a=sendonly" } == (sent && !taken ? 2 : 1), "more is sent than offered")
    must(lines.count { $0 == "a=sendrecv" } == (sent && taken ? 1 : 0), "more is taken than offered")
    must(lines.count { $0 == "a=recvonly" } == (!sent && taken ? 1 : 0), "more is taken than offered")
}

/// A datagram of STUN. A check without the password is never answered.
func fuzzSTUN(_ bytes: [UInt8]) {
    guard let message = STUNMessage(bytes) else { return }
    must(message.transaction.count == 12, "a transaction is short")
    must(STUNMessage(message.encoded(password: "secret")) == message, "a message is not read as it was written")
    guard let address = DatagramAddress(host: [192, 0, 2, 1], port: 9) else { return }
    var checks = ConnectivityChecks(ICECredentials(fragment: "evtj", password: "wrong"), peer: "h6vY")
    must(checks.received(message, from: address) == nil, "a check without the password is answered")
}

/// A client's datagrams for a session, between a camera's units and time. The first byte of a piece chooses what it is;
/// reports are encrypted for it.
func fuzzWebRTCSession(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    let offer = """
        v=0
        a=ice-ufrag:peer
        a=fingerprint:sha-256 \([String](repeating: "AB", count: 32).joined(separator: ":"))
        a=group:BUNDLE 0 1
        m=audio 9 UDP/TLS/RTP/SAVPF 0
        a=mid:0
        a=rtcp-mux
        m=video 9 UDP/TLS/RTP/SAVPF 103
        a=mid:1
        a=rtcp-mux
        a=rtpmap:103 H264/90000
        a=fmtp:103 packetization-mode=1

        """
    guard let offer = try? SessionOffer(offer),
        let tracks = try? SentTracks(offer, format, speaker: [AudioFormat(codec: "ulaw", sampleRate: 8_000)]),
        let peer = DatagramAddress(host: [192, 0, 2, 1], port: 9)
    else { return must(false, "a good offer is refused") }
    var session = WebRTCSession(
        tracks, ICECredentials(fragment: "own", password: "secret"), peer: "peer",
        numbers: .init(random: { [UInt8](repeating: 0xFF, count: $0) }), now: .zero)
    var now = Duration.zero
    var isOver = false
    var packets = 0
    func perform(_ actions: [WebRTCSession.Action]) {
        for action in actions {
            must(!isOver, "something follows the end")
            switch action {
            case .send(let datagram, _):
                packets += 1
                must(datagram.count <= 1_300, "a datagram has \(datagram.count) bytes")
            case .ended: isOver = true
            case .heard(let packet):
                must((1...SpeechMeter.mostBytes).contains(packet.bytes.count), "a packet of speech is extreme")
            case .handshake, .beginAgain: break
            }
        }
    }
    let check = STUNMessage(
        .bindingRequest, transaction: [UInt8](repeating: 0, count: 12),
        [.init(STUNMessage.AttributeType.username, Array("own:peer".utf8))])
    if let read = STUNMessage(check.encoded(password: "secret")) {
        perform(session.received(read, from: peer, now: now))
    }
    must(packets == 1, "a check is not answered")
    perform(
        session.secured(
            DTLSSession.Keys(
                clientKey: [UInt8](repeating: 1, count: 16), serverKey: [UInt8](repeating: 2, count: 16),
                clientSalt: [UInt8](repeating: 3, count: 14), serverSalt: [UInt8](repeating: 4, count: 14)), now: now))
    session.isTalking = true
    // What the client says, without encryption.
    var speech = SpokenSound(payloadType: 0)
    while !pieces.isEmpty, !isOver {
        let choice = pieces.byte()
        now += .milliseconds(Int64(choice) * 10)
        if session.deadline <= now { perform(session.timePassed(now: now)) }
        let content = pieces.bytes(Int(pieces.byte()) * (choice & 8 == 0 ? 1 : 16))
        switch choice % 4 {
        case 0: perform(session.received(content, from: peer, now: now))
        case 1:
            let unit = CameraUnit(
                isAudio: choice & 16 != 0, isKey: choice & 32 != 0, time: Int64(choice) << 55,
                bytes: [0, 0, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content)
            perform(session.take(.unit(unit), isLive: choice & 64 == 0, now: now))
        case 2:
            let format = CameraFormat(video: VideoFormat(codec: "avc1.42E01F", configuration: content))
            perform(session.take(.format(format), isLive: false, now: now))
        default:
            _ = Feedback.read(content)
            guard let packet = RTPPacket(content),
                let spoken = speech.take(packet, of: UInt32(content[11] & 1), now: now)
            else { continue }
            must(spoken.bytes.count <= SpeechMeter.mostBytes, "a packet of speech is long")
        }
    }
}
