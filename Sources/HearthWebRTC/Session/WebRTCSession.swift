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
        /// The session is over. The last action.
        case ended(CameraSessionError)
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
            (videoSequence, audioSequence) = (UInt16(networkBytes: random(2)), UInt16(networkBytes: random(2)))
            (videoTime, audioTime) = (UInt32(networkBytes: random(4)), UInt32(networkBytes: random(4)))
            // Streams are told apart by their numbers.
            if videoSource == audioSource { audioSource = ~audioSource }
        }
    }

    /// How long a client may be silent; it checks the connection every few seconds (RFC 7675, section 5.1).
    private static let mostSilence = Duration.seconds(30)
    /// The shortest time between two repetitions of what a client begins with.
    private static let repetitionPause = Duration.seconds(1)

    private let tracks: SentTracks
    private var checks: ConnectivityChecks
    private var heard: Duration
    private var sender: SRTPSender?
    private var receiver: SRTCPReceiver?
    private var video: PacketStream
    private var audio: PacketStream
    private var clocks: StreamClocks
    private var parameterSets: [ArraySlice<UInt8>] = []
    private var sentPackets = SentPackets()
    private var sentSound = SentPackets()
    private var pacer = Pacer()
    private var nextReport: Duration?
    private var lastBeginning: Duration?
    private var isOver = false

    /// - Parameter peer: the client's user name fragment.
    package init(
        _ tracks: SentTracks, _ credentials: ICECredentials, peer: String, numbers: Numbers, now: Duration
    ) {
        self.tracks = tracks
        checks = ConnectivityChecks(credentials, peer: peer)
        heard = now
        video = PacketStream(
            source: numbers.videoSource, payloadType: tracks.video.format.payloadType,
            firstSequence: numbers.videoSequence)
        audio = PacketStream(
            source: numbers.audioSource, payloadType: tracks.audio?.format.payloadType ?? 0,
            firstSequence: numbers.audioSequence)
        clocks = StreamClocks(video: numbers.videoTime, audio: numbers.audioTime)
    }

    /// Whether another part of the stream may be given.
    package var hasRoom: Bool { pacer.hasRoom }

    /// When ``timePassed(now:)`` is to be called at the latest.
    package var deadline: Duration {
        [pacer.deadline, nextReport].compactMap(\.self).reduce(heard + Self.mostSilence) { min($0, $1) }
    }

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
            guard let packet = receiver?.open(datagram) else { return [] }
            heard = now
            return Feedback.read(packet).flatMap { react(to: $0, now: now) } + send(now: now)
        default: return []
        }
    }

    private mutating func react(to feedback: Feedback, now: Duration) -> [Action] {
        switch feedback {
        case .missing(let sequences, let source):
            let sent = source == video.source ? sentPackets : sentSound
            for sequence in sequences {
                if let packet = sent.packet(sequence) { pacer.addRepetition(packet) }
            }
            return []
        case .needsKeyPicture:
            guard clocks.isLive, now - (lastBeginning ?? .zero) >= Self.repetitionPause else { return [] }
            return begin(now: now)
        case .bye: return end("the client has left")
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
        case .unit(let unit): takePicture(unit, isLive: isLive, now: now)
        }
        return send(now: now)
    }

    private mutating func takePicture(_ unit: CameraUnit, isLive: Bool, now: Duration) {
        let payloads = PictureFragments.payloads(of: unit.bytes, parameterSets: unit.isKey ? parameterSets : [])
        let timestamp = clocks.picture(unit.time, isLive: isLive, now: now)
        for (index, payload) in payloads.enumerated() {
            let isLast = index == payloads.count - 1
            let packet = video.packet(payload, timestamp: timestamp, isMarked: isLast)
            guard let sealed = sender?.protect(packet) else { continue }
            sentPackets.add(sealed)
            pacer.add(sealed)
        }
    }

    /// Sound from before the live pictures is left out, and so is a packet that does not fit.
    private mutating func takeSound(_ unit: CameraUnit) {
        guard let track = tracks.audio, clocks.isLive, unit.bytes.count <= PictureFragments.mostBytes else { return }
        let timestamp = clocks.sound(unit.time, rate: track.format.clockRate)
        let packet = audio.packet(unit.bytes, timestamp: timestamp, isMarked: false)
        guard let sealed = sender?.protect(packet) else { return }
        sentSound.add(sealed)
        pacer.add(sealed)
    }

    private mutating func send(now: Duration) -> [Action] {
        guard !isOver, let target = checks.selected else { return [] }
        return pacer.take(now: now).map { .send($0, to: target) }
    }

    // MARK: Time

    package mutating func timePassed(now: Duration) -> [Action] {
        guard !isOver else { return [] }
        guard now - heard < Self.mostSilence else {
            let seconds = Self.mostSilence.wholeSeconds
            return end("the client has not answered for \(seconds) s")
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

    private mutating func end(_ why: String) -> [Action] {
        isOver = true
        return [.ended(CameraSessionError(.lost, why, wayOut: "open the live view again"))]
    }
}
