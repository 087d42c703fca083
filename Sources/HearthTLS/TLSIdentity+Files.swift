#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension TLSIdentity {
    /// Reads an identity from PEM files.
    ///
    /// - Throws: an error that names the file, if it is missing or invalid, or if it is a key that every user can read.
    public init(certificateFile: String, keyFile: String) throws(TLSError) {
        let certificate = try PrivateFile.read(certificateFile, isSecret: false)
        let key = try PrivateFile.read(keyFile, isSecret: true)
        try self.init(certificatePEM: certificate, keyPEM: key, names: (certificateFile, keyFile))
    }

    /// Writes PEM files, which must not exist yet. The key file is readable by its owner only (0600). Each file is
    /// written atomically.
    public func save(certificateFile: String, keyFile: String) throws(TLSError) {
        try PrivateFile.create(keyFile, keyPEM, mode: 0o600)
        try PrivateFile.create(certificateFile, certificatePEM, mode: 0o644)
    }

    /// The paths that ``loadOrMake(folder:names:)`` uses in a folder.
    public static func files(in folder: String) -> (certificate: String, key: String) {
        ("\(folder)/tls-certificate.pem", "\(folder)/tls-key.pem")
    }

    /// Loads the identity in a folder, or creates it on first use. A self-signed certificate that has expired, or will
    /// within 30 days, is renewed. The key, and with it the pin, never changes.
    ///
    /// - Parameters:
    ///   - folder: the directory, which must exist.
    ///   - names: DNS names and IP addresses for a new certificate.
    public static func loadOrMake(folder: String, names: [String]) throws(TLSError) -> TLSIdentity {
        let files = files(in: folder)
        if !PrivateFile.exists(files.key) {
            guard !PrivateFile.exists(files.certificate) else {
                throw TLSError(
                    "\(files.certificate) has lost its key, \(files.key); bring the key back; or remove the "
                        + "certificate, and have clients pin the new key")
            }
            // If two processes start at once, one creates the key and both use it.
            let key = try make(names: names).keyPEM
            try PrivateFile.createUnlessThere(files.key, key, mode: 0o600)
        }
        guard PrivateFile.exists(files.certificate) else {
            // Only the key exists: the first start was interrupted.
            let pem = try PrivateFile.read(files.key, isSecret: true)
            guard let key = PEM.key(pem) else {
                _ = OpenSSLFailure.take()
                throw TLSError("\(files.key) holds no private key that can be read; restore it from a backup")
            }
            let made = TLSIdentity(
                try CertificateMaker.pair(key, names: names, validFor: .seconds(3650 * 86_400)))
            try PrivateFile.replace(files.certificate, made.certificatePEM, mode: 0o644)
            return made
        }
        let found = try TLSIdentity(certificateFile: files.certificate, keyFile: files.key)
        guard found.isSelfSigned, found.expiry < Int64(time(nil)) + 30 * 86_400 else { return found }
        let renewed = try found.renewed(names: names)
        try PrivateFile.replace(files.certificate, renewed.certificatePEM, mode: 0o644)
        return renewed
    }
}
