internal import HearthBase

/// Where a bridge is, and how the hub and the bridge recognise each other.
package struct HueSettings: Hashable, Sendable {
    package var host: String
    package var port: UInt16
    /// The application key that the bridge has given to the hub; nil before that.
    package var key: String?
    /// SHA-256 of the public key in the bridge's certificate, 32 bytes; nil if it is not known yet.
    package var certificateKey: [UInt8]?
    /// The bridge's ID, 16 lower-case hexadecimal digits; nil if it is not known yet.
    package var bridgeID: String?
    /// Whether rooms and zones are devices, too.
    package var hasGroups: Bool

    /// The port of HTTPS.
    package static let usualPort: UInt16 = 443

    package init(
        host: String, port: UInt16 = usualPort, key: String? = nil, certificateKey: [UInt8]? = nil,
        bridgeID: String? = nil, hasGroups: Bool = false
    ) {
        self.host = host
        self.port = port
        self.key = key
        self.certificateKey = certificateKey
        self.bridgeID = bridgeID
        self.hasGroups = hasGroups
    }

    /// The host with its port, as a request names them (RFC 9110, section 7.2): without the zone of an IPv6 address.
    var authority: String {
        let name = host.contains(":") ? "[\(host.prefix { $0 != "%" })]" : host
        return port == Self.usualPort ? name : "\(name):\(port)"
    }

    /// The ID of a bridge in lower case; nil for anything else.
    package static func bridgeID(_ text: String?) -> String? {
        guard let text = text?.lowercased(), text.utf8.count == 16, text.utf8.allSatisfy({ hexValue($0) != nil })
        else { return nil }
        return text
    }
}
