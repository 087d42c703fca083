internal import HearthBase
internal import HearthEventLoop
package import HearthMDNS

/// A camera that has answered.
package struct NearbyCamera: Hashable, Sendable {
    /// ``CameraInformation/endpoint``.
    package var endpoint: String
    /// The name and the hardware that it says; may be empty.
    package var name: String
    package var hardware: String
    package var maker: String
    /// Where it answers: its own address.
    package var address: IPAddress
    package var port: UInt16
    /// The path of its device service.
    package var path: String

    /// The camera of an answer; nil for another device, and for one whose addresses are not those of the sender. Such an
    /// answer may be forged, and the machine that it names would get the proof of a password.
    init?(_ match: DiscoveryMessage.Match, from sender: IPAddress) {
        guard match.types.contains("NetworkVideoTransmitter") else { return nil }
        let own = match.addresses.lazy.compactMap { CameraURL($0) }.first { url in
            let host = String(url.host.prefix { $0 != "%" })
            return url.scheme == "http" && DatagramAddress(host: host, port: 0)?.host == sender.bytes
        }
        guard let own else { return nil }
        endpoint = CameraInformation.endpoint(match.endpoint)
        address = sender
        port = own.port ?? ONVIFSettings.usualPort
        path = own.target
        func scope(_ name: String) -> String {
            let prefix = "onvif://www.onvif.org/\(name)/"
            guard let text = match.scopes.first(where: { $0.lowercased().hasPrefix(prefix) }) else { return "" }
            return Self.decoded(text.dropFirst(prefix.count)).cut(to: 64)
        }
        name = scope("name")
        hardware = scope("hardware")
        maker = scope("manufacturer")
    }

    /// A text whose percent signs begin bytes (RFC 3986, section 2.1).
    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { hexValue($0) }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(digits[0] << 4 | digits[1])
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
