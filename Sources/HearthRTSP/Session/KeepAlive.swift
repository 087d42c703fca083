/// When a session needs a request, so that the camera does not end it (RFC 2326, section 12.37).
struct KeepAlive: Hashable, Sendable {
    /// The camera's timeout in seconds; 60 if it names none.
    private var timeout = 60
    /// The request that keeps the session.
    private(set) var method = "OPTIONS"
    /// When the next one is due; nil before the camera plays.
    private(set) var at: Duration?

    /// - Parameter methods: the value of the field `Public`.
    mutating func learn(methods: String?) {
        let known = methods?.uppercased().split { $0 == "," || $0 == " " } ?? []
        if known.contains("GET_PARAMETER") { method = "GET_PARAMETER" }
    }

    /// - Parameter session: the value of the field `Session`.
    mutating func learn(session: String?) {
        for parameter in session?.split(separator: ";").dropFirst() ?? [] {
            let parts = parameter.split(separator: "=").map { $0.filter { $0 != " " } }
            guard parts.count == 2, parts[0].lowercased() == "timeout", let seconds = Int(parts[1]) else { continue }
            timeout = min(max(seconds, 2), 3_600)
        }
    }

    /// The camera plays from now on, or has got a request.
    mutating func sent(now: Duration) { at = now + .seconds(min(timeout / 2, 30)) }
}
