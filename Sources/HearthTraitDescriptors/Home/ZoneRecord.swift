/// A zone of a structure: a named set of rooms.
public struct ZoneRecord: Hashable, Sendable {
    /// Unique ID.
    public var id: String
    /// ID of the structure it belongs to.
    public var structureID: String
    /// The name that people see.
    public var name: String
    /// IDs of its rooms, in the order in which they were added, each once.
    public var roomIDs: [String]
    /// Other names that people say for it.
    public var aliases: [String]

    /// Creates a zone.
    public init(id: String, structureID: String, name: String, roomIDs: [String] = [], aliases: [String] = []) {
        self.id = id
        self.structureID = structureID
        self.name = name
        self.roomIDs = roomIDs
        self.aliases = aliases
    }
}
