package import HearthBase

/// The parts of a request that ``WebGate`` checks: the fields as received, each as often as it was received.
package struct WebRequest: Sendable {
    /// The method as received.
    package var method = ""
    /// `:authority` and Host.
    package var hosts: [String] = []
    /// Origin.
    package var origins: [String] = []
    /// Sec-Fetch-Site.
    package var fetchSites: [String] = []
    /// Content-Type.
    package var contentTypes: [String] = []
    /// X-Forwarded-Proto.
    package var forwardedSchemes: [String] = []
    /// Whether Access-Control-Request-Method is present, as in a browser's preflight request.
    package var isPreflight = false
    /// Whether Forwarded, Via, X-Real-IP or an X-Forwarded-… field is present: a proxy sent it for another client.
    package var isForwarded = false

    /// A request without fields.
    package init() {}

    /// Reads the fields of an HTTP/2 request, or of an HTTP/1.1 request in the same form.
    package init(_ block: HeaderBlock) {
        var position = 0
        while let field = block.field(at: &position) {
            // The length excludes most names without a comparison.
            switch field.name.count {
            case 3: if block.isEqual(field.name, "via") { isForwarded = true }
            case 4: if block.isEqual(field.name, "host") { hosts.append(block.text(field.value)) }
            case 6: if block.isEqual(field.name, "origin") { origins.append(block.text(field.value)) }
            case 7: if block.isEqual(field.name, ":method") { method = block.text(field.value) }
            case 9:
                if block.isEqual(field.name, "forwarded") || block.isEqual(field.name, "x-real-ip") {
                    isForwarded = true
                }
            case 10: if block.isEqual(field.name, ":authority") { hosts.append(block.text(field.value)) }
            case 12: if block.isEqual(field.name, "content-type") { contentTypes.append(block.text(field.value)) }
            case 14: if block.isEqual(field.name, "sec-fetch-site") { fetchSites.append(block.text(field.value)) }
            case 29: if block.isEqual(field.name, "access-control-request-method") { isPreflight = true }
            default: break
            }
            guard field.name.count > 12, block.isEqual(field.name.prefix(12), "x-forwarded-") else { continue }
            isForwarded = true
            if block.isEqual(field.name, "x-forwarded-proto") { forwardedSchemes.append(block.text(field.value)) }
        }
    }
}

/// The connection that a request came by.
package struct WebCaller: Sendable {
    /// The origin of the connection.
    package enum Place: Hashable, Sendable {
        /// A Unix socket, which no browser reaches.
        case unixSocket
        /// This machine, from which every page that its users visit can send requests.
        case loopback
        /// Another machine.
        case network
    }

    /// The origin of the connection.
    package var place: Place
    /// The address of the other end, without a port; nil on a Unix socket.
    package var address: String?
    /// Whether the connection is encrypted.
    package var isSecure: Bool
    /// Whether it uses HTTP/1.1, which cannot carry gRPC.
    package var isHTTP1: Bool
    /// Whether the caller presented a key or a token, and so is known by more than its address.
    package var hasCredential: Bool

    /// Creates a caller.
    package init(place: Place, address: String?, isSecure: Bool, isHTTP1: Bool, hasCredential: Bool) {
        self.place = place
        self.address = address
        self.isSecure = isSecure
        self.isHTTP1 = isHTTP1
        self.hasCredential = hasCredential
    }
}

/// The kind of resource that a request addresses.
package enum WebTarget: Hashable, Sendable {
    /// The page itself or one of its files. Links from other sites may lead here.
    case page
    /// A method; `isReadable`: it has no side effects, so GET may call it.
    case call(isReadable: Bool)
    /// Anything else: a path for programs, or a path that does not exist.
    case other
}
