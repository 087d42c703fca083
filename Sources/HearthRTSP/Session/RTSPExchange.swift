internal import HearthBase
internal import HearthHTTPDigest

/// One request at a time and its answer, with the proof that the client knows the password.
struct RTSPExchange: Sendable {
    /// What an answer of the camera leads to.
    enum Outcome {
        /// It belongs to no request.
        case ignored
        /// The request is sent again, with a proof.
        case again([UInt8])
        case answered(RTSPRequest, RTSPResponse)
    }

    /// The longest time for an answer.
    static let patience = Duration.seconds(10)
    /// The most proofs for one request: cameras whose challenges age may need a second one.
    private static let mostProofs = 2

    private let settings: RTSPSettings
    private let random: @Sendable (Int) -> [UInt8]
    private var sequence = 0
    private var request: RTSPRequest?
    private var proofs = 0
    private var authentication: HTTPAuthentication?
    /// The end of the patience with the answer.
    private(set) var deadline: Duration?

    init(_ settings: RTSPSettings, random: @escaping @Sendable (Int) -> [UInt8]) {
        self.settings = settings
        self.random = random
    }

    /// Whether an answer is due.
    var isBusy: Bool { request != nil }

    /// Returns the bytes of a request. A former one is given up.
    mutating func send(_ request: RTSPRequest, now: Duration) -> [UInt8] {
        self.request = request
        proofs = 0
        deadline = now + Self.patience
        return bytes(request)
    }

    /// The bytes of a request whose answer is not awaited.
    mutating func bytes(_ request: RTSPRequest) -> [UInt8] {
        sequence &+= 1
        var proof: String?
        if let credentials = settings.credentials {
            proof = authentication?.authorization(
                credentials, method: request.method, uri: request.uri, clientNonce: hex(random(8)))
        }
        return request.bytes(sequence: sequence, authorization: proof)
    }

    /// Takes an answer.
    ///
    /// - Throws: ``RTSPError`` if the camera wants a password that it doesn't get.
    mutating func take(_ response: RTSPResponse, now: Duration) throws(RTSPError) -> Outcome {
        let number = response.first("cseq").flatMap { Int($0) }
        // Some cameras leave the number out.
        guard let request, number ?? sequence == sequence, response.status >= 200 else { return .ignored }
        guard response.status == 401 else {
            (self.request, deadline) = (nil, nil)
            return .answered(request, response)
        }
        guard settings.credentials != nil else {
            throw RTSPError(.needsPassword, "the camera wants a password", wayOut: "give its user and password")
        }
        let isBasicAllowed = settings.allowsBasic || settings.url.scheme.isSecure
        guard let new = HTTPAuthentication(response.all("www-authenticate"), allowsBasic: isBasicAllowed) else {
            throw RTSPError(
                .refused, "the camera wants the password in a form that Hearth does not send on this connection",
                wayOut: "switch on digest authentication in the camera, use rtsps, or allow the password in clear text")
        }
        // Without a proof, or with one for a challenge of another connection's time, the camera may ask again.
        let wasTold = authentication != nil && proofs > 0
        guard !wasTold || new.isStale, proofs < Self.mostProofs else {
            throw RTSPError(
                .wrongPassword, "the camera refuses the user or the password", wayOut: "correct user and password")
        }
        authentication = new
        proofs += 1
        deadline = now + Self.patience
        return .again(bytes(request))
    }
}
