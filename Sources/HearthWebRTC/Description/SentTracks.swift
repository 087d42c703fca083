package import HearthCameraMedia

/// What of an offer is sent: the first video that can be, and the first audio.
package struct SentTracks: Hashable, Sendable {
    /// A medium that is sent.
    package struct Track: Hashable, Sendable {
        /// Its place among the offer's media.
        package var index: Int
        package var format: OfferedMedia.Format
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
    package let transport: Transport

    /// The only transport that is taken: with feedback, and encrypted with keys from DTLS (RFC 5764). Anything else
    /// would be without encryption.
    static let protocolName = "UDP/TLS/RTP/SAVPF"

    /// A camera's codec of sound, and its name in SDP.
    private static let sounds = ["ulaw": "pcmu", "alaw": "pcma", "opus": "opus"]

    /// Chooses what is sent.
    ///
    /// - Throws: ``CameraSessionError`` if the pictures can't be sent.
    package init(_ offer: SessionOffer, _ format: CameraFormat) throws(CameraSessionError) {
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
        transport = try offer.transport(of: min(chosen.index, audio?.index ?? chosen.index))
    }

    /// The sound, if it has the transport of the pictures.
    private static func audio(_ offer: SessionOffer, _ format: AudioFormat?, besides video: Track) -> Track? {
        let bundle = offer.bundled
        guard let sound = format, let name = sounds[sound.codec], bundle.contains(offer.media[video.index].mid) else {
            return nil
        }
        return offer.media.indices.lazy.compactMap { index -> Track? in
            let media = offer.media[index]
            guard media.kind == "audio", isWanted(media), bundle.contains(media.mid),
                let format = media.formats.first(where: {
                    $0.encoding == name && ($0.clockRate == sound.sampleRate || name == "opus")
                })
            else { return nil }
            return Track(index: index, format: format)
        }.first
    }

    private static func isWanted(_ media: OfferedMedia) -> Bool {
        !media.isRefused && media.receives && media.isMultiplexed && media.transport == protocolName
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
