internal import HearthCameraMedia

/// The tracks of a stream that are asked for, one after the other.
struct RTSPSetUp: Hashable, Sendable {
    private let url: CameraURL
    private var control: ControlURL
    private var description: SessionDescription?
    private var waiting: [MediaTrack] = []
    private var current: MediaTrack?
    private var nextChannel: UInt8 = 0
    private var session: String?
    /// The tracks that the camera sends, by the channels of their packets.
    private(set) var tracks: [UInt8: MediaTrack] = [:]

    private static let longestSession = 256

    init(_ url: CameraURL) {
        self.url = url
        control = ControlURL(base: url.text)
    }

    /// The target of requests for all tracks.
    var aggregate: String { control.resolve(description?.control) }

    /// The session that the camera has named; empty before.
    var sessionFields: [RTSPResponse.Field] {
        session.map { [RTSPResponse.Field(name: "Session", value: $0)] } ?? []
    }

    /// The channels of the packets, and those of their reports.
    var channels: Set<UInt8> { Set(tracks.keys.flatMap { [$0, $0 &+ 1] }) }

    /// Takes the description of the stream.
    ///
    /// - Returns: the format that it says.
    /// - Throws: ``RTSPError`` if it has no picture that can be handed on.
    mutating func described(_ response: RTSPResponse) throws(RTSPError) -> CameraFormat {
        let description = try SessionDescription(response.body)
        guard let video = description.video else {
            let others = description.otherCodecs.map(\.plain).filter { !$0.isEmpty }.joined(separator: ", ")
            throw RTSPError(
                .notSupported, "the stream has no H.264 or H.265" + (others.isEmpty ? "" : ", only \(others)"),
                wayOut: "choose H.264 in the camera")
        }
        self.description = description
        control = ControlURL(response, asked: url)
        waiting = [video]
        let audio = description.audio.flatMap { AudioDepacketizer($0, mostBytes: 0) }
        if audio != nil, let track = description.audio { waiting.append(track) }
        return CameraFormat(video: ParameterSets(video)?.format, audio: audio?.format)
    }

    /// Takes the description of a camera that people talk through. The track with a format is asked for alone.
    ///
    /// - Returns: false if it has none with this format.
    mutating func describedSpeaker(_ response: RTSPResponse, _ format: AudioFormat) throws(RTSPError) -> Bool {
        let description = try SessionDescription(response.body)
        guard let spoken = BackChannel.formats(description).first(where: { $0.format == format }) else { return false }
        self.description = description
        control = ControlURL(response, asked: url)
        waiting = [spoken.track]
        return true
    }

    /// The request for the next track; nil if there is none.
    ///
    /// - Parameter fields: what it says besides.
    mutating func next(_ fields: [RTSPResponse.Field] = []) -> RTSPRequest? {
        guard !waiting.isEmpty else { return nil }
        let track = waiting.removeFirst()
        current = track
        let channels = "\(nextChannel)-\(nextChannel + 1)"
        let transport = RTSPResponse.Field(
            name: "Transport", value: "RTP/AVP/TCP;unicast;interleaved=\(channels)")
        return RTSPRequest(
            method: "SETUP", uri: control.resolve(track.control), fields: [transport] + sessionFields + fields)
    }

    /// Takes the answer to the request for a track.
    ///
    /// - Returns: false if the camera refuses the pictures. If it refuses the sound, the stream continues without.
    /// - Throws: ``RTSPError`` if the answer can't be used.
    mutating func answered(_ response: RTSPResponse) throws(RTSPError) -> Bool {
        guard let track = current.take() else { return true }
        guard (200..<300).contains(response.status) else { return !track.codec.isVideo }
        if session == nil {
            let id = response.first("session").map { String($0.prefix { $0 != ";" && $0 != " " }) } ?? ""
            guard !id.isEmpty, id.utf8.count <= Self.longestSession else {
                throw RTSPError(.malformed, "the camera names no session", wayOut: "try again")
            }
            session = id
        }
        let transport = response.first("transport") ?? ""
        guard transport.isEmpty || transport.uppercased().contains("TCP") else {
            throw RTSPError(
                .notSupported, "the camera does not send its stream by TCP", wayOut: "allow RTSP over TCP in the camera"
            )
        }
        // The camera may choose another channel (RFC 2326, section 12.39).
        let named = transport.split(separator: ";").first { $0.hasPrefix("interleaved=") }
        let channel = named.flatMap { UInt8($0.dropFirst(12).prefix { $0.isNumber }) } ?? nextChannel
        guard tracks.updateValue(track, forKey: channel) == nil else {
            throw RTSPError(.malformed, "the camera sends two tracks on one channel", wayOut: "try again")
        }
        nextChannel = nextChannel + 2
        return true
    }
}
