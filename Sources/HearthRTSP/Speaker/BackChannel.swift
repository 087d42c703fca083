internal import HearthCameraMedia

/// How people talk through a camera: a track that the client sends, which the camera offers on demand (ONVIF Streaming
/// Specification 24.12, section 5.3).
enum BackChannel {
    /// What requests say, so that the camera's description has the track.
    static let field = RTSPResponse.Field(name: "Require", value: "www.onvif.org/ver20/backchannel")
    /// The answer of a camera that does not know the demand (RFC 2326, section 11.3.15).
    static let unknown = 551

    /// The codecs that are sent: those that clients have, too.
    private static let codecs: Set<MediaTrack.Codec> = [.pcmu, .pcma, .opus]

    /// A track in a format that is sent.
    struct Format: Hashable, Sendable {
        var track: MediaTrack
        var format: AudioFormat

        init?(_ track: MediaTrack) {
            guard codecs.contains(track.codec), let format = AudioDepacketizer(track, mostBytes: 0)?.format else {
                return nil
            }
            (self.track, self.format) = (track, format)
        }
    }

    /// The formats of a description's track, in the camera's order.
    static func formats(_ description: SessionDescription) -> [Format] { description.speaker.compactMap(Format.init) }
}
