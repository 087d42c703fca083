/// The methods that can be answered at all; which of them a connection takes say its options (H1-01).
public enum HTTP1Method: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    /// What HomeKit's accessories are written to with.
    case put = "PUT"
    case options = "OPTIONS"
}
