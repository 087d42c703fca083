extension Endpoint {
    /// Parses a gRPC target ("gRPC Name Resolution"): the forms of ``init(_:)``, where `ipv4:` and `ipv6:` may list
    /// several addresses of one server, separated by commas.
    public static func list(_ text: String) throws(LoopError) -> [Endpoint] {
        guard let colon = text.firstIndex(of: ":") else { throw isNoAddress(text) }
        let rest = text[text.index(after: colon)...]
        switch text[..<colon] {
        case "unix": return [.unix(path: try path(rest, of: text))]
        case "unix-abstract": return [try abstract(rest, of: text)]
        case "dns": return [try hostAndPort(try withoutAuthority(rest, of: text), of: text)]
        case "ipv4": return try addresses(rest, of: text, "ipv4:ADDRESS:PORT", isIPv4)
        case "ipv6": return try addresses(rest, of: text, "ipv6:[ADDRESS]:PORT", isIPv6)
        default:
            guard !rest.hasPrefix("//") else {
                throw LoopError(
                    message: "\"\(text)\" has an unsupported scheme; \(forms)")
            }
            return [try hostAndPort(text[...], of: text)]
        }
    }

    private static let forms = """
        write HOST:PORT, [ADDRESS]:PORT, dns:HOST:PORT, ipv4:ADDRESS:PORT, ipv6:[ADDRESS]:PORT, unix:PATH or \
        unix-abstract:NAME
        """

    private static func isNoAddress(_ text: String) -> LoopError {
        LoopError(message: "\"\(text)\" is not an address; \(forms)")
    }

    private static func path(_ rest: Substring, of text: String) throws(LoopError) -> String {
        let path = rest.hasPrefix("//") ? rest.dropFirst(2) : rest
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw LoopError(message: "\"\(text)\" has no path; write unix:/path/to/socket")
        }
        return String(path)
    }

    private static func abstract(_ rest: Substring, of text: String) throws(LoopError) -> Endpoint {
        guard !rest.isEmpty else {
            throw LoopError(message: "\"\(text)\" has no name; write unix-abstract:NAME")
        }
        #if os(Linux)
            return .unixAbstract(name: String(rest))
        #else
            throw LoopError(message: "\"\(text)\" is for Linux only; write unix:/path/to/socket")
        #endif
    }

    /// `dns://NAMESERVER/HOST:PORT` may name a DNS server. It is ignored; the system's resolver is used.
    private static func withoutAuthority(_ rest: Substring, of text: String) throws(LoopError) -> Substring {
        guard rest.hasPrefix("//") else { return rest }
        let rest = rest.dropFirst(2)
        guard rest.hasPrefix("/") else {
            throw LoopError(
                message: "\"\(text)\" names a name server; the system's is used, so write dns:///HOST:PORT")
        }
        return rest.dropFirst()
    }

    private static func addresses(
        _ rest: Substring, of text: String, _ form: String, _ isAddress: (String) -> Bool
    ) throws(LoopError) -> [Endpoint] {
        var endpoints: [Endpoint] = []
        let list = rest.hasPrefix("///") ? rest.dropFirst(3) : rest
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let endpoint = try hostAndPort(part, of: text)
            guard case .tcp(let host, _) = endpoint, isAddress(host) else {
                throw LoopError(message: "\"\(part)\" in \"\(text)\" is not an address of this kind; write \(form)")
            }
            endpoints.append(endpoint)
        }
        return endpoints
    }

    private static func hostAndPort(_ part: Substring, of text: String) throws(LoopError) -> Endpoint {
        guard let colon = part.lastIndex(of: ":"), let port = UInt16(part[part.index(after: colon)...]) else {
            throw isNoAddress(text)
        }
        var host = part[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw LoopError(message: "\"\(text)\" has an IPv6 address without brackets; write [\(host)]:\(port)")
        }
        guard !host.contains(where: { "/[]@ ".contains($0) }) else { throw isNoAddress(text) }
        return .tcp(host: host.isEmpty ? "localhost" : String(host), port: port)
    }
}
