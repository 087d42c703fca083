/// A type of services on the local network, such as `_esphomelib._tcp` (RFC 6763, section 7).
/// Types compare without the case of letters.
package struct ServiceType: Sendable, CustomStringConvertible {
    /// The type with its protocol, as written.
    package let description: String
    /// The name that is asked for, in the domain `local`.
    package let name: DNSName

    /// Creates a type from text such as `_hue._tcp`. The name has 1 to 15 letters, digits and hyphens (RFC 6335,
    /// section 5.1); the protocol is TCP, or UDP for all others.
    package init(_ text: String) throws(DNSError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].hasPrefix("_"), parts[1] == "_tcp" || parts[1] == "_udp",
            (2...16).contains(parts[0].utf8.count),
            parts[0].utf8.dropFirst().allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            })
        else {
            throw DNSError(
                code: .badService,
                message: "\"\(text)\" is not a type of services; write _NAME._tcp or _NAME._udp, where NAME has 1 to "
                    + "15 letters, digits and hyphens")
        }
        description = text
        name = try DNSName(text + ".local")
    }
}

extension ServiceType: Hashable {
    package static func == (left: ServiceType, right: ServiceType) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
