/// The bytes of app data with an object that one person wrote.
public struct StoredAppDataBytes: Hashable, Sendable {
    /// The object's ID.
    public var objectID: String
    /// The identity of the person; nil for the hub's owner, empty if the writer is unknown.
    public var writer: String?
    /// Values, with app ids and keys.
    public var bytes: Int

    /// Creates an entry.
    public init(objectID: String, writer: String?, bytes: Int) {
        self.objectID = objectID
        self.writer = writer
        self.bytes = bytes
    }
}
