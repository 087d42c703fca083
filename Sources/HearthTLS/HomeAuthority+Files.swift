internal import COpenSSL

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension HomeAuthority {
    /// The paths of the certificate and the key in the folder of a hub's keys.
    public static func files(in folder: String) -> (certificate: String, key: String) {
        ("\(folder)/home-ca-certificate.pem", "\(folder)/home-ca-key.pem")
    }

    /// Reads PEM text.
    ///
    /// - Parameter names: the names of certificate and key in error messages.
    public init(certificatePEM: String, keyPEM: String, names: (certificate: String, key: String)) throws(TLSError) {
        pair = try TLSIdentity(certificatePEM: certificatePEM, keyPEM: keyPEM, names: names).pair
        guard let certificate = pair.certificate, X509_check_ca(certificate) == 1 else {
            throw TLSError("\(names.certificate) is not an authority's certificate; hearth tls home-ca makes one")
        }
    }

    /// Reads the authority in a folder; nil if the folder has none.
    ///
    /// - Throws: an error that names the file, if it is invalid, or if it is a key that every user can read.
    public static func load(folder: String) throws(TLSError) -> HomeAuthority? {
        let files = files(in: folder)
        guard PrivateFile.exists(files.certificate) else { return nil }
        let certificate = try PrivateFile.read(files.certificate, isSecret: false)
        let key = try PrivateFile.read(files.key, isSecret: true)
        return try HomeAuthority(certificatePEM: certificate, keyPEM: key, names: files)
    }

    /// Saves it in a folder that has no authority yet. Only the owner may read the key (0600).
    public func save(folder: String) throws(TLSError) {
        let files = Self.files(in: folder)
        guard !PrivateFile.exists(files.certificate) else {
            throw TLSError("\(files.certificate) exists already and is not overwritten; remove it first")
        }
        // A key without a certificate is left from an interrupted attempt, and has signed nothing.
        try PrivateFile.replace(files.key, TLSIdentity(pair).keyPEM, mode: 0o600)
        try PrivateFile.create(files.certificate, certificatePEM, mode: 0o644)
    }

    /// Removes the authority in a folder with its key, so that it can sign nothing more.
    ///
    /// - Returns: whether there was any.
    public static func remove(folder: String) throws(TLSError) -> Bool {
        let files = files(in: folder)
        var found = false
        // A crash may leave a key alone, which is not an authority; the next call removes it.
        for path in [files.certificate, files.key] where PrivateFile.exists(path) {
            guard unlink(path) == 0 else {
                throw TLSError("\(path) cannot be removed: \(String(cString: strerror(errno)))")
            }
            found = true
        }
        return found
    }
}
