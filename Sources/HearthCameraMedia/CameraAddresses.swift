/// Where the streams and pictures of a camera are, for the program that opens them. The hub gives it to no client: whoever
/// has it sees the camera without the hub's rights. No URL has a user or a password in it, and its text shows none.
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
