/// The addresses of a camera's streams and pictures, with the login. Only the program that opens the streams may have
/// them, and no client, because they bypass the hub's rights. The URLs and the description contain no password.
public struct CameraAddresses: Sendable, Hashable, CustomStringConvertible {
    /// RTSP, of the largest picture; nil if the camera does not say it.
    public var main: String?
    /// RTSP, of a smaller picture; nil if there is only one stream.
    public var sub: String?
    /// HTTP, of a JPEG; nil if there is none.
    public var snapshot: String?
    /// Empty for none.
    public var user: String
    /// Nil for none.
    public var password: String?

    /// Creates addresses.
    public init(
        main: String? = nil, sub: String? = nil, snapshot: String? = nil, user: String = "", password: String? = nil
    ) {
        self.main = main
        self.sub = sub
        self.snapshot = snapshot
        self.user = user
        self.password = password
    }

    public var description: String {
        let urls = [main, sub, snapshot].compactMap { $0 }.joined(separator: ", ")
        return password == nil ? urls : "\(urls), with a password"
    }
}
