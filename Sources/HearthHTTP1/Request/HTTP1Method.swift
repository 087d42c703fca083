/// The methods that can be answered at all; which of them a connection takes say its options (H1-01).
public enum HTTP1Method: String, Hashable, Sendable, CaseIterable {
    /// Asks for something.
    case get = "GET"
    /// As ``get``, for the head of the answer alone.
    case head = "HEAD"
    /// Sends something to be worked on.
    case post = "POST"
    /// What HomeKit's accessories are written to with.
    case put = "PUT"
    /// As ``put``, for a part of what is there.
    case patch = "PATCH"
    /// Asks for the end of what is there.
    case delete = "DELETE"
    /// Asks what may be sent, as browsers do before they send something for a page of another origin.
    case options = "OPTIONS"
}
