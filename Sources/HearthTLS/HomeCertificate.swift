/// A hub's certificate by a ``HomeAuthority``, with what it was made for, which says when another is due.
public struct HomeCertificate: Sendable {
    /// The certificate and the hub's key.
    public let identity: TLSIdentity
    /// The names that it was asked for, also those that an authority of a home can't vouch for.
    let names: [String]
    /// Seconds since 1970.
    let madeAt: Int64
    /// The fingerprint of the authority, and when it ends.
    let authority: [UInt8]
    let end: Int64

    /// A third of its life, so that a hub which was off for months renews it in time.
    static let renewal = HomeAuthority.leafLife / 3

    /// Whether it still is what the authority would give the hub: of the same authority, for the same names, not near its
    /// end, and made neither in what is now the future nor with a clock that was far behind.
    ///
    /// - Parameter now: seconds since 1970.
    public func isCurrent(of authority: HomeAuthority, names: [String], at now: Int64) -> Bool {
        guard authority.fingerprint == self.authority, names == self.names, madeAt <= now else { return false }
        // A later one would end with the authority as well.
        return now < identity.expiry && (identity.expiry - now > Self.renewal || identity.expiry >= end)
    }
}
