internal import Hearth
internal import HearthAccessControl
internal import HearthBase
internal import HearthAssets
internal import HearthHub
internal import HearthMDNS
internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthStore
internal import HearthSystem
internal import HearthTLS
internal import HearthTerminal
internal import HearthTraitCore
internal import Synchronization

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Access to the hub that `hearth serve` runs: its TLS identity, access control, and the link for claiming it.
final class HubAccess: Sendable {
    let control: AccessControl
    let settings: HTTP2Server.Settings
    private let tls: ServerTLS
    private let folder: String
    private let ownership: LocalOwnership
    /// An operator's own certificate and key, instead of the hub's generated ones.
    private let files: (certificate: String, key: String)?
    /// The home CA; nil with an operator's certificate.
    private let homeCA: HomeCA?
    private let web: WebAccess
    /// Receives whether a certificate expires soon, when that changes; nil before ``connect(to:)``.
    private let expiry = Mutex<(note: @Sendable (String?) -> Void, isSoon: Bool?)?>(nil)
    private let notice: @Sendable (String) -> Void
    /// The hub's address in claim links; empty if other machines can't reach it and this one needs none.
    private let address = Mutex("")
    /// The name by which machines of the local network resolve the hub; nil if it is not announced.
    private let hostName = Mutex<String?>(nil)
    /// The link of the hub's first claim, while that is open; without a code once it is claimed.
    private let shown = Mutex<HubLink?>(nil)

    private init(
        _ control: AccessControl, _ tls: ServerTLS, files: (certificate: String, key: String)?, folder: String,
        ownership: LocalOwnership, _ web: WebAccess, notice: @escaping @Sendable (String) -> Void
    ) {
        self.control = control
        self.web = web
        self.notice = notice
        homeCA =
            files == nil ? HomeCA(folder: folder, tls: tls, downloads: web.page.downloads, notice: notice) : nil
        self.files = files
        self.tls = tls
        self.folder = folder
        self.ownership = ownership
        var settings = HTTP2Server.Settings()
        settings.tls = tls
        settings.authenticator = control
        settings.households = { [control] in control.households(of: $0) }
        settings.unixSocketMode = ownership.socketMode
        // Half of the processors. With more loops, more commands and reports cross between the threads of an app's
        // connection and its device's.
        settings.loops = min(4, (EventLoop.usableProcessors + 1) / 2)
        web.apply(to: &settings)
        settings.notice = notice
        self.settings = settings
        homeCA?.update(names: web.names, at: SystemClock().sinceEpoch.components.seconds)
    }

    /// The certificate that browsers get from now on.
    var certificate: TLSIdentity { tls.identityOfBrowsers }

    /// The names and addresses of the hub for browsers.
    private var names: [String] {
        let announced = hostName.withLock { $0 }
        return web.names.filter { $0 != announced } + [announced].compactMap(\.self)
    }

    /// - Parameter place: the location of the store. The hub's key is in a folder next to it.
    static func make(
        _ store: OpenedStore, _ place: StorePlace, _ web: WebAccess, _ camerasUser: CamerasUser?,
        _ arguments: Arguments,
        _ log: HubLog
    ) async throws -> HubAccess {
        let notice = log.lines(.access)
        let folder = place.keys
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if let file = store.file, try await KeyFiles(folder: folder).restore(from: file, at: SystemClock().sinceEpoch) {
            notice("the hub's keys are restored from its backup")
        }
        let files: (certificate: String, key: String)? =
            switch (arguments["tls-cert"], arguments["tls-key"]) {
            case (let certificate?, let key?): (certificate, key)
            case (nil, nil): nil
            default: throw CommandError(.usage, "--tls-cert and --tls-key go together")
            }
        let identity =
            if let files {
                try TLSIdentity(certificateFile: files.certificate, keyFile: files.key)
            } else {
                try TLSIdentity.loadOrMake(folder: folder, names: OwnAddresses.names)
            }
        if files != nil, FileManager.default.fileExists(atPath: HomeAuthority.files(in: folder).certificate) {
            notice("the home CA is not used, as --tls-cert brings a certificate")
        }
        var options = AccessControl.Options()
        if let word = arguments["local-owner"] { options.localOwnership = try localOwnership(word) }
        options.installation = Installation(socket: arguments["socket"], ThisUser.environment)
        options.camerasUser = camerasUser?.id
        let control = try await AccessControl.open(store: store.storage, options: options, notice: notice)
        return HubAccess(
            control, try ServerTLS(identity, clientCertificates: .asked), files: files, folder: folder,
            ownership: options.localOwnership, web, notice: notice)
    }

    private static func localOwnership(_ word: String) throws(CommandError) -> LocalOwnership {
        guard let ownership = LocalOwnership(rawValue: word) else {
            let words = LocalOwnership.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandError(.usage, "--local-owner is one of \(words), not \(quoted(word))")
        }
        return ownership
    }

    /// Registers the access service, and ends calls and connections whose credential ends.
    ///
    /// - Parameters:
    ///   - isEmpty: whether the hub has no devices.
    ///   - endingUses: ends what callers with a credential use without calls.
    func serve(
        on server: RPCServer, isEmpty: @escaping @Sendable () -> Bool,
        endingUses: @escaping @Sendable (String) -> Void
    ) {
        control.onEnd { [weak server] credential in
            server?.revoke(credential: credential)
            endingUses(credential)
        }
        control.noteRefusals(of: server)
        let handler = AccessServiceHandler(control) { [tls, weak self] in
            let identity = tls.identity
            return AccessServiceHandler.Identity(
                publicKeySHA256: identity.publicKeySHA256, certificate: identity.certificateDER,
                address: self?.address.withLock { $0 } ?? "", isEmpty: isEmpty())
        }
        server.updateRoutes { $0.register(handler) }
    }

    /// Admits people to the hub's homes, revokes the credentials of a person who has left the last one, and lets the
    /// hub end what a revoked or expired credential has opened.
    func connect(to hub: Hub) async {
        hub.checkCredentials { [control] in control.isValid($0) }
        hub.onNoMembership { [control] person in Task { await control.revokeAll(of: person) } }
        await control.connect(to: hub)
        expiry.withLock { $0 = ({ [weak hub] in hub?.noteCertificate(warning: $0) }, nil) }
        checkExpiry()
    }

    /// Called when the hub is listening: prints its key, and the claim link of an unclaimed hub.
    func open(_ server: HTTP2Server) async {
        Task { await follow(server) }
        let listening = server.address
        let isHere = (try? LocalListener.isHere(listening)) ?? true
        // Otherwise a browser of this machine needs a claim too, as groups are known on Unix sockets only.
        let isOwned = ownership == .user || ownership == .machine
        let reachable = isHere && isOwned ? "" : OwnAddresses.reachable(listening)
        address.withLock { $0 = reachable }
        let file = folder + "/claim"
        // Who comes by the socket of a loopback hub can open a claim (hearth claim --open), so it opens none by itself.
        guard !reachable.isEmpty, !isHere || ownership == .nobody else { return FirstClaim.forget(file) }
        let key = tls.identity.publicKeySHA256
        let own = HubLink(address: reachable, publicKeySHA256: key)
        shown.withLock { $0 = own }
        var text = """
            Its key's SHA-256 is \(hex(key))
            From other machines: \(own)
            In their browsers: \(own.webAddress)
            """
        if control.isClaimed {
            FirstClaim.forget(file)
        } else {
            let claim = FirstClaim(access: control, file: file, address: reachable, publicKeySHA256: key)
            do throws(CommandError) {
                let (link, end) = try await claim.open()
                shown.withLock { $0 = link }
                text +=
                    "\nIt is not claimed yet.\n"
                    + Invitation.text(
                        link, page: link.webAddress(for: .hubOwner), expiresAt: end)
            } catch {
                notice(error.message)
            }
        }
        try? printLine(text)
    }

    /// Lets browsers use the hub's name on the local network, and prints the address of its page there.
    func take(hostName name: String, of server: HTTP2Server) {
        hostName.withLock { $0 = name }
        server.updateHosts(names)
        homeCA?.update(names: names, at: SystemClock().sinceEpoch.components.seconds)
        guard var link = shown.withLock({ $0 }), let colon = link.address.lastIndex(of: ":") else { return }
        link.address = name + link.address[colon...]
        if control.isClaimed { link.code = nil }
        try? printLine("By name, where devices find names in .local: \(link.webAddress(for: .hubOwner))")
    }

    /// What the hub says of itself on the local network.
    func announcement(of hub: Hub) -> HubAnnouncement {
        HubAnnouncement(
            id: hub.id, version: Home.version, fingerprint: Base64URL.text(tls.identity.publicKeySHA256),
            isClaimed: control.isClaimed)
    }

    /// An element after each credential that was made, was revoked or has expired. Reads the newest one only.
    func changesOfCredentials() -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        control.onClaim { _ in continuation.yield() }
        control.onEnd { _ in continuation.yield() }
        return changes
    }

    /// Checks once a minute what may change while the hub runs: this machine's names and addresses, the home CA, and an
    /// operator's certificate and key.
    private func follow(_ server: HTTP2Server) async {
        func stamp() -> [Duration?] {
            [files?.certificate, files?.key].map { path in
                path.flatMap { FileFacts($0, followsLink: false)?.modifiedAt }
            }
        }
        var (lastNames, lastStamp) = (names, stamp())
        while (try? await Task.sleep(for: .seconds(60))) != nil {
            let (names, newStamp) = (self.names, stamp())
            if names != lastNames { server.updateHosts(names) }
            homeCA?.update(names: names, at: SystemClock().sinceEpoch.components.seconds)
            if let files, newStamp != lastStamp { reload(files) }
            checkExpiry()
            (lastNames, lastStamp) = (names, newStamp)
        }
    }

    private func checkExpiry() {
        let certificate: CertificateExpiry? =
            if let files {
                .ofOperator(file: files.certificate, end: tls.identity.expiry)
            } else {
                homeCA?.end.map { .ofHomeCA(end: $0) }
            }
        let warning = certificate?.warning(at: SystemClock().sinceEpoch.components.seconds)
        let note = expiry.withLock { expiry in
            guard let known = expiry, known.isSoon != (warning != nil) else {
                return nil as (@Sendable (String?) -> Void)?
            }
            expiry?.isSoon = warning != nil
            return known.note
        }
        note?(warning)
    }

    /// Uses a new certificate for new connections.
    private func reload(_ files: (certificate: String, key: String)) {
        do throws(TLSError) {
            try tls.reload(TLSIdentity(certificateFile: files.certificate, keyFile: files.key))
            notice("new connections get the certificate that is now in \(files.certificate)")
        } catch {
            notice("the former certificate stays in use:  \(error.message)")
        }
    }
}
