internal import HearthSystem
internal import HearthTLS
package import HearthTerminal
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth tls home-ca`: creates the home CA, explains how to install it, and removes it.
package enum TLSCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        guard arguments.positional.first == "home-ca" else {
            throw CommandError(.usage, "say home-ca, as in hearth tls home-ca; hearth tls --help explains it")
        }
        let place = StorePlace(arguments["store"])
        guard place.exists else {
            throw CommandError(
                .refused, "there is no home in \(place.path); give its file with --store, or run hearth serve once")
        }
        if arguments.has("remove") { return try remove(place, arguments) }
        let (authority, isNew) = try find(place)
        if let file = arguments["certificate"] {
            do {
                try authority.certificatePEM.write(toFile: file, atomically: true, encoding: .utf8)
            } catch {
                throw CommandError(.badFile, "\(file) can't be written: \(reason(of: error))")
            }
        }
        if arguments.has("json") {
            return try printLine(
                JSON.object([
                    ("name", .string(authority.name)), ("sha256", .string(HomeCAFiles.fingerprint(of: authority))),
                    ("expires", .string(HomeCAFiles.date(of: authority))), ("made", .bool(isNew)),
                    ("certificate", .string(HomeAuthority.files(in: place.keys).certificate)),
                ]).text)
        }
        try printLine(text(authority, place, isNew: isNew))
    }

    private static func find(_ place: StorePlace) throws(CommandError) -> (authority: HomeAuthority, isNew: Bool) {
        do throws(TLSError) {
            if let found = try HomeAuthority.load(folder: place.keys) { return (found, false) }
        } catch {
            throw CommandError(.badFile, error.message)
        }
        do {
            try FileManager.default.createDirectory(
                atPath: place.keys, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let now = SystemClock().sinceEpoch.components.seconds
            let made = try HomeAuthority.make(home: ProcessInfo.processInfo.hostName, at: now)
            try made.save(folder: place.keys)
            return (made, true)
        } catch {
            throw CommandError(.cantStart, "no home CA was made: \((error as? TLSError)?.message ?? reason(of: error))")
        }
    }

    private static func remove(_ place: StorePlace, _ arguments: Arguments) throws(CommandError) {
        try Confirmation.ask(
            "Remove the home CA of \(place.path)? Browsers will warn of the hub again.", else: "the home CA stays",
            arguments)
        let isGone: Bool
        do throws(TLSError) { isGone = try HomeAuthority.remove(folder: place.keys) } catch {
            throw CommandError(.badFile, error.message)
        }
        guard isGone else { throw CommandError(.refused, "there is no home CA in \(place.keys)") }
        try printLine(
            """
            The home CA is gone, and its key with it; backups with keys that were made
            before still have it. A hub that runs goes back to its own certificate
            within a minute. Remove the CA from the devices that trust it, too: by the
            name "Hearth home CA", where it was installed.
            """)
    }

    private static func text(_ authority: HomeAuthority, _ place: StorePlace, isNew: Bool) -> String {
        let names = OwnAddresses.names
        let first = names.first { $0.hasSuffix(".local") } ?? names.last ?? "localhost"
        let others = names.filter { !HomeAuthority.covers($0) }
        let left = others.isEmpty ? "" : "\nIt doesn't cover \(others.joined(separator: ", ")), not names of a home."
        return """
            \(quoted(authority.name)) \(isNew ? "is made" : "is there already"), until \(HomeCAFiles.date(of: authority)).
            Its fingerprint, SHA-256:
                \(HomeCAFiles.fingerprint(of: authority))
            The hub uses it within a minute, or at its next start, but not with
            --tls-cert. Clients that pin the hub's key are not affected.

            A device that trusts it does so for *.local, *.home.arpa, localhost and private
            addresses (10/8, 172.16/12, 192.168/16, fd00::/8) only, not for banks, mail
            or software updates.\(left)
            Its key stays in \(place.keys)
            and in backups with keys. With it, an attacker can impersonate any machine of a
            home network to devices that trust it.

            To install it, open the hub's page, Settings, or https://\(first):PORT/home-ca.crt
            in a browser on the device. The browser warns this once: compare the
            fingerprint with the one above before you trust the file.
              Windows   open home-ca.crt, Install Certificate, Current User, place in
                        "Trusted Root Certification Authorities"
              macOS     open home-ca.crt, add it to the login keychain; there, under
                        Trust, set "Secure Sockets Layer (SSL)" to Always Trust
              iPhone    open /home-ca.mobileconfig in Safari; Settings, General, VPN &
                        Device Management, Install; then Settings, General, About,
                        Certificate Trust Settings, switch it on
              Android   Settings, Security, Encryption & credentials, Install a
                        certificate, CA certificate
              Linux     certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n "Hearth home CA"
                        -i home-ca.crt, for Chromium
              Firefox   Settings, Certificates, View Certificates, Authorities, Import,
                        "identify websites"
            hearth tls home-ca --remove removes it.
            """
    }
}
