internal import HearthRPC
internal import HearthWeb

/// The caller of a connection: with the place where it is, or without, as each of its requests decides.
final class ConnectionCaller {
    /// As the connection says it.
    let info: ConnectionInfo
    private let isTLS: Bool
    let isHTTP1: Bool
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

    /// What becomes of a request at the gate.
    /// - Parameter hasAuthorization: whether it brings a credential of its own, right or wrong: it has to be right where
    ///   nothing else speaks for the caller.
    func judge(_ request: WebRequest, for target: WebTarget, _ gate: WebGate, hasAuthorization: Bool) -> WebVerdict {
        var caller = WebCaller(
            place: place, address: address, isSecure: isTLS, isHTTP1: isHTTP1, hasCredential: hasAuthorization)
        let verdict = gate.judge(request, for: target, from: caller)
        // Whose key it is is asked only where that makes a difference.
        guard case .answered = verdict, !hasAuthorization, info.peer.certificate != nil,
            !elsewhere.principal.isAnonymous
        else { return verdict }
        caller.hasCredential = true
        return gate.judge(request, for: target, from: caller)
    }

    private var isUnix: Bool { info.peer.address.hasPrefix("unix") }
    private var place: WebCaller.Place { isUnix ? .unixSocket : info.peer.isLocal ? .loopback : .network }
    private var address: String? { isUnix ? nil : Self.host(of: info.peer.address) }

    /// An address without its port and brackets.
    private static func host(of address: String) -> String {
        guard let colon = address.lastIndex(of: ":") else { return address }
        let host = address[..<colon]
        return String(host.hasPrefix("[") ? host.dropFirst().dropLast() : host)
    }
}
