internal import HearthDashboard
internal import HearthTLS
internal import HearthTraitCore
internal import Synchronization

/// The home's authority at work: what browsers are shown of a hub that has one. It follows the files, the clock, and the
/// hub's names and addresses while the hub runs.
final class HomeCA: Sendable {
    private let folder: String
    private let tls: ServerTLS
    private let downloads: AssetDownloads
    private let notice: @Sendable (String) -> Void
    private let state = Mutex(State())

    private struct State {
        var certificate: HomeCertificate?
        /// The last trouble that was told.
        var trouble = ""
    }

    /// - Parameters:
    ///   - folder: of the hub's keys.
    ///   - tls: of the hub, whose identity is its own.
    ///   - downloads: where browsers get the authority's certificate.
    init(
        folder: String, tls: ServerTLS, downloads: AssetDownloads, notice: @escaping @Sendable (String) -> Void
    ) {
        self.folder = folder
        self.tls = tls
        self.downloads = downloads
        self.notice = notice
    }

    /// Does what is due: takes an authority that is new, gives up one that is gone, renews the certificate. What can't be
    /// read stays as it was, and is told once.
    ///
    /// - Parameters:
    ///   - names: the hub's names and addresses, also with ports, which no certificate has.
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
