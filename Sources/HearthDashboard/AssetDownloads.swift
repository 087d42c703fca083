internal import Synchronization

/// Files beside a page that may come, change and go while it is served, each under the one path that it has: the
/// certificate of a home's authority, which browsers come to trust by it.
public final class AssetDownloads: Sendable {
    /// A file that there may be.
    public enum Name: String, CaseIterable, Sendable {
        /// The authority's certificate in DER.
        case certificate = "/home-ca.crt"
        /// The same for Apple's systems, as a configuration profile.
        case profile = "/home-ca.mobileconfig"
        /// What the page says of it, in JSON.
        case description = "/home-ca.json"

        /// Its media type.
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

    /// Serves these in the place of all that were served.
    public func replace(by files: [Name: [UInt8]]) {
        var assets: [String: Asset] = [:]
        for (name, bytes) in files {
            assets[name.rawValue] = Asset(
                path: name.rawValue, type: name.type, bytes: bytes, gzip: nil, isImmutable: false)
        }
        self.assets.withLock { $0 = assets }
    }

    static func contains(_ path: String) -> Bool { Name(rawValue: path) != nil }

    subscript(_ path: String) -> Asset? { assets.withLock { $0[path] } }
}
