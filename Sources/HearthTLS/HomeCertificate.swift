/// A hub's certificate from a ``HomeAuthority``, with the data that decides when to renew it.
public struct HomeCertificate: Sendable {
    /// The certificate and the hub's key.
    public let identity: TLSIdentity
    /// The requested names, including those that the authority cannot sign for.
    let names: [String]
    /// Seconds since 1970.
    let madeAt: Int64
    /// The fingerprint of the authority.
    let authority: [UInt8]
    /// When the authority expires, in seconds since 1970.
    package let end: Int64

    /// A third of its validity, so that a hub that was off for months still renews it in time.
    static let renewal = HomeAuthority.leafLife / 3

    /// Whether it needs no renewal: it is from the same authority and for the same names, is not about to expire, and
    /// was made neither in what is now the future nor with a clock that was far too late.
    ///
    /// - Parameter now: seconds since 1970.
    public func isCurrent(of authority: HomeAuthority, names: [String], at now: Int64) -> Bool {
        guard authority.fingerprint == self.authority, names == self.names, madeAt <= now else { return false }
        // A later one would expire with the authority as well.
        return now < identity.expiry && (identity.expiry - now > Self.renewal || identity.expiry >= end)
    }
}
