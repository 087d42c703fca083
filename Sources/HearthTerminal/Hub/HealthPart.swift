/// A part of the hub whose failure a health check tells.
package enum HealthPart: String, CaseIterable, Sendable {
    /// The store can be read and written.
    case store
    /// Each event loop starts new work in time.
    case loops
    /// Automations wake up when they are due.
    case automations
    /// The daily backups succeed.
    case backups

    /// The name of the part in gRPC's health service, beside those of services.
    package var service: String { "hearth.health.\(rawValue)" }
}
