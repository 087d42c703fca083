/// What apps take from WebRTC: a connection that makes an offer, and takes its answer. It shows nothing.
@MainActor final class PeerConnection {
    private(set) var isOpen = false
    /// The answer of SDP; empty before it came.
    private(set) var answer = ""

    /// The offer of SDP (RFC 8866), as browsers write it: sound in both directions, pictures, and data.
    var offer: String {
        let head = ["v=0", "o=- 4611731400430051336 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0 1 2"]
        return (head + audio + video + data).map { $0 + "\r\n" }.joined()
    }

    /// The kinds of media in the answer, with those that it refuses: their port is 0 (RFC 3264, section 6).
    var answeredMedia: [String] {
        answer.split(separator: "\r\n").filter { $0.hasPrefix("m=") }.map { line in
            let words = line.dropFirst(2).split(separator: " ")
            return words[1] == "0" ? "no \(words[0])" : "\(words[0])"
        }
    }

    func open() { isOpen = true }

    func accept(_ answer: String) { self.answer = answer }

    func close() {
        isOpen = false
        answer = ""
    }

    private var audio: [String] {
        ["m=audio 9 UDP/TLS/RTP/SAVPF 111 0 8"] + section("0") + [
            "a=sendrecv", "a=rtcp-mux", "a=rtpmap:111 opus/48000/2", "a=fmtp:111 minptime=10;useinbandfec=1",
        ]
    }

    private var video: [String] {
        ["m=video 9 UDP/TLS/RTP/SAVPF 96 103 104"] + section("1") + [
            "a=recvonly", "a=rtcp-mux", "a=rtcp-rsize", "a=rtpmap:96 VP8/90000", "a=rtpmap:103 H264/90000",
            "a=fmtp:103 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f",
            "a=rtpmap:104 H264/90000",
            "a=fmtp:104 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=64001f",
        ]
    }

    private var data: [String] {
        ["m=application 9 UDP/DTLS/SCTP webrtc-datachannel"] + section("2") + ["a=sctp-port:5000"]
    }

    /// What each section begins with.
    private func section(_ id: String) -> [String] {
        let fingerprint = Array(repeating: "A5", count: 32).joined(separator: ":")
        return [
            "c=IN IP4 0.0.0.0", "a=mid:\(id)", "a=ice-ufrag:peer", "a=ice-pwd:0123456789abcdef01234567",
            "a=fingerprint:sha-256 \(fingerprint)", "a=setup:actpass",
        ]
    }
}
