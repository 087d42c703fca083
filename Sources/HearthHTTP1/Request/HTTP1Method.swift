/// The supported methods. ``HTTP1Options/methods`` says which of them a connection accepts.
public enum HTTP1Method: String, Hashable, Sendable, CaseIterable {
    /// Requests a resource.
    case get = "GET"
    /// Like ``get``, but the answer has no body.
    case head = "HEAD"
    /// Sends data for processing.
    case post = "POST"
    /// Writes to a HomeKit accessory.
    case put = "PUT"
    /// Like ``put``, for a part of a resource.
    case patch = "PATCH"
    /// Requests the removal of a resource.
    case delete = "DELETE"
    /// Asks which requests are allowed, as browsers do before they send one for a page of another origin.
    case options = "OPTIONS"
}
