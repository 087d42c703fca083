package import HearthEntities

/// A link that finds things which are integrations of their own, such as a bridge at its broker.
package protocol FindingLink: EntityLink {
    /// All that is there now, again after each change, until the link is stopped. Called before the start.
    func findings() -> AsyncStream<[FoundThing]>

    /// Leaves the devices of added integrations to them. Called before the start, and after each change.
    func leave(to added: Set<IntegrationIdentity>) async
}

/// What tells an integration from all others.
package struct IntegrationIdentity: Hashable, Sendable {
    /// The ID of its kind.
    package var kind: String
    /// ``ProbedDevices/identity``.
    package var identity: String

    package init(kind: String, identity: String) {
        self.kind = kind
        self.identity = identity
    }
}
