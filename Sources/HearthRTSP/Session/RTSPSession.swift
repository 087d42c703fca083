internal import HearthBase
package import HearthCameraMedia

/// The course of one connection to a camera, without I/O: requests, answers and packets (RFC 2326). Packets come on the
/// connection itself, never by UDP. Times are those of a clock that never jumps.
package struct RTSPSession: Sendable {
    package enum Purpose: Hashable, Sendable {
        /// Plays the stream.
        case play
        /// Asks once what the stream is.
        case describe
        /// Asks once in which formats the camera plays a person's voice.
        case describeSpeaker
        /// Sends a person's voice in this format.
        case speak(AudioFormat)

        /// Whether it concerns the camera's loudspeaker, and not its stream.
        var isOfSpeaker: Bool {
            switch self {
            case .play, .describe: false
            case .describeSpeaker, .speak: true
            }
        }
    }

    package enum Action: Sendable {
        case send([UInt8])
        case parts([CameraPart])
        /// What the description says: without video if the camera sends its parameter sets in the stream only.
        case described(CameraFormat)
        /// The formats in which the camera plays a person's voice, the preferred one first.
        case describedSpeaker([AudioFormat])
        /// From now on the camera sends its stream, or plays a person's voice.
        case playing
        /// The stream is elsewhere on the same machine.
        case redirected(CameraURL)
        /// The connection must be closed.
        case failed(RTSPError)
    }

    enum Step: Hashable {
        case options, describe, setUp, play, playing, over
    }

    /// The time without a packet after which the camera counts as gone.
    static let silence = Duration.seconds(10)
    /// The longest time to the first picture.
    static let pictureTime = Duration.seconds(30)

    private let settings: RTSPSettings
    private let purpose: Purpose
    /// When the stream began, to which this connection belongs.
    private let origin: Duration
    private var step = Step.options
    private var reader = RTSPReader()
    private var exchange: RTSPExchange
    private var setUp: RTSPSetUp
    private var keepAlive = KeepAlive()
    private var media: MediaReceiver?
    private var spoken: SpokenTrack?
    private let random: @Sendable (Int) -> [UInt8]
    private var heardAt = Duration.zero
    private var pictureBy: Duration?

    /// - Parameters:
    ///   - origin: when the stream began. Its times continue over connections.
    ///   - random: makes random bytes, which must not be predictable.
    package init(
        _ settings: RTSPSettings, _ purpose: Purpose, origin: Duration, random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.settings = settings
        self.purpose = purpose
        self.origin = origin
        self.random = random
        exchange = RTSPExchange(settings, random: random)
        setUp = RTSPSetUp(settings.url)
    }

    /// When ``timePassed(now:)`` has something to do; nil if never.
    package var deadline: Duration? {
        // While the camera plays, packets are its sign of life: some cameras never answer a keep-alive.
        let times = step == .playing ? [silentAt, pictureBy, keepAlive.at] : [exchange.deadline]
        return step == .over ? nil : times.compactMap(\.self).min()
    }

    /// When a camera that plays has been silent for too long; nil for one that only listens.
    private var silentAt: Duration? { spoken == nil ? heardAt + Self.silence : nil }

    // MARK: - Events

    /// The connection is open.
    package mutating func opened(now: Duration) -> [Action] {
        guard step == .options, !exchange.isBusy else { return [] }
        return send(RTSPRequest(method: "OPTIONS", uri: settings.url.text), now: now)
    }

    /// Bytes have come.
    package mutating func received(_ bytes: [UInt8], now: Duration) -> [Action] {
        guard step != .over else { return [] }
        let events: [RTSPReader.Event]
        do throws(RTSPError) {
            events = try reader.received(bytes)
        } catch {
            return fail(error)
        }
        var actions: [Action] = []
        var parts: [CameraPart] = []
        for event in events where step != .over {
            switch event {
            case .packet(let channel, let bytes): take(bytes, channel, now, &parts)
            case .response(let response): actions += take(response, now: now)
            case .request(_, let sequence):
                // Cameras need no request of their own.
                let field = (sequence?.utf8.count ?? 0) <= 32 ? sequence.map { "CSeq: \($0)\r\n" } ?? "" : ""
                actions.append(.send(Array("RTSP/1.0 501 Not Implemented\r\n\(field)\r\n".utf8)))
            }
        }
        return (parts.isEmpty ? [] : [.parts(parts)]) + actions
    }

    package mutating func timePassed(now: Duration) -> [Action] {
        guard step != .over else { return [] }
        if step != .playing, let deadline = exchange.deadline, deadline <= now {
            return fail(
                RTSPError(
                    .timedOut, "the camera did not answer within \(RTSPExchange.patience.wholeSeconds) s",
                    wayOut: "check that the camera has a good connection to the network"))
        }
        if step == .playing, let silentAt, silentAt <= now {
            return fail(
                RTSPError(
                    .timedOut, "the camera has sent nothing for \(Self.silence.wholeSeconds) s",
                    wayOut: "the connection is tried again"))
        }
        if let pictureBy, pictureBy <= now {
            return fail(
                RTSPError(
                    .notSupported,
                    "the camera has sent no picture that a decoder can begin with within "
                        + "\(Self.pictureTime.wholeSeconds) s",
                    wayOut: "set the camera to H.264, with a key frame at least every 10 s"))
        }
        guard step == .playing, let at = keepAlive.at, at <= now else { return [] }
        keepAlive.sent(now: now)
        return send(RTSPRequest(method: keepAlive.method, uri: setUp.aggregate, fields: setUp.sessionFields), now: now)
    }

    /// Packs a packet of speech for the connection to the camera.
    ///
    /// - Returns: the bytes to send; nil until the camera plays speech.
    package mutating func say(_ packet: SpokenPacket) -> [UInt8]? { step == .playing ? spoken?.bytes(packet) : nil }

    /// Ends the session.
    ///
    /// - Returns: the last request.
    package mutating func end() -> [UInt8] {
        defer { step = .over }
        guard step != .over, !setUp.sessionFields.isEmpty else { return [] }
        return exchange.bytes(RTSPRequest(method: "TEARDOWN", uri: setUp.aggregate, fields: setUp.sessionFields))
    }

    private mutating func send(_ request: RTSPRequest, now: Duration) -> [Action] {
        [.send(exchange.send(request, now: now))]
    }

    private mutating func fail(_ error: RTSPError) -> [Action] {
        step = .over
        return [.failed(error)]
    }

    private mutating func take(_ bytes: [UInt8], _ channel: UInt8, _ now: Duration, _ parts: inout [CameraPart]) {
        let age = (now - origin).components
        // In range: the age of a stream.
        let arrival = age.seconds &* 1_000_000 &+ age.attoseconds / 1_000_000_000_000
        guard let (new, isAlive) = media?.received(bytes, channel: channel, arrival: arrival) else { return }
        if isAlive { heardAt = now }
        if !new.isEmpty { pictureBy = nil }
        parts += new
    }

    // MARK: - Answers

    private mutating func take(_ response: RTSPResponse, now: Duration) -> [Action] {
        do throws(RTSPError) {
            switch try exchange.take(response, now: now) {
            case .ignored: return []
            case .again(let bytes): return [.send(bytes)]
            case .answered(_, let response): return try proceed(response, now: now)
            }
        } catch {
            return fail(error)
        }
    }

    private mutating func proceed(_ response: RTSPResponse, now: Duration) throws(RTSPError) -> [Action] {
        switch step {
        case .options:
            // Some cameras refuse this request only.
            keepAlive.learn(methods: response.first("public"))
            step = .describe
            let fields = [RTSPResponse.Field(name: "Accept", value: "application/sdp")] + demand
            return send(RTSPRequest(method: "DESCRIBE", uri: settings.url.text, fields: fields), now: now)
        case .describe:
            if let elsewhere = try redirection(response) {
                step = .over
                return [.redirected(elsewhere)]
            }
            return try described(response, now: now)
        case .setUp:
            if try !setUp.answered(response) || setUp.tracks.isEmpty { try check(response, "to send the stream") }
            keepAlive.learn(session: response.first("session"))
            reader.channels = setUp.channels
            return setUpNext(now: now)
        case .play:
            try check(response, "to play the stream")
            step = .playing
            heardAt = now
            if spoken == nil { pictureBy = now + Self.pictureTime }
            keepAlive.sent(now: now)
            return [.playing]
        case .playing:
            // The camera has ended the session (RFC 2326, section 11.3.5).
            if response.status == 454 { try check(response, "to keep the stream") }
            return []
        case .over: return []
        }
    }

    private mutating func described(_ response: RTSPResponse, now: Duration) throws(RTSPError) -> [Action] {
        if purpose.isOfSpeaker, response.status == BackChannel.unknown {
            guard purpose == .describeSpeaker else { throw Self.noSpeaker }
            step = .over
            return [.describedSpeaker([])]
        }
        try check(response, "to describe the stream")
        switch purpose {
        case .describe:
            step = .over
            return [.described(try setUp.described(response))]
        case .describeSpeaker:
            step = .over
            return [.describedSpeaker(BackChannel.formats(try SessionDescription(response.body)).map(\.format))]
        case .play:
            let format = try setUp.described(response)
            step = .setUp
            return [.described(format)] + setUpNext(now: now)
        case .speak(let format):
            guard try setUp.describedSpeaker(response, format) else { throw Self.noSpeaker }
            step = .setUp
            return setUpNext(now: now)
        }
    }

    private static let noSpeaker = RTSPError(
        .notSupported, "the camera does not play what people say", wayOut: "see whether it has a loudspeaker that is on"
    )

    /// The fields by which requests for the loudspeaker demand a back channel.
    private var demand: [RTSPResponse.Field] { purpose.isOfSpeaker ? [BackChannel.field] : [] }

    private mutating func setUpNext(now: Duration) -> [Action] {
        if let request = setUp.next(demand) { return send(request, now: now) }
        step = .play
        if purpose.isOfSpeaker {
            spoken = setUp.tracks.first.map {
                SpokenTrack(channel: $0.key, payloadType: $0.value.payloadType, random: random)
            }
        } else {
            // Packets may come before the answer.
            media = MediaReceiver(setUp.tracks, mostBytes: settings.mostUnitBytes)
        }
        let fields = setUp.sessionFields + [RTSPResponse.Field(name: "Range", value: "npt=0.000-")] + demand
        return send(RTSPRequest(method: "PLAY", uri: setUp.aggregate, fields: fields), now: now)
    }

    /// The place that the camera names instead, which must be on the same machine.
    private func redirection(_ response: RTSPResponse) throws(RTSPError) -> CameraURL? {
        guard (300..<400).contains(response.status), let location = response.first("location") else { return nil }
        let elsewhere = try CameraURL(location)
        guard elsewhere.host == settings.url.host, elsewhere.scheme == settings.url.scheme else {
            throw RTSPError(
                .refused, "the camera says that its stream is on another machine",
                wayOut: "correct the URL of the stream")
        }
        return elsewhere
    }

    private func check(_ response: RTSPResponse, _ what: String) throws(RTSPError) {
        guard !(200..<300).contains(response.status) else { return }
        let answer = "\(response.status) \(response.reason)".plain
        switch response.status {
        case 404:
            throw RTSPError(.refused, "the camera has no stream at this path", wayOut: "correct the URL of the stream")
        case 403:
            throw RTSPError(
                .forbidden, "the camera forbids its user \(what)", wayOut: "correct the user, or its rights")
        // Many cameras serve few clients at a time.
        case 453, 500...:
            throw RTSPError(
                .disconnected, "the camera refuses \(what): \(answer)", wayOut: "end other connections to it")
        case 454:
            throw RTSPError(.disconnected, "the camera has ended the session", wayOut: "the connection is tried again")
        default: throw RTSPError(.refused, "the camera refuses \(what): \(answer)", wayOut: "check its settings")
        }
    }
}
