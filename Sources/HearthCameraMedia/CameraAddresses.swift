/// One address of a camera with its login. Only the program that opens it may have it, and no client, because it bypasses
/// the hub's rights.
package struct CameraAddress: Sendable, Hashable, CustomStringConvertible {
    /// RTSP of a stream, or HTTP of a picture in JPEG; without user and password.
    package var url: String
    /// Whether one picture is wanted instead of the stream of an RTSP address. Its key picture is decoded for that.
    package var isStill: Bool
    /// Empty for none.
    package var user: String
    /// Nil for none.
    package var password: String?

    package init(url: String, isStill: Bool = false, user: String = "", password: String? = nil) {
        self.url = url
        self.isStill = isStill
        self.user = user
        self.password = password
    }

    /// Nothing of it, as the paths of some cameras have passwords.
    package var description: String { "a camera's address" }
}

/// The addresses of a camera's streams and pictures, with the login.
package struct CameraAddresses: Sendable, Hashable, CustomStringConvertible {
    /// RTSP, of the largest picture; nil if the camera does not say it.
    package var main: String?
    /// RTSP, of a smaller picture; nil if there is only one stream.
    package var sub: String?
    /// HTTP, of a JPEG; nil if there is none.
    package var snapshot: String?
    /// Empty for none.
    package var user: String
    /// Nil for none.
    package var password: String?

    package init(
        main: String? = nil, sub: String? = nil, snapshot: String? = nil, user: String = "", password: String? = nil
    ) {
        self.main = main
        self.sub = sub
        self.snapshot = snapshot
        self.user = user
        self.password = password
    }

    package var description: String { "a camera's addresses" }

    /// Where the stream of a quality is; the main one if the camera has only that.
    package func stream(_ quality: CameraQuality) -> CameraAddress? { address(quality == .sub ? sub ?? main : main) }

    /// Where pictures can be had, the best place first: the camera's own, then one of its smallest stream.
    package var pictures: [CameraAddress] {
        [address(snapshot), address(sub ?? main, isStill: true)].compactMap(\.self)
    }

    private func address(_ url: String?, isStill: Bool = false) -> CameraAddress? {
        url.map { CameraAddress(url: $0, isStill: isStill, user: user, password: password) }
    }
}
