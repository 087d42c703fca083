/// An entity that becomes no endpoint.
package struct LeftOut: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// A setting, a diagnostic value or a part that is off at first; a person may turn it on.
        case turnedOff
        /// The hub has no trait for it, as the text says.
        case unsupported(String)
        /// The device has more parts than the hub takes of one device, or has had more than the hub keeps numbers of.
        case tooMany
    }

    /// The entity's key.
    package var entity: String
    package var reason: Reason

    package init(_ entity: String, _ reason: Reason) {
        self.entity = entity
        self.reason = reason
    }
}
