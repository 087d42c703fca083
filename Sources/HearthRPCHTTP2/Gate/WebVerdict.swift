/// The decision of ``WebGate`` on a request.
package enum WebVerdict: Hashable, Sendable {
    /// The request may continue.
    case passes(WebPassage)
    /// The request ends with this answer.
    case answered(WebAnswer)
}

/// A header field of an answer.
package struct WebField: Hashable, Sendable {
    /// In lower case.
    package let name: String
    /// The value as it is sent.
    package let value: String

    /// Creates a field.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// Properties of a request that passed the gate.
package struct WebPassage: Hashable, Sendable {
    /// Whether a local caller may count as the owner, if its connection says that it is one. Never for a page that
    /// `--allow-origin` names: being local is a credential, and foreign pages must not use credentials.
    package let mayBeLocalOwner: Bool
    /// The type of a call's body; nil for GET, and for requests other than calls.
    package let contentType: WebContentType?
    let origins: CrossOrigin

    /// The CORS fields for the answer.
    /// - Parameter trailers: the names of the answer's fields that begin with `trailer-`, which a foreign page may
    ///   read.
    package func fields(trailers: [String] = []) -> [WebField] { origins.fields(trailers: trailers) }
}

/// An answer of the gate itself.
package struct WebAnswer: Hashable, Sendable {
    /// The status (RFC 9110, section 15).
    package let status: Int
    /// The reason in one line, without a line end; may be empty.
    package let text: String
    /// Further header fields.
    package let fields: [WebField]

    init(_ status: Int, _ text: String = "", _ fields: [WebField] = []) {
        self.status = status
        self.text = text
        self.fields = fields
    }
}
