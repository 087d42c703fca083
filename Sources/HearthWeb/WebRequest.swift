public import HearthBase

/// What of a request matters to ``WebGate``: the fields as they came, each as often as it came.
public struct WebRequest: Sendable {
    /// The method, in upper case as it came.
    public var method = ""
    /// `:authority` and Host.
    public var hosts: [String] = []
    /// Origin.
    public var origins: [String] = []
    /// Sec-Fetch-Site.
    public var fetchSites: [String] = []
    /// Content-Type.
    public var contentTypes: [String] = []
    /// X-Forwarded-Proto.
    public var forwardedSchemes: [String] = []
    /// Whether Access-Control-Request-Method is there: a browser asks whether a page may.
    public var isPreflight = false
    /// Whether Forwarded, Via, X-Real-IP or one of X-Forwarded-… is there: somebody else stands behind who sends it.
    public var isForwarded = false

    /// A request without fields.
    public init() {}

    /// Reads the fields of HTTP/2, and those that HTTP/1.1 brings in the same form.
    public init(_ block: HeaderBlock) {
        var position = 0
        while let field = block.field(at: &position) {
            // Most names differ from these by their lengths, and are not compared.
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

/// Who sends a request, and how.
public struct WebCaller: Sendable {
    /// Where the connection comes from.
    public enum Place: Hashable, Sendable {
        /// A Unix socket, which no browser reaches.
        case unixSocket
        /// This machine, where every page that its users visit can send requests from.
        case loopback
        /// Another machine.
        case network
    }

    /// Where the connection comes from.
    public var place: Place
    /// The address at its other end, without a port; nil on a Unix socket.
    public var address: String?
    /// Whether the connection is encrypted.
    public var isSecure: Bool
    /// Whether it speaks HTTP/1.1, which can't carry gRPC.
    public var isHTTP1: Bool
    /// Whether the caller has shown a key or a token, and so is known by more than where it is.
    public var hasCredential: Bool

    /// Creates a caller.
    public init(place: Place, address: String?, isSecure: Bool, isHTTP1: Bool, hasCredential: Bool) {
        self.place = place
        self.address = address
        self.isSecure = isSecure
        self.isHTTP1 = isHTTP1
        self.hasCredential = hasCredential
    }
}

/// What a request is for.
public enum WebTarget: Hashable, Sendable {
    /// The page itself or one of its files, to which links from other sites may lead (SEC-03).
    case page
    /// A method; `isReadable`: without side effects, so that GET may call it (SEC-04).
    case call(isReadable: Bool)
    /// Anything else: what is for programs, or not there.
    case other
}
