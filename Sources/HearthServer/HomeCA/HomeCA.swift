internal import HearthAssets
internal import HearthTLS
internal import HearthTraitCore
internal import Synchronization

/// The certificate that browsers get from a hub with a home CA. It follows the CA's files, the clock, and the hub's
/// names and addresses while the hub runs.
final class HomeCA: Sendable {
    private let folder: String
    private let tls: ServerTLS
    private let downloads: AssetDownloads
    private let notice: @Sendable (String) -> Void
    private let state = Mutex(State())

    private struct State {
        var certificate: HomeCertificate?
        /// The last error that was logged.
        var trouble = ""
    }

    /// - Parameters:
    ///   - folder: the folder of the hub's keys.
    ///   - tls: the hub's TLS settings.
    ///   - downloads: the files from which browsers get the CA's certificate.
    init(
        folder: String, tls: ServerTLS, downloads: AssetDownloads, notice: @escaping @Sendable (String) -> Void
    ) {
        self.folder = folder
        self.tls = tls
        self.downloads = downloads
        self.notice = notice
    }

    /// Uses a new CA, stops using a removed one, and renews the certificate. After a read error it changes nothing, and
    /// logs the error once.
    ///
    /// - Parameters:
    ///   - names: the hub's names and addresses. Ports are ignored, as certificates have none.
    ///   - now: seconds since 1970.
    func update(names: [String], at now: Int64) {
        let names = names.map(Self.withoutPort)
        state.withLock { state in
            do throws(TLSError) {
                try update(&state, names: names, at: now)
                state.trouble = ""
            } catch {
                if error.message != state.trouble { notice("the home CA: \(error.message)") }
                state.trouble = error.message
            }
        }
    }

    /// When the CA expires, in seconds since 1970; nil without a CA.
    var end: Int64? { state.withLock { $0.certificate?.end } }

    private func update(_ state: inout State, names: [String], at now: Int64) throws(TLSError) {
        let authority = try HomeAuthority.load(folder: folder)
        guard let authority else {
            guard state.certificate != nil else { return }
            try tls.reload(tls.identity)
            state.certificate = nil
            downloads.replace(by: HomeCAFiles.all(of: nil))
            return notice("the home CA is gone; browsers get the hub's own certificate")
        }
        if let certificate = state.certificate, certificate.isCurrent(of: authority, names: names, at: now) { return }
        let made = try authority.certificate(for: tls.identity, names: names, at: now)
        try tls.reload(tls.identity, ofBrowsers: made.identity)
        state.certificate = made
        downloads.replace(by: HomeCAFiles.all(of: authority))
        let others = names.filter { !HomeAuthority.covers($0) }
        notice(
            "browsers get a certificate of \(authority.name)"
                + (others.isEmpty ? "" : ", which does not cover \(others.joined(separator: ", "))"))
    }
    private static func withoutPort(_ host: String) -> String {
        if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : host
    }
}
