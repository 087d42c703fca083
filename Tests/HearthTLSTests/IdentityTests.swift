import Foundation
import HearthRPCTestSupport
import HearthTLS
internal import Expectations
import Testing

@Suite(.timeLimit(.minutes(5)))
final class IdentityTests {
    let folder = FileManager.default.temporaryDirectory.path + "/hearth-tls-\(UInt64.random(in: 0 ... .max))"
    var certificate: String { folder + "/certificate.pem" }
    var key: String { folder + "/key.pem" }

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func write(_ path: String, _ text: String, mode: Int = 0o600) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func load() throws -> TLSIdentity { try TLSIdentity(certificateFile: certificate, keyFile: key) }

    private func message(_ body: () throws -> Void) -> String {
        let error = expect(throws: TLSError.self) { try body() }
        return error?.message ?? ""
    }

    @Test func isTheSameAfterFiles() throws {
        let made = try TLSIdentity.make(names: ["hub.local", "192.168.1.7", "fd00::7"])
        try made.save(certificateFile: certificate, keyFile: key)
        try expect(mode(key), equals: 0o600)
        let found = try load()
        expect(found.publicKeySHA256, equals: made.publicKeySHA256)
        expect(found.publicKeySHA256.count, equals: 32)
        expect(found.certificateDER, equals: made.certificateDER)
        expect(found.certificatePEM, equals: made.certificatePEM)
        expect(found.keyPEM, equals: made.keyPEM)
        expect(found.isSelfSigned)
        expect(found.names, equals: ["hub.local", "192.168.1.7", "fd00::7"])
        let left = Double(made.expiry) - Date().timeIntervalSince1970
        expect(abs(left - 3650 * 86_400), isBelow: 60)
        try expect(FileManager.default.contentsOfDirectory(atPath: folder).count, equals: 2)
    }

    @Test(.enabled(if: TestAuthority.isPossible, "skipped: openssl is not installed"))
    func opensslReadsTheSame() throws {
        let made = try TLSIdentity.make(names: ["hub.local", "192.168.1.7", "fd00::7"])
        try made.save(certificateFile: certificate, keyFile: key)
        let text = try TestAuthority.openssl(["x509", "-in", certificate, "-noout", "-text"])
        for part in [
            "DNS:hub.local", "IP Address:192.168.1.7", "IP Address:FD00:0:0:0:0:0:0:7", "CA:FALSE", "prime256v1",
            "TLS Web Server Authentication",
        ] { expect(text.contains(part), "\(part) in \(text)") }
        let der = folder + "/key.der"
        try TestAuthority.openssl(["pkey", "-in", key, "-pubout", "-outform", "DER", "-out", der])
        expect(SHA256.hash(try Data(contentsOf: URL(fileURLWithPath: der))), equals: made.publicKeySHA256)
        try TestAuthority.openssl(["verify", "-CAfile", certificate, certificate])
    }

    @Test func errorsNameTheFileAndTheWayOut() throws {
        let (one, other) = (try TLSIdentity.make(names: []), try TLSIdentity.make(names: []))
        expect(message { _ = try load() }.contains("\(certificate) cannot be read: No such file"))
        try write(certificate, one.certificatePEM, mode: 0o644)
        expect(message { _ = try load() }.contains("\(key) cannot be read: No such file"))
        try write(key, "nonsense")
        expect(message { _ = try load() }.contains("\(key) holds no private key"))
        try write(key, other.keyPEM)
        expect(message { _ = try load() }.contains("\(key) does not belong to the certificate in \(certificate)"))
        try write(key, one.keyPEM, mode: 0o644)
        expect(message { _ = try load() }.contains("chmod 600 \(key)"))
        try write(key, one.keyPEM, mode: 0o640)
        try expect(load().publicKeySHA256, equals: one.publicKeySHA256)
        try write(certificate, one.keyPEM)
        expect(message { _ = try load() }.contains("\(certificate) holds no certificate"))
        try write(certificate, "")
        expect(message { _ = try load() }.contains("\(certificate) holds no certificate"))
    }

    /// The library would ask for the password on the terminal.
    @Test(.enabled(if: TestAuthority.isPossible, "skipped: openssl is not installed"))
    func aKeyWithAPasswordIsRefused() throws {
        let made = try TLSIdentity.make(names: [])
        try made.save(certificateFile: certificate, keyFile: key)
        let locked = folder + "/locked.pem"
        try TestAuthority.openssl(["pkey", "-in", key, "-aes128", "-passout", "pass:secret", "-out", locked])
        expect(
            message { _ = try TLSIdentity(certificateFile: certificate, keyFile: locked) }.contains(
                "without a password"))
    }

    @Test func doesNotOverwrite() throws {
        let made = try TLSIdentity.make(names: [])
        try made.save(certificateFile: certificate, keyFile: key)
        let again = try TLSIdentity.make(names: [])
        expect(message { try again.save(certificateFile: certificate, keyFile: key) }.contains("exists already"))
        try expect(load().keyPEM, equals: made.keyPEM)
        expect(message { try made.save(certificateFile: "/nowhere/c", keyFile: "/nowhere/k") }.contains("/nowhere/k"))
    }

    @Test(arguments: ["", "a,DNS:evil.example", "two words", "@section", "a/b", String(repeating: "x", count: 254)])
    func namesAreChecked(_ name: String) {
        expect(message { _ = try TLSIdentity.make(names: [name]) }.contains("neither a DNS name nor an IP address"))
    }

    @Test func theFirstStartMakesOneAndLaterOnesFindIt() throws {
        let files = TLSIdentity.files(in: folder)
        let first = try TLSIdentity.loadOrMake(folder: folder, names: ["hub.local"])
        try expect(mode(files.key), equals: 0o600)
        let second = try TLSIdentity.loadOrMake(folder: folder, names: ["other.local"])
        expect(second.certificateDER, equals: first.certificateDER)
        // The first start was interrupted: the key is kept.
        try FileManager.default.removeItem(atPath: files.certificate)
        try expect(TLSIdentity.loadOrMake(folder: folder, names: []).publicKeySHA256, equals: first.publicKeySHA256)
        try expect(TLSIdentity.loadOrMake(folder: folder, names: []).publicKeySHA256, equals: first.publicKeySHA256)
        // A new key would lock out all clients that pinned the old one.
        try FileManager.default.removeItem(atPath: files.key)
        expect(message { _ = try TLSIdentity.loadOrMake(folder: folder, names: []) }.contains("has lost its key"))
    }

    @Test func anEndingCertificateIsRenewedWithItsKey() throws {
        let files = TLSIdentity.files(in: folder)
        let short = try TLSIdentity.make(names: ["hub.local"], validFor: .seconds(10 * 86_400))
        try short.save(certificateFile: files.certificate, keyFile: files.key)
        let found = try TLSIdentity.loadOrMake(folder: folder, names: ["hub.local"])
        expect(found.publicKeySHA256, equals: short.publicKeySHA256)
        expect(found.expiry, isAbove: short.expiry + 3000 * 86_400)
        try expect(TLSIdentity.loadOrMake(folder: folder, names: []).certificateDER, equals: found.certificateDER)
    }

    @Test func severalThatStartAtOnceHaveOneKey() async throws {
        let folder = folder
        let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 {
                group.addTask { try TLSIdentity.loadOrMake(folder: folder, names: []).publicKeySHA256 }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        expect(keys.count, equals: 1)
    }
}
