package import HearthHTTPDigest

/// How a stream is reached, or a picture.
package struct RTSPSettings: Hashable, Sendable {
    package var url: CameraURL
    package var credentials: HTTPCredentials?
    /// Whether the password may be sent as it is over a connection without TLS.
    package var allowsBasic: Bool
    /// The SHA-256 of the camera's public key, which `rtsps` then demands; nil to trust the system's authorities.
    package var publicKeySHA256: [UInt8]?
    /// The longest unit, in bytes.
    package var mostUnitBytes: Int

    package init(
        url: CameraURL, credentials: HTTPCredentials? = nil, allowsBasic: Bool = false, publicKeySHA256: [UInt8]? = nil,
        mostUnitBytes: Int = 2 << 20
    ) {
        self.url = url
        self.credentials = credentials
        self.allowsBasic = allowsBasic
        self.publicKeySHA256 = publicKeySHA256
        self.mostUnitBytes = mostUnitBytes
    }
}
