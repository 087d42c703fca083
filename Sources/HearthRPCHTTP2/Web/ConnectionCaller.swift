internal import HearthRPC

/// The caller of a connection: as local or as remote, decided for each of its requests.
final class ConnectionCaller {
    /// The connection as the transport knows it.
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

    /// The same caller as if it were remote. Used where a local connection proves nothing, because its bytes may come
    /// from a web page in its browser or from a visitor of its proxy. Its key counts as before.
    private(set) lazy var elsewhere: ConnectionInfo = {
        guard info.peer.isLocal else { return info }
        var peer = info.peer
        peer.isLocal = false
        peer.user = nil
        return ConnectionInfo(principal: authenticator.principal(of: peer), peer: peer)
    }()

    /// Passes a request through the gate.
    /// - Parameter hasAuthorization: whether the request has an `authorization` header, valid or not; an invalid one is
    ///   refused after the gate.
    func judge(_ request: WebRequest, for target: WebTarget, _ gate: WebGate, hasAuthorization: Bool) -> WebVerdict {
        var caller = WebCaller(
            place: place, address: address, isSecure: isTLS, isHTTP1: isHTTP1, hasCredential: hasAuthorization)
        let verdict = gate.judge(request, for: target, from: caller)
        // The key is looked up only where that could change the verdict.
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
