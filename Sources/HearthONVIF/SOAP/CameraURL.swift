internal import HearthBase

/// An address of HTTP or RTSP, as cameras write them.
package struct CameraURL: Hashable, Sendable {
    /// In lower case.
    package var scheme: String
    /// A name or an IP address, without brackets; the zone of an IPv6 address follows a `%`.
    package var host: String
    /// Nil for the scheme's usual one.
    package var port: UInt16?
    /// The path with its query; `/` if the text has none.
    package var target: String

    /// The longest text.
    static let mostBytes = 2_048

    /// Reads an absolute URL; nil for other text. A user and password in it are left out.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.mostBytes, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let colon = text.firstRange(of: "://")
        else { return nil }
        scheme = text[..<colon.lowerBound].lowercased()
        guard !scheme.isEmpty, scheme.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
        let rest = text[colon.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        var authority = rest[..<end]
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        var portText: Substring?
        if authority.hasPrefix("[") {
            guard let close = authority.firstIndex(of: "]") else { return nil }
            let name = authority[authority.index(after: authority.startIndex)..<close]
            // RFC 6874 writes the percent sign of a zone as %25.
            host =
                name.firstRange(of: "%25").map { "\(name[..<$0.lowerBound])%\(name[$0.upperBound...])" }
                ?? String(name)
            let after = authority[authority.index(after: close)...]
            guard after.isEmpty || after.hasPrefix(":") else { return nil }
            portText = after.isEmpty ? nil : after.dropFirst()
        } else if let colon = authority.lastIndex(of: ":") {
            host = String(authority[..<colon])
            portText = authority[authority.index(after: colon)...]
        } else {
            host = String(authority)
        }
        guard !host.isEmpty else { return nil }
        if let portText, !portText.isEmpty {
            guard portText.utf8.count <= 5, portText.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = UInt16(portText), number > 0
            else { return nil }
            port = number
        }
        let target = rest[end...].prefix { $0 != "#" }
        self.target = target.hasPrefix("/") ? String(target) : "/\(target)"
    }
}
