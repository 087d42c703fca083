internal import HearthTerminal

/// Whether a certificate that only people can renew expires soon: an operator's own one, or that of the home CA. The hub
/// renews its others.
enum CertificateExpiry: Equatable {
    case ofOperator(file: String, end: Int64)
    case ofHomeCA(end: Int64)

    /// Which certificate expires and what to do, as a clause; nil if it is valid for longer.
    ///
    /// - Parameter now: seconds since 1970.
    func warning(at now: Int64) -> String? {
        let end =
            switch self {
            case .ofOperator(_, let end), .ofHomeCA(let end): end
            }
        guard let reached = CertificateEnd(.seconds(end), at: .seconds(now)) else { return nil }
        let verb = reached == .past ? "expired" : "expires"
        let time = UTC.text(.seconds(end))
        return switch self {
        case .ofOperator(let file, _):
            "the certificate in \(file) \(verb) at \(time); renew it, and the hub takes the new file by itself"
        case .ofHomeCA:
            "the home CA \(verb) at \(time); run hearth tls home-ca --remove, then hearth tls home-ca, and install it on "
                + "each phone and computer"
        }
    }
}
