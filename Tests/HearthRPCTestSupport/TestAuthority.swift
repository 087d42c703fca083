internal import Foundation
internal import ProcessTestSupport

/// An authority with certificates of all kinds, made by the program `openssl`, in a folder that is removed with it.
package final class TestAuthority: Sendable {
    package static let isPossible = (try? openssl(["version"])) != nil

    package let folder: String

    package init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/hearth-ca-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Self.openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            "\(folder)/ca.key", "-out", file, "-subj", "/CN=Test authority", "-days", "10",
        ])
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The authority's own certificate.
    package var file: String { "\(folder)/ca.pem" }

    /// Creates a certificate; returns the paths of it and its key.
    /// - Parameters:
    ///   - names: Alternative names as OpenSSL writes them: `DNS:localhost,IP:127.0.0.1`.
    ///   - days: The validity from now on; -1 for an expired one.
    package func give(_ name: String, names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 10) throws
        -> (certificate: String, key: String)
    {
        let base = "\(folder)/\(name)"
        try Self.openssl([
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", base + ".key", "-out",
            base + ".csr", "-subj", "/CN=\(name)",
        ])
        try "subjectAltName=\(names)\nbasicConstraints=CA:FALSE\n".write(
            toFile: base + ".cnf", atomically: true, encoding: .utf8)
        try Self.openssl([
            "x509", "-req", "-in", base + ".csr", "-CA", file, "-CAkey", "\(folder)/ca.key", "-set_serial",
            "\(UInt32.random(in: 1 ... .max))", "-out", base + ".pem", "-days", "\(days)", "-extfile", base + ".cnf",
        ])
        return (base + ".pem", base + ".key")
    }

    package struct Failed: Error {
        package let command: [String]
        package let complaint: String
    }

    @discardableResult
    package static func openssl(_ arguments: [String]) throws -> String {
        let outcome = try ChildProcess.run("openssl", arguments)
        guard outcome.status == 0 else { throw Failed(command: arguments, complaint: outcome.error) }
        return outcome.output
    }
}
