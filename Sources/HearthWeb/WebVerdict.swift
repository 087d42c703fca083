/// The decision of ``WebGate`` on a request.
public enum WebVerdict: Hashable, Sendable {
    /// The request may continue.
    case passes(WebPassage)
    /// The request ends with this answer.
    case answered(WebAnswer)
}

/// A header field of an answer.
public struct WebField: Hashable, Sendable {
    /// In lower case.
    public let name: String
    /// The value as it is sent.
    public let value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// Properties of a request that passed the gate.
public struct WebPassage: Hashable, Sendable {
    /// Whether a local caller may count as the owner, if its connection says that it is one. Never for a page that
    /// `--allow-origin` names: being local is a credential, and foreign pages must not use credentials.
    public let mayBeLocalOwner: Bool
    /// The type of a call's body; nil for GET, and for requests other than calls.
    public let contentType: WebContentType?
    let origins: CrossOrigin

    /// The CORS fields for the answer.
    /// - Parameter trailers: the names of the answer's fields that begin with `trailer-`, which a foreign page may
    ///   read.
    public func fields(trailers: [String] = []) -> [WebField] { origins.fields(trailers: trailers) }
}

/// An answer of the gate itself.
public struct WebAnswer: Hashable, Sendable {
    /// The status (RFC 9110, section 15).
    public let status: Int
    /// The reason in one line, without a line end; may be empty.
    public let text: String
    /// Further header fields.
    public let fields: [WebField]

    init(_ status: Int, _ text: String = "", _ fields: [WebField] = []) {
        self.status = status
        self.text = text
        self.fields = fields
    }
}
