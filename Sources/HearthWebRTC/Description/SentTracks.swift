package import HearthCameraMedia

/// What of an offer is sent, the first video that can be and the first audio, and the sound of the client that is
/// taken.
package struct SentTracks: Hashable, Sendable {
    /// A medium that is sent.
    package struct Track: Hashable, Sendable {
        /// Its place among the offer's media.
        package var index: Int
        package var format: OfferedMedia.Format
    }

    /// The sound that the client sends.
    package struct SpokenTrack: Hashable, Sendable {
        package var track: Track
        /// The same format, as the camera names it.
        package var format: AudioFormat
    }

    /// How the client of what is sent is found and recognized.
    package struct Transport: Hashable, Sendable {
        /// The client's ICE user name fragment.
        package var fragment: String
        /// SHA-256 of the client's certificate.
        package var fingerprint: [UInt8]
    }

    package var video: Track
    /// Nil if the camera has no sound that the client takes.
    package var audio: Track?
    /// What the client may say, in the section of ``audio`` if there is one; nil if the camera plays nothing that the
    /// client sends.
    package var spoken: SpokenTrack?
    package let transport: Transport

    /// The only transport that is taken: with feedback, and encrypted with keys from DTLS (RFC 5764). Anything else
    /// would be without encryption.
    static let protocolName = "UDP/TLS/RTP/SAVPF"

    /// A camera's codec of sound, and its name in SDP.
    private static let sounds = ["ulaw": "pcmu", "alaw": "pcma", "opus": "opus"]

    /// Chooses what is sent, and what is taken.
    ///
    /// - Parameter speaker: the formats that the camera plays, the preferred one first.
    /// - Throws: ``CameraSessionError`` if the pictures can't be sent.
    package init(
        _ offer: SessionOffer, _ format: CameraFormat, speaker: [AudioFormat] = []
    ) throws(CameraSessionError) {
        guard let codec = format.video?.codec, codec.hasPrefix("avc1") else {
            throw CameraSessionError(
                .notSupported, "the camera sends no H.264, which WebRTC needs",
                wayOut: "set a stream of the camera to H.264, or open its live view by frames")
        }
        let videos = offer.media.indices.filter { offer.media[$0].kind == "video" && !offer.media[$0].isRefused }
        guard !videos.isEmpty else {
            throw CameraSessionError(.notSupported, "the offer has no video", wayOut: "offer to receive video")
        }
        guard videos.contains(where: { offer.media[$0].transport == Self.protocolName }) else {
            throw SessionOffer.unfit("the offer's video does not have the transport \(Self.protocolName)")
        }
        let wanted = videos.filter { Self.isWanted(offer.media[$0]) }
        guard !wanted.isEmpty else {
            throw CameraSessionError(
                .notSupported, "the offer does not receive video with a=rtcp-mux",
                wayOut: "offer to receive video, and multiplex RTCP")
        }
        let chosen = wanted.lazy.compactMap { index in
            Self.video(offer.media[index].formats, like: codec).map { Track(index: index, format: $0) }
        }.first
        guard let chosen else {
            throw CameraSessionError(
                .notSupported, "the offer has no H.264 with packetization-mode 1, and the camera has nothing else",
                wayOut: "use a browser with H.264 in WebRTC (Firefox needs its OpenH264 plugin), or open the camera's "
                    + "live view by frames")
        }
        video = chosen
        audio = Self.audio(offer, format.audio, besides: chosen)
        spoken = Self.spoken(offer, speaker, besides: chosen, audio)
        transport = try offer.transport(
            of: [chosen.index, audio?.index, spoken?.track.index].compactMap(\.self).min() ?? 0)
    }

    /// The places of the media that are not refused, in their order.
    package var indices: [Int] { Set([video.index, audio?.index, spoken?.track.index].compactMap(\.self)).sorted() }

    /// The sound, if it has the transport of the pictures.
    private static func audio(_ offer: SessionOffer, _ format: AudioFormat?, besides video: Track) -> Track? {
        guard let format else { return nil }
        return sections(offer, besides: video).lazy.compactMap { index -> Track? in
            let media = offer.media[index]
            return media.receives ? Self.track(media, at: index, format) : nil
        }.first
    }

    /// The sound that the client sends, in a format that the camera plays.
    private static func spoken(
        _ offer: SessionOffer, _ speaker: [AudioFormat], besides video: Track, _ audio: Track?
    ) -> SpokenTrack? {
        let places = audio.map { [$0.index] } ?? sections(offer, besides: video)
        for index in places where offer.media[index].sends {
            for format in speaker {
                guard let track = Self.track(offer.media[index], at: index, format) else { continue }
                return SpokenTrack(track: track, format: format)
            }
        }
        return nil
    }

    /// The places of the sound that has the transport of the pictures.
    private static func sections(_ offer: SessionOffer, besides video: Track) -> [Int] {
        let bundle = offer.bundled
        guard bundle.contains(offer.media[video.index].mid) else { return [] }
        return offer.media.indices.filter { index in
            let media = offer.media[index]
            return media.kind == "audio" && isUsable(media) && bundle.contains(media.mid)
        }
    }

    private static func track(_ media: OfferedMedia, at index: Int, _ sound: AudioFormat) -> Track? {
        guard let name = sounds[sound.codec] else { return nil }
        return media.formats.first { $0.encoding == name && ($0.clockRate == sound.sampleRate || name == "opus") }
            .map { Track(index: index, format: $0) }
    }

    private static func isWanted(_ media: OfferedMedia) -> Bool { media.receives && isUsable(media) }

    private static func isUsable(_ media: OfferedMedia) -> Bool {
        !media.isRefused && media.isMultiplexed && media.transport == protocolName
    }

    /// The format with the camera's profile (RFC 6184, section 8.1), else the first one that takes fragments.
    private static func video(_ formats: [OfferedMedia.Format], like codec: String) -> OfferedMedia.Format? {
        let fitting = formats.filter {
            $0.encoding == "h264" && $0.clockRate == 90_000 && $0.parameters["packetization-mode"] == "1"
        }
        let profile = codec.dropFirst("avc1.".count).prefix(2).lowercased()
        return fitting.first { $0.parameters["profile-level-id"]?.lowercased().hasPrefix(profile) ?? false }
            ?? fitting.first
    }
}
