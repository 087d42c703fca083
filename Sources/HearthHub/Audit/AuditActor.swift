/// The actor of an entry in the audit log.
struct AuditActor: Hashable, Sendable {
    /// Name of the person or client.
    var name: String
    /// ID of the membership in the structure that it concerns; empty for an actor who is not a member.
    var personID = ""
    /// ID of the credential; empty for none.
    var credentialID = ""
    /// An IP address, or `StoredAudit.thisMachine`.
    var address: String
}
