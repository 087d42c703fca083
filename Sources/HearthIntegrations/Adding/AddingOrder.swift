/// What a person wants to add.
struct AddingOrder: Sendable {
    /// The key of a found thing; empty to add by address.
    var foundKey = ""
    /// ID of the kind; may be empty with a found thing.
    var kind = ""
    /// The name; empty for the one that the other end announces.
    var name = ""
    /// The settings and secrets. They replace those that the found thing announces.
    var settings = IntegrationSettings()
    /// ID of the structure for its devices; empty for the one it was in before its removal, else the first one.
    var structureID = ""
}
