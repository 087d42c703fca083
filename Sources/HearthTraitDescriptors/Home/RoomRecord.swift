/// A room in a structure.
public struct RoomRecord: Hashable, Sendable {
    /// Unique ID.
    public var id: String
    /// ID of the structure it belongs to.
    public var structureID: String
    /// The name that people see.
    public var name: String
    /// Other names that people say for it.
    public var aliases: [String]

    /// Creates a room.
    public init(id: String, structureID: String, name: String, aliases: [String] = []) {
        self.id = id
        self.structureID = structureID
        self.name = name
        self.aliases = aliases
    }
}
