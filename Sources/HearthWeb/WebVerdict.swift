/// What comes of a request at ``WebGate``.
public enum WebVerdict: Hashable, Sendable {
    /// It goes on to what it is for.
    case passes(WebPassage)
    /// It goes no further, and gets this answer.
    case answered(WebAnswer)
}

/// A field of an answer.
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

/// What holds for a request that may go on.
public struct WebPassage: Hashable, Sendable {
    /// Whether the caller may be taken for an owner because it is on this machine, if its connection says so (SEC-05). A page
    /// that `--allow-origin` names never is: being here is a credential, and those do not come along (WEB-11).
    public let mayBeLocalOwner: Bool
    /// What the body of a call is written in; nil for GET, and where nothing is called.
    public let contentType: WebContentType?
    let origins: CrossOrigin

    /// Fields that the answer gets beside its own (WEB-11).
    /// - Parameter trailers: the names of fields that begin with `trailer-` in the answer, which a foreign page may read.
    public func fields(trailers: [String] = []) -> [WebField] { origins.fields(trailers: trailers) }
}

/// An answer that the gate gives itself.
public struct WebAnswer: Hashable, Sendable {
    /// The status of RFC 9110 section 15.
    public let status: Int
    /// One line that says why, without its end; empty where nothing is said.
    public let text: String
    /// Fields beside those of the text.
    public let fields: [WebField]

    init(_ status: Int, _ text: String = "", _ fields: [WebField] = []) {
        self.status = status
        self.text = text
        self.fields = fields
    }
}
