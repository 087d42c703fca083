internal import HearthBase
internal import HearthTLS

/// The proof that a client knows a password: Digest with SHA-256 or MD5 (RFC 7616; without `qop` as RFC 2069 has it), or
/// Basic (RFC 7617). HTTP and RTSP use it alike.
package struct HTTPAuthentication: Hashable, Sendable {
    private enum Algorithm: String, CaseIterable {
        // The stronger one first.
        case sha256 = "SHA-256"
        case md5 = "MD5"
    }

    private enum Scheme: Hashable {
        /// `isNamed`: whether the server named the algorithm, so that the proof names it, too.
        case digest(Algorithm, realm: String, nonce: String, opaque: String?, hasQuality: Bool, isNamed: Bool)
        case basic
    }

    private let scheme: Scheme
    private var count: UInt32 = 0
    /// Whether the server refused a proof only because its challenge was too old.
    package let isStale: Bool

    /// The nonce of a challenge of Digest; nil for Basic.
    package var nonce: String? {
        if case .digest(_, _, let nonce, _, _, _) = scheme { nonce } else { nil }
    }

    /// The most `WWW-Authenticate` fields of an answer that are read.
    private static let mostFields = 8

    /// Chooses the strongest of a server's challenges.
    ///
    /// - Parameters:
    ///   - fields: the values of the answer's fields `WWW-Authenticate`.
    ///   - allowsBasic: whether the password may be sent as it is.
    /// - Returns: nil if none can be answered.
    package init?(_ fields: [String], allowsBasic: Bool) {
        let challenges = fields.prefix(Self.mostFields).flatMap(HTTPChallenge.list)
        let digests = challenges.filter { $0.scheme == "digest" }
        for algorithm in Algorithm.allCases {
            for challenge in digests {
                guard let scheme = Self.digest(challenge, algorithm) else { continue }
                self.scheme = scheme
                isStale = challenge.parameters["stale"]?.lowercased() == "true"
                return
            }
        }
        guard allowsBasic, challenges.contains(where: { $0.scheme == "basic" }) else { return nil }
        scheme = .basic
        isStale = false
    }

    private static func digest(_ challenge: HTTPChallenge, _ algorithm: Algorithm) -> Scheme? {
        let parameters = challenge.parameters
        let name = parameters["algorithm"]
        let qualities = parameters["qop"]?.lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
        guard (name ?? Algorithm.md5.rawValue).uppercased() == algorithm.rawValue, let realm = parameters["realm"],
            let nonce = parameters["nonce"], !nonce.isEmpty, qualities?.contains("auth") ?? true,
            [realm, nonce, parameters["opaque"] ?? ""].allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } })
        else { return nil }
        return .digest(
            algorithm, realm: realm, nonce: nonce, opaque: parameters["opaque"], hasQuality: qualities != nil,
            isNamed: name != nil)
    }

    /// The value of the field `Authorization` for the next request.
    ///
    /// - Parameters:
    ///   - uri: the target as the request's first line has it.
    ///   - clientNonce: random text of letters and digits, another one each time.
    package mutating func authorization(
        _ credentials: HTTPCredentials, method: String, uri: String, clientNonce: String
    ) -> String {
        switch scheme {
        case .basic:
            let text = Base64.encode(Array("\(credentials.user):\(credentials.password)".utf8))
            return "Basic \(String(decoding: text, as: UTF8.self))"
        case .digest(let algorithm, let realm, let nonce, let opaque, let hasQuality, let isNamed):
            let secret = Self.hash("\(credentials.user):\(realm):\(credentials.password)", algorithm)
            let request = Self.hash("\(method):\(uri)", algorithm)
            var fields = [
                "username=\(Self.quoted(credentials.user))", "realm=\(Self.quoted(realm))",
                "nonce=\(Self.quoted(nonce))", "uri=\(Self.quoted(uri))",
            ]
            if hasQuality {
                count &+= 1
                let number = hex(count, digits: 8)
                let response = Self.hash("\(secret):\(nonce):\(number):\(clientNonce):auth:\(request)", algorithm)
                fields += ["response=\"\(response)\"", "qop=auth", "nc=\(number)", "cnonce=\"\(clientNonce)\""]
            } else {
                fields.append("response=\"\(Self.hash("\(secret):\(nonce):\(request)", algorithm))\"")
            }
            if isNamed { fields.append("algorithm=\(algorithm.rawValue)") }
            if let opaque { fields.append("opaque=\(Self.quoted(opaque))") }
            return "Digest \(fields.joined(separator: ", "))"
        }
    }

    private static func quoted(_ text: String) -> String {
        // By scalars: a quote and a mark that joins it are one character.
        var result: String.UnicodeScalarView = "\"".unicodeScalars
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result.append("\\") }
            result.append(scalar)
        }
        result.append("\"")
        return String(result)
    }

    private static func hash(_ text: String, _ algorithm: Algorithm) -> String {
        switch algorithm {
        case .sha256: hex(SHA256.hash(Array(text.utf8)))
        case .md5: hex(MD5.hash(Array(text.utf8)))
        }
    }
}
