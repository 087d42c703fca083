package import HearthHTTPDigest
package import HearthRTSP

/// A camera of the configuration.
package struct CameraEntry: Hashable, Sendable {
    /// The device's ID at the hub: 1 to 64 letters, digits, dots, hyphens and underscores.
    package var id: String
    /// The name for people at first.
    package var name: String
    /// The room at first; nil for none.
    package var room: String?
    /// The main stream.
    package var main: CameraURL
    /// The small stream; nil if there is none.
    package var sub: CameraURL?
    /// Where the camera gives a picture in JPEG; nil if it gives none.
    package var picture: CameraURL?
    package var credentials: HTTPCredentials?
    /// Whether the password may be sent as it is over a connection without TLS.
    package var allowsBasic = false
    /// The SHA-256 of the camera's public key, for `rtsps` and `https`; nil to trust the system's authorities.
    package var publicKeySHA256: [UInt8]?

    package init(id: String, name: String, main: CameraURL) {
        self.id = id
        self.name = name
        self.main = main
    }

    /// How a stream is reached, or a picture.
    package func settings(_ url: CameraURL) -> RTSPSettings {
        RTSPSettings(
            url: url, credentials: credentials, allowsBasic: allowsBasic, publicKeySHA256: publicKeySHA256)
    }
}
