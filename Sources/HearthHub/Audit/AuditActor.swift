/// Who does something, as the audit log names it.
struct AuditActor: Hashable, Sendable {
    /// Name of the person or client.
    var name: String
    /// ID of the membership in the structure that it concerns; empty for who is none of its people.
    var personID = ""
    /// ID of the credential; empty for none.
    var credentialID = ""
    /// An IP address, or `StoredAudit.thisMachine`.
    var address: String
}
