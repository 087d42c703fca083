internal import HearthBase
package import HearthCameraMedia
package import HearthEventLoop
package import HearthTLS

/// The sending end of a WebRTC session, without I/O: a client proves itself by connectivity checks (ICE-lite), agrees
/// on keys by DTLS, and then gets a camera's stream by SRTP.
package struct WebRTCSession: Sendable {
    package enum Action: Hashable, Sendable {
        case send([UInt8], to: DatagramAddress)
        /// A datagram for the DTLS session.
        case handshake([UInt8])
        /// The stream is to be given from the last key picture on.
        case beginAgain
        /// What the client says, while it talks.
        case heard(SpokenPacket)
        /// The session is over, and why it broke; nil if the client has left. The last action.
        case ended(CameraSessionError?)
    }

    /// The numbers that a session begins with, each random.
    package struct Numbers: Hashable, Sendable {
        package var videoSource: UInt32
        package var audioSource: UInt32
        package var videoSequence: UInt16
        package var audioSequence: UInt16
        package var videoTime: UInt32
        package var audioTime: UInt32

        package init(random: (Int) -> [UInt8]) {
            (videoSource, audioSource) = (UInt32(networkBytes: random(4)), UInt32(networkBytes: random(4)))
            // Below 2¹⁵, so that a client that misses the first packets does not miss the first wrap, too, and with it
            // how often the numbers have begun again (RFC 3711, section 3.3.1).
            videoSequence = UInt16(networkBytes: random(2)) & 0x7FFF
            audioSequence = UInt16(networkBytes: random(2)) & 0x7FFF
            (videoTime, audioTime) = (UInt32(networkBytes: random(4)), UInt32(networkBytes: random(4)))
            // Streams are told apart by their numbers.
            if videoSource == audioSource { audioSource = ~audioSource }
        }
    }

    /// How long a client may be silent; it checks the connection every few seconds (RFC 7675, section 5.1).
    private static let mostSilence = Duration.seconds(30)
    /// How long the checks and the handshake may take.
    private static let handshakeTime = Duration.seconds(30)
    /// The shortest time between two repetitions of what a client begins with. It doubles with each repetition that
    /// another follows soon, as the repetitions themselves may be what the network loses.
    private static let repetitionPauses = (first: Duration.seconds(1), longest: Duration.seconds(30))
    /// How long a client must do without a repetition, beyond the pause, until the pause is the first one again.
    private static let goodTime = Duration.seconds(10)

    private let tracks: SentTracks
    private var checks: ConnectivityChecks
    private let start: Duration
    private var heard: Duration
    private var sender: SRTPSender?
    private var receiver: SRTCPReceiver?
    private var ear: SRTPReceiver?
    private var spoken: SpokenSound?
    private var video: PacketStream
    private var audio: PacketStream
    private var clocks: StreamClocks
    private var parameterSets: [ArraySlice<UInt8>] = []
    private var sentPackets = SentPackets()
    private var sentSound = SentPackets()
    private var pacer = Pacer()
    private var nextReport: Duration?
    private var lastBeginning: Duration?
    private var repetitionPause = WebRTCSession.repetitionPauses.first
    /// When something was repeated last.
    private var lastRepetition: Duration?
    private var isOver = false
    /// Whether the client's sound is handed on.
    package var isTalking = false {
        didSet { if isTalking, !oldValue { spoken?.begin() } }
    }

    /// - Parameter peer: the client's user name fragment.
    package init(
        _ tracks: SentTracks, _ credentials: ICECredentials, peer: String, numbers: Numbers, now: Duration
    ) {
        self.tracks = tracks
        checks = ConnectivityChecks(credentials, peer: peer)
        start = now
        heard = now
        video = PacketStream(
            source: numbers.videoSource, payloadType: tracks.video.format.payloadType,
            firstSequence: numbers.videoSequence)
        audio = PacketStream(
            source: numbers.audioSource, payloadType: tracks.audio?.format.payloadType ?? 0,
            firstSequence: numbers.audioSequence)
        clocks = StreamClocks(video: numbers.videoTime, audio: numbers.audioTime)
        spoken = tracks.spoken.map { SpokenSound(payloadType: $0.track.format.payloadType) }
    }

    /// Whether another part of the stream may be given.
    package var hasRoom: Bool { pacer.hasRoom }

    /// When ``timePassed(now:)`` is to be called at the latest.
    package var deadline: Duration {
        let ofHandshake = sender == nil ? start + Self.handshakeTime : nil
        return [pacer.deadline, nextReport, ofHandshake].compactMap(\.self)
            .reduce(heard + Self.mostSilence) { min($0, $1) }
    }

    /// The addresses that have proven themselves, the last one at the end; at most 16.
    package var addresses: [DatagramAddress] { checks.proven }

    // MARK: From the client

    /// A connectivity check with this session's user name fragment, or another message of STUN.
    package mutating func received(_ message: STUNMessage, from address: DatagramAddress, now: Duration) -> [Action] {
        guard !isOver, let answer = checks.received(message, from: address) else { return [] }
        if checks.isProven(address) { heard = now }
        return [.send(answer, to: address)]
    }

    /// Another datagram. Only addresses that have proven themselves are heard.
    package mutating func received(_ datagram: [UInt8], from address: DatagramAddress, now: Duration) -> [Action] {
        guard !isOver, checks.isProven(address), let first = datagram.first else { return [] }
        // RFC 7983, section 7.
        switch first {
        case 20...63: return [.handshake(datagram)]
        case 128...191:
            // RFC 5761, section 4.
            guard datagram.count > 1, 64..<96 ~= datagram[1] & 0x7F else { return hear(datagram, now: now) }
            guard let packet = receiver?.open(datagram) else { return [] }
            heard = now
            return Feedback.read(packet).flatMap { react(to: $0, now: now) } + send(now: now)
        default: return []
        }
    }

    /// Sound of the client. It is decrypted also while the client does not talk, as its numbers must be followed.
    private mutating func hear(_ datagram: [UInt8], now: Duration) -> [Action] {
        guard spoken != nil, let packet = ear?.open(datagram), let source = PacketStream.source(of: datagram) else {
            return []
        }
        heard = now
        guard isTalking, let sound = spoken?.take(packet, of: source, now: now) else { return [] }
        return [.heard(sound)]
    }

    private mutating func react(to feedback: Feedback, now: Duration) -> [Action] {
        guard !isOver else { return [] }
        switch feedback {
        case .missing(let sequences, let source):
            let sent = source == video.source ? sentPackets : sentSound
            for sequence in sequences {
                if let packet = sent.packet(sequence) { pacer.addRepetition(packet) }
            }
            return []
        case .needsKeyPicture:
            guard clocks.isLive, now - (lastBeginning ?? .zero) >= repetitionPause else { return [] }
            let isSoon = lastRepetition.map { now - $0 < repetitionPause + Self.goodTime } ?? false
            repetitionPause =
                isSoon
                ? min(repetitionPause * 2, Self.repetitionPauses.longest) : Self.repetitionPauses.first
            lastRepetition = now
            return begin(now: now)
        case .bye:
            isOver = true
            return [.ended(nil)]
        }
    }

    private mutating func begin(now: Duration) -> [Action] {
        lastBeginning = now
        clocks.beginAgain()
        return [.beginAgain]
    }

    // MARK: DTLS

    /// Datagrams of the DTLS session for the client.
    package func sending(_ datagrams: [[UInt8]]) -> [Action] {
        guard let target = checks.selected else { return [] }
        return datagrams.map { .send($0, to: target) }
    }

    /// The keys are agreed on: the stream may begin.
    package mutating func secured(_ keys: DTLSSession.Keys, now: Duration) -> [Action] {
        guard !isOver, sender == nil, let own = SRTPKeys(key: keys.serverKey, salt: keys.serverSalt),
            let other = SRTPKeys(key: keys.clientKey, salt: keys.clientSalt)
        else { return [] }
        sender = SRTPSender(own)
        receiver = SRTCPReceiver(other)
        ear = SRTPReceiver(other)
        nextReport = now
        return begin(now: now)
    }

    // MARK: The stream

    /// A part of the stream.
    ///
    /// - Parameter isLive: whether no other part waits behind it.
    package mutating func take(_ part: CameraPart, isLive: Bool, now: Duration) -> [Action] {
        guard !isOver, sender != nil else { return [] }
        switch part {
        case .format(let format):
            guard let video = format.video, video.codec.hasPrefix("avc1") else {
                return end("the camera no longer sends H.264")
            }
            parameterSets = ByteStream.parameterSets(inAVC: video.configuration)
        case .unit(let unit) where unit.isAudio: takeSound(unit)
        case .unit(let unit):
            guard takePicture(unit, isLive: isLive, now: now) else {
                return end("a picture of the camera has more than \(PictureFragments.mostUnits) parts")
            }
        }
        return send(now: now)
    }

    /// - Returns: whether the picture can be sent.
    private mutating func takePicture(_ unit: CameraUnit, isLive: Bool, now: Duration) -> Bool {
        guard
            let payloads = PictureFragments.payloads(of: unit.bytes, parameterSets: unit.isKey ? parameterSets : [])
        else { return false }
        let timestamp = clocks.picture(unit.time, isLive: isLive, now: now)
        for (index, payload) in payloads.enumerated() {
            let isLast = index == payloads.count - 1
            let packet = video.packet(payload, timestamp: timestamp, isMarked: isLast)
            if let sealed = sender?.protect(packet) { pacer.add(sealed) }
        }
        return true
    }

    /// Sound from before the live pictures is left out, and so is a packet of Opus that does not fit. That of G.711 may
    /// be divided anywhere: each byte is a sample.
    private mutating func takeSound(_ unit: CameraUnit) {
        let most = PictureFragments.mostBytes
        guard let track = tracks.audio, clocks.isLive, unit.bytes.count <= most || track.format.encoding != "opus"
        else { return }
        let timestamp = clocks.sound(unit.time, rate: track.format.clockRate)
        for start in stride(from: 0, to: unit.bytes.count, by: most) {
            let packet = audio.packet(
                Array(unit.bytes.dropFirst(start).prefix(most)),
                timestamp: timestamp &+ UInt32(truncatingIfNeeded: start), isMarked: false)
            if let sealed = sender?.protect(packet) { pacer.add(sealed) }
        }
    }

    private mutating func send(now: Duration) -> [Action] {
        guard !isOver, let target = checks.selected else { return [] }
        return pacer.take(now: now).map { packet in
            // Kept from here on, not from its encryption on: a large picture would push out what has not left yet.
            if PacketStream.source(of: packet) == video.source {
                sentPackets.add(packet)
            } else {
                sentSound.add(packet)
            }
            return .send(packet, to: target)
        }
    }

    // MARK: Time

    package mutating func timePassed(now: Duration) -> [Action] {
        guard !isOver else { return [] }
        guard now - heard < Self.mostSilence else {
            let seconds = Self.mostSilence.wholeSeconds
            guard checks.selected != nil else {
                return end(
                    "no client has come within \(seconds) s",
                    wayOut: "see whether a firewall or a container's network keeps UDP from the port of the camera's "
                        + "process")
            }
            return end("the client has not answered for \(seconds) s")
        }
        guard sender != nil || now - start < Self.handshakeTime else {
            let seconds = Self.handshakeTime.wholeSeconds
            return end("there is no secure connection to the client after \(seconds) s")
        }
        var actions = send(now: now)
        if let due = nextReport, due <= now { actions += report(now: now) }
        return actions
    }

    private mutating func report(now: Duration) -> [Action] {
        guard let target = checks.selected,
            let times = clocks.timestamps(now: now, rate: tracks.audio?.format.clockRate ?? 1)
        else {
            // As soon as there are live pictures.
            nextReport = now + .milliseconds(200)
            return []
        }
        nextReport = now + StreamReport.interval
        var reports = [StreamReport.bytes(of: video, time: now, timestamp: times.video)]
        if tracks.audio != nil {
            reports.append(StreamReport.bytes(of: audio, time: now, timestamp: times.audio))
        }
        return reports.compactMap { sender?.protectReport($0) }.map { .send($0, to: target) }
    }

    private mutating func end(_ why: String, wayOut: String = "open the live view again") -> [Action] {
        isOver = true
        return [.ended(CameraSessionError(.lost, why, wayOut: wayOut))]
    }
}
