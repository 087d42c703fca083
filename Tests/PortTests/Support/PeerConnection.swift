/// What apps take from WebRTC: a connection that makes an offer. It shows nothing.
@MainActor final class PeerConnection {
    private(set) var isOpen = false

    /// The offer of SDP (RFC 8866).
    var offer: String { "v=0\r\n" }

    func open() { isOpen = true }

    func close() { isOpen = false }
}
