import Foundation
import HearthRPCTestSupport
import HearthTLS
internal import Expectations
import Testing

/// The names for which a home's authority is trusted, by OpenSSL's judgement, and the renewal of its certificates.
@Suite(.enabled(if: TestAuthority.isPossible, "skipped: openssl is not installed"), .timeLimit(.minutes(5)))
final class HomeAuthorityTests {
    private static let day: Int64 = 86_400
    private let folder = FileManager.default.temporaryDirectory.path + "/hearth-home-\(UInt64.random(in: 0 ... .max))"
    private let now = Int64(Date().timeIntervalSince1970)
    private let authority: HomeAuthority
    private let hub: TLSIdentity
    private var files: (certificate: String, key: String) { HomeAuthority.files(in: folder) }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        authority = try HomeAuthority.make(home: "hub.local", at: now)
        try authority.save(folder: folder)
        hub = try TLSIdentity.make(names: ["hub.local"])
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func write(_ certificate: HomeCertificate) throws -> String {
        let path = folder + "/leaf-\(UInt64.random(in: 0 ... .max)).pem"
        try certificate.identity.certificatePEM.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// OpenSSL's complaints about a certificate if it trusts only the authority; empty if it accepts it.
    private func complaint(_ certificate: String, _ arguments: [String]) -> String {
        do {
            try TestAuthority.openssl(
                ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", files.certificate] + arguments
                    + [certificate])
            return ""
        } catch {
            return (error as? TestAuthority.Failed)?.complaint ?? "\(error)"
        }
    }

    /// A certificate forged with the authority's key.
    private func forge(_ names: String, more: String = "basicConstraints=CA:FALSE") throws -> (String, key: String) {
        let base = folder + "/forged-\(UInt64.random(in: 0 ... .max))"
        try TestAuthority.openssl([
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", base + ".key", "-out",
            base + ".csr", "-subj", "/CN=forged",
        ])
        try "subjectAltName=\(names)\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n\(more)\n".write(
            toFile: base + ".cnf", atomically: true, encoding: .utf8)
        try TestAuthority.openssl([
            "x509", "-req", "-in", base + ".csr", "-CA", files.certificate, "-CAkey", files.key, "-set_serial", "7",
            "-out", base + ".pem", "-days", "30", "-extfile", base + ".cnf",
        ])
        return (base + ".pem", base + ".key")
    }

    @Test func hubIsTrustedForItsNamesAndAddresses() throws {
        let names = [
            "localhost", "127.0.0.1", "::1", "hub.local", "hub.home.arpa", "10.1.2.3", "172.31.0.1", "192.168.1.7",
            "fd12:3456::7",
        ]
        let leaf = try write(authority.certificate(for: hub, names: names, at: now))
        for name in names {
            let isAddress = name.contains(":") || name.last?.isNumber == true
            expect(complaint(leaf, [isAddress ? "-verify_ip" : "-verify_hostname", name]), equals: "", "\(name)")
            expect(HomeAuthority.covers(name), "\(name)")
        }
        expect(complaint(leaf, ["-verify_hostname", "other.local"]).contains("hostname mismatch"))
    }

    @Test(arguments: [
        "DNS:bank.example", "DNS:local.example", "DNS:notlocal", "DNS:hub", "DNS:fritz.box", "IP:8.8.8.8",
        "IP:172.32.0.1", "IP:11.0.0.1", "IP:192.169.0.1", "IP:169.254.1.1", "IP:2001:db8::1", "IP:fc00::1", "IP:::2",
        "IP:fe80::1", "DNS:hub.local,DNS:bank.example", "DNS:hub.local,IP:8.8.8.8",
    ])
    func otherNamesAreNotTrusted(_ names: String) throws {
        expect(complaint(try forge(names).0, []).contains("permitted subtree violation"))
        let others = names.split(separator: ",").map { String($0.drop { $0 != ":" }.dropFirst()) }
        expect(!others.allSatisfy(HomeAuthority.covers))
    }

    /// The same forgery with an allowed name is accepted, so the failures above are due to the names.
    @Test func forgedNameOfAHomeIsTrusted() throws {
        expect(complaint(try forge("DNS:door.local,IP:10.9.8.7").0, ["-verify_ip", "10.9.8.7"]), equals: "")
    }

    @Test func authorityMakesNoOtherAuthorityAndSignsNoMail() throws {
        let (middle, key) = try forge(
            "DNS:door.local", more: "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign")
        let leaf = folder + "/below.pem"
        try TestAuthority.openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            folder + "/below.key", "-out", leaf, "-subj", "/CN=door.local", "-addext", "subjectAltName=DNS:door.local",
            "-addext", "basicConstraints=critical,CA:FALSE", "-CA", middle, "-CAkey", key, "-days", "5",
        ])
        expect(complaint(leaf, ["-untrusted", middle]).contains("path length constraint exceeded"))
        let mail = try forge("DNS:door.local", more: "basicConstraints=CA:FALSE\nextendedKeyUsage=emailProtection").0
        expect(complaint(mail, ["-purpose", "smimesign"]).contains("certificate purpose"))
    }

    @Test func limitsAreSaidInWords() throws {
        let text = try TestAuthority.openssl(["x509", "-in", files.certificate, "-noout", "-text"])
        for part in [
            "X509v3 Name Constraints: critical", "X509v3 Basic Constraints: critical", "CA:TRUE, pathlen:0",
            "X509v3 Key Usage: critical", "Certificate Sign, CRL Sign", "DNS:home.arpa", "IP:172.16.0.0/255.240.0.0",
            "IP:FD00:0:0:0:0:0:0:0/FF00:0:0:0:0:0:0:0", "Hearth home CA, hub.local",
        ] { expect(text.contains(part), "\(part) in \(text)") }
        expect(!text.contains("Excluded"))
        expect(authority.name, equals: "Hearth home CA, hub.local")
        expect(abs(authority.expiry - now - 3650 * Self.day), isBelow: 5)
        expect(authority.fingerprint, equals: SHA256.hash(authority.certificateDER))
        let long = try HomeAuthority.make(home: String(repeating: "ä", count: 200), at: now)
        expect(long.name.utf8.count, isAtMost: 64)
        expect(long.name.hasSuffix("ä"))
    }

    @Test func certificateIsValidFor397DaysFromADayAgo() throws {
        let made = try authority.certificate(for: hub, names: ["hub.local", "hub", "8.8.8.8", "bank.example"], at: now)
        let leaf = try write(made)
        expect(made.identity.publicKeySHA256, equals: hub.publicKeySHA256)
        expect(!made.identity.isSelfSigned)
        expect(made.identity.expiry, equals: now - Self.day + 397 * Self.day)
        expect(complaint(leaf, ["-attime", "\(now - Self.day + 1)"]), equals: "")
        expect(complaint(leaf, ["-attime", "\(now - Self.day - 1)"]).contains("not yet valid"))
        expect(complaint(leaf, ["-attime", "\(made.identity.expiry - 1)"]), equals: "")
        expect(complaint(leaf, ["-attime", "\(made.identity.expiry + 1)"]).contains("expired"))
        let text = try TestAuthority.openssl(["x509", "-in", leaf, "-noout", "-text"])
        expect(text.contains("DNS:hub.local\n"))
        expect(text.contains("TLS Web Server Authentication\n"))
        for other in ["bank.example", "8.8.8.8", "DNS:hub,"] { expect(!text.contains(other), "\(text)") }
        // A hub without allowed names still has this machine's.
        let none = try write(authority.certificate(for: hub, names: ["bank.example"], at: now))
        expect(complaint(none, ["-verify_hostname", "localhost"]), equals: "")
    }

    @Test func renewalIsDueByTimeAndByChangedNames() throws {
        let names = ["hub.local", "10.0.0.7"]
        let made = try authority.certificate(for: hub, names: names, at: now)
        func isCurrent(_ authority: HomeAuthority? = nil, _ others: [String]? = nil, days: Int64 = 0) -> Bool {
            made.isCurrent(of: authority ?? self.authority, names: others ?? names, at: now + days * Self.day)
        }
        expect(isCurrent())
        expect(isCurrent(days: 250))
        // At a third of its lifetime before its end.
        expect(!isCurrent(days: 264))
        expect(!isCurrent(days: 500))
        expect(!isCurrent(nil, ["hub.local", "10.0.0.8"]) && !isCurrent(nil, ["hub.local"]))
        expect(!isCurrent(try HomeAuthority.make(home: "hub.local", at: now)))
        // The clock was ahead when it was made.
        expect(!isCurrent(days: -1))
    }

    @Test func noCertificateOutlivesItsAuthority() throws {
        let late = now + 3600 * Self.day
        let last = try authority.certificate(for: hub, names: ["hub.local"], at: late)
        expect(last.identity.expiry, equals: authority.expiry)
        expect(last.isCurrent(of: authority, names: ["hub.local"], at: late + 49 * Self.day))
        expect(!last.isCurrent(of: authority, names: ["hub.local"], at: late + 51 * Self.day))
        let error = expect(throws: TLSError.self) {
            try authority.certificate(for: hub, names: ["hub.local"], at: late + 51 * Self.day)
        }
        expect(error?.message.contains("Hearth home CA, hub.local has expired"), equals: true)
    }

    @Test func authorityIsKeptInFilesWithASecretKey() throws {
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        try expect(mode(files.key) == 0o600 && mode(files.certificate) == 0o644)
        try expect(HomeAuthority.load(folder: folder)?.fingerprint, equals: authority.fingerprint)
        func message(_ body: () throws -> Void) -> String {
            let error = expect(throws: TLSError.self) { try body() }
            return error?.message ?? ""
        }
        expect(message { try authority.save(folder: folder) }.contains("exists already"))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: files.key)
        expect(message { _ = try HomeAuthority.load(folder: folder) }.contains("chmod 600 \(files.key)"))
        try FileManager.default.removeItem(atPath: files.key)
        expect(message { _ = try HomeAuthority.load(folder: folder) }.contains("\(files.key) cannot be read"))
        try expect(HomeAuthority.remove(folder: folder))
        try expectNil(HomeAuthority.load(folder: folder))
        try expect(!HomeAuthority.remove(folder: folder))
        // A crash can leave only the key.
        try "half a key".write(toFile: files.key, atomically: true, encoding: .utf8)
        try expectNil(HomeAuthority.load(folder: folder))
        try authority.save(folder: folder)
        try expect(HomeAuthority.load(folder: folder)?.name == authority.name && mode(files.key) == 0o600)
        // A hub's own certificate is not an authority's.
        try expect(HomeAuthority.remove(folder: folder))
        try hub.save(certificateFile: files.certificate, keyFile: files.key)
        expect(message { _ = try HomeAuthority.load(folder: folder) }.contains("is not an authority's certificate"))
    }

    @Test func browsersAreShownNoOtherKey() throws {
        let server = try ServerTLS(hub)
        let other = try authority.certificate(for: TLSIdentity.make(names: []), names: ["hub.local"], at: now)
        expect(throws: TLSError.self) { try server.reload(hub, ofBrowsers: other.identity) }
        try server.reload(
            hub, ofBrowsers: authority.certificate(for: hub, names: ["hub.local"], at: now).identity)
        expect(server.identity.certificateDER, equals: hub.certificateDER)
    }
}
