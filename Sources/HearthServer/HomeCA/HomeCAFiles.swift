internal import HearthBase
internal import HearthAssets
internal import HearthTLS
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The files about a home CA that its hub offers to browsers.
enum HomeCAFiles {
    /// Without a CA, only an empty description.
    static func all(of authority: HomeAuthority?) -> [AssetDownloads.Name: [UInt8]] {
        guard let authority else { return [.description: Array("{}".utf8)] }
        let description = JSON.object([
            ("name", .string(authority.name)), ("sha256", .string(fingerprint(of: authority))),
            ("expires", .string(date(of: authority))),
        ])
        return [
            .certificate: authority.certificateDER, .profile: Array(profile(of: authority).utf8),
            .description: Array(description.text.utf8),
        ]
    }

    /// As browsers and systems show it: pairs of hexadecimal digits, separated by colons.
    static func fingerprint(of authority: HomeAuthority) -> String {
        authority.fingerprint.map { hex($0, digits: 2, uppercase: true) }.joined(separator: ":")
    }

    /// The day on which the certificate expires.
    static func date(of authority: HomeAuthority) -> String {
        String(UTC.text(.seconds(authority.expiry)).prefix(10))
    }

    /// A configuration profile of Apple's with the certificate (Device Management, CertificateRoot). Its ids are
    /// derived from the fingerprint, so that installing the same CA again replaces its profile.
    private static func profile(of authority: HomeAuthority) -> String {
        let id = hex(authority.fingerprint.prefix(8))
        func uuid(_ number: Int) -> String {
            let digits = Array(hex(authority.fingerprint.dropFirst(8 * number).prefix(16)).uppercased())
            return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
        }
        let name = escaped(authority.name)
        let content = Data(authority.certificateDER).base64EncodedString()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            <key>PayloadContent</key>
            <array>
            <dict>
            <key>PayloadCertificateFileName</key><string>home-ca.crt</string>
            <key>PayloadContent</key><data>\(content)</data>
            <key>PayloadDisplayName</key><string>\(name)</string>
            <key>PayloadIdentifier</key><string>hearth.home-ca.\(id).certificate</string>
            <key>PayloadType</key><string>com.apple.security.root</string>
            <key>PayloadUUID</key><string>\(uuid(0))</string>
            <key>PayloadVersion</key><integer>1</integer>
            </dict>
            </array>
            <key>PayloadDescription</key>
            <string>Lets this device open its home's hub without a warning. It covers names and addresses of home \
            networks only.</string>
            <key>PayloadDisplayName</key><string>\(name)</string>
            <key>PayloadIdentifier</key><string>hearth.home-ca.\(id)</string>
            <key>PayloadRemovalDisallowed</key><false/>
            <key>PayloadType</key><string>Configuration</string>
            <key>PayloadUUID</key><string>\(uuid(1))</string>
            <key>PayloadVersion</key><integer>1</integer>
            </dict>
            </plist>

            """
    }

    private static func escaped(_ text: String) -> String {
        text.escaped(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
    }
}
