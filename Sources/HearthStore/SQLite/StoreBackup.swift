/// A file of the hub's identity; it lies beside the store and is included in a backup with keys.
public struct KeyFile: Hashable, Sendable {
    /// Its name in the folder of keys.
    public var name: String
    /// Its content. Secret.
    public var content: [UInt8]

    /// Creates a file.
    public init(name: String, content: [UInt8]) {
        self.name = name
        self.content = content
    }
}

/// The description of a backup.
public struct StoreBackup: Hashable, Sendable {
    /// When it was made, since 1970; nil for a plain copy of a store.
    public var madeAt: Duration?
    /// Whether it includes the clients' keys and tokens, the invitations and the hub's own key.
    public var hasKeys: Bool
    /// The version of its schema.
    public var schemaVersion: Int
    /// ID of its hub; empty for a store that was never used.
    public var hubID: String
    /// The number of structures.
    public var structures: Int
    /// The number of rooms.
    public var rooms: Int
    /// The number of devices.
    public var devices: Int
    /// Its size, in bytes.
    public var bytes: Int
}

/// The progress of a backup.
public struct BackupProgress: Hashable, Sendable {
    /// The bytes copied so far.
    public var copiedBytes: Int
    /// The bytes to copy in all; may change while the store is written to.
    public var totalBytes: Int
}
