/// Why people have to renew a certificate: it ends soon, or has ended.
package enum CertificateEnd: Equatable, Sendable {
    case soon
    case past

    /// The time before the end from which on people are warned: programs that renew certificates do so 30 days before it.
    private static let warning = Duration.seconds(14 * 86_400)

    /// Nil if the certificate is valid for longer.
    ///
    /// - Parameters:
    ///   - end: of the certificate, since 1970, at most in the year 9999.
    ///   - now: since 1970.
    package init?(_ end: Duration, at now: Duration) {
        guard end < now + Self.warning else { return nil }
        self = end <= now ? .past : .soon
    }
}
