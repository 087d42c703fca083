internal import Synchronization

/// Files beside a page that may be added, changed and removed while it is served, each under a fixed path: the
/// certificate of a home's authority, for installation in browsers.
public final class AssetDownloads: Sendable {
    /// The files that may exist.
    public enum Name: String, CaseIterable, Sendable {
        /// The authority's certificate in DER.
        case certificate = "/home-ca.crt"
        /// The same for Apple's systems, as a configuration profile.
        case profile = "/home-ca.mobileconfig"
        /// The data that the page shows about it, in JSON.
        case description = "/home-ca.json"

        /// The media type.
        public var type: String {
            switch self {
            case .certificate: "application/x-x509-ca-cert"
            case .profile: "application/x-apple-aspen-config"
            case .description: "application/json"
            }
        }
    }

    private let assets = Mutex<[String: Asset]>([:])

    init() {}

    /// Replaces all served files.
    public func replace(by files: [Name: [UInt8]]) {
        var assets: [String: Asset] = [:]
        for (name, bytes) in files {
            assets[name.rawValue] = Asset(path: name.rawValue, type: name.type, bytes: bytes, isImmutable: false)
        }
        self.assets.withLock { $0 = assets }
    }

    static func contains(_ path: String) -> Bool { Name(rawValue: path) != nil }

    subscript(_ path: String) -> Asset? { assets.withLock { $0[path] } }
}
