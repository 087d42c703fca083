internal import HearthBase
internal import HearthCameraMedia
internal import HearthEventLoop
@testable internal import HearthWebRTC

/// The bytes of a text in hexadecimal, without spaces and line breaks.
func bytes(_ text: String) -> [UInt8] {
    let digits = text.utf8.compactMap(hexValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

func address(_ last: UInt8, port: UInt16 = 5_000) -> DatagramAddress {
    // Four bytes are an address.
    DatagramAddress(host: [192, 0, 2, last], port: port) ?? address(last)
}

/// An offer as a browser makes it, with what a test changes.
enum Offers {
    static let fingerprint = (0..<32).map { hex(UInt8($0), digits: 2, uppercase: true) }.joined(separator: ":")

    static let head = "v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=group:BUNDLE 0 1 2\r\n"
    static let transport = """
        a=ice-ufrag:peer\r
        a=ice-pwd:0123456789abcdef01234567\r
        a=fingerprint:sha-256 \(fingerprint)\r
        a=setup:actpass\r

        """

    static let audio = """
        m=audio 9 UDP/TLS/RTP/SAVPF 111 0 8\r
        c=IN IP4 0.0.0.0\r
        a=mid:0\r
        \(transport)a=sendrecv\r
        a=rtcp-mux\r
        a=rtcp-rsize\r
        a=rtpmap:111 opus/48000/2\r
        a=fmtp:111 minptime=10;useinbandfec=1\r

        """
    static let video = """
        m=video 9 UDP/TLS/RTP/SAVPF 96 102 103 104\r
        c=IN IP4 0.0.0.0\r
        a=mid:1\r
        \(transport)a=recvonly\r
        a=rtcp-mux\r
        a=rtcp-rsize\r
        a=rtpmap:96 VP8/90000\r
        a=rtpmap:102 H264/90000\r
        a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=42e01f\r
        a=rtpmap:103 H264/90000\r
        a=fmtp:103 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f\r
        a=rtpmap:104 H264/90000\r
        a=fmtp:104 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=64001f\r

        """
    static let data = """
        m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r
        c=IN IP4 0.0.0.0\r
        a=mid:2\r
        \(transport)a=sctp-port:5000\r

        """

    static let whole = head + audio + video + data
}

enum Cameras {
    static let format = CameraFormat(
        video: VideoFormat(codec: "avc1.42E01F", configuration: record, width: 640, height: 360),
        audio: AudioFormat(codec: "ulaw", sampleRate: 8_000))

    static let sets: (sequence: [UInt8], picture: [UInt8]) = ([0x67, 0x42, 0xE0, 0x1F, 1], [0x68, 0xCE, 2])

    /// An AVCDecoderConfigurationRecord.
    private static let record: [UInt8] =
        [1, 0x42, 0xE0, 0x1F, 0xFF, 0xE1, 0, 5] + sets.sequence + [1, 0, 3] + sets.picture

    static func unit(_ nals: [UInt8]..., isKey: Bool = false, time: Int64 = 0) -> CameraUnit {
        CameraUnit(
            isKey: isKey, time: time, bytes: nals.flatMap { UInt32($0.count).networkBytes + $0 })
    }
}
