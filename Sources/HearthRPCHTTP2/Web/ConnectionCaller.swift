internal import HearthRPC
internal import HearthWeb

/// The caller of a connection: with the place where it is, or without, as each of its requests decides.
final class ConnectionCaller {
    /// As the connection says it.
    let info: ConnectionInfo
    private let isTLS: Bool
    private let isHTTP1: Bool
    private let authenticator: any Authenticator

    init(_ info: ConnectionInfo, isTLS: Bool, isHTTP1: Bool, _ authenticator: any Authenticator) {
        self.info = info
        self.isTLS = isTLS
        self.isHTTP1 = isHTTP1
        self.authenticator = authenticator
    }

    /// The same caller where its being on this machine says nothing, as somebody else may stand behind it: a web page in its
    /// browser, a visitor of its proxy (SEC-05). Its key counts as before.
    private(set) lazy var elsewhere: ConnectionInfo = {
        guard info.peer.isLocal else { return info }
        var peer = info.peer
        peer.isLocal = false
        peer.user = nil
        return ConnectionInfo(principal: authenticator.principal(of: peer), peer: peer)
    }()

    /// As the gate asks for it.
    /// - Parameter hasAuthorization: whether the request brings a credential of its own, right or wrong: it has to be
    ///   right where nothing else speaks for the caller.
    func web(hasAuthorization: Bool) -> WebCaller {
        let peer = info.peer
        let isUnix = peer.address.hasPrefix("unix")
        return WebCaller(
            place: isUnix ? .unixSocket : peer.isLocal ? .loopback : .network,
            address: isUnix ? nil : Self.host(of: peer.address), isSecure: isTLS, isHTTP1: isHTTP1,
            hasCredential: hasAuthorization || peer.certificate != nil && !elsewhere.principal.isAnonymous)
    }

    /// An address without its port and brackets.
    private static func host(of address: String) -> String {
        guard let colon = address.lastIndex(of: ":") else { return address }
        let host = address[..<colon]
        return String(host.hasPrefix("[") ? host.dropFirst().dropLast() : host)
    }
}
