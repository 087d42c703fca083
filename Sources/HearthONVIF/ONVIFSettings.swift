/// Where a camera is, and how it lets clients in.
package struct ONVIFSettings: Hashable, Sendable {
    package var host: String
    package var port: UInt16
    /// The path of the device service.
    package var path: String
    package var user: String
    package var password: String?
    /// The serial number, which another camera at the same address does not have; nil if it is not known yet.
    package var expectedSerial: String?

    package static let usualPort: UInt16 = 80
    /// The path that the specification demands (ONVIF Core Specification 21.06, section 5.1.1).
    package static let usualPath = "/onvif/device_service"

    package init(
        host: String, port: UInt16 = usualPort, path: String = usualPath, user: String = "", password: String? = nil,
        expectedSerial: String? = nil
    ) {
        self.host = host
        self.port = port
        self.path = path
        self.user = user
        self.password = password
        self.expectedSerial = expectedSerial
    }

    /// A host with a port as requests name them (RFC 9110, section 7.2): without the zone of an IPv6 address.
    func authority(port: UInt16) -> String {
        let name = host.contains(":") ? "[\(host.prefix { $0 != "%" })]" : host
        return port == 80 ? name : "\(name):\(port)"
    }

    /// An address at the camera's own host: a camera behind a translation of addresses names another one, and a forged one
    /// would get the password. Nil for another scheme.
    func own(_ url: CameraURL?, scheme: String) -> String? {
        guard let url, url.scheme == scheme else { return nil }
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(name)\(url.port.map { ":\($0)" } ?? "")\(url.target)"
    }
}
