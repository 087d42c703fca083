/// A file of the hub's identity, which lies beside the store and goes along in a backup with keys.
public struct KeyFile: Hashable, Sendable {
    /// Its name in the folder of keys.
    public var name: String
    /// What it holds. Secret.
    public var content: [UInt8]

    /// Creates a file.
    public init(name: String, content: [UInt8]) {
        self.name = name
        self.content = content
    }
}

/// What a backup holds.
public struct StoreBackup: Hashable, Sendable {
    /// When it was made, since 1970; nil for a store that somebody has copied.
    public var madeAt: Duration?
    /// Whether clients' keys, tokens, invitations and the hub's own key are in it.
    public var hasKeys: Bool
    /// The version of its schema.
    public var schemaVersion: Int
    /// ID of its hub; empty for a store that was never used.
    public var hubID: String
    /// How many structures it has.
    public var structures: Int
    /// How many rooms it has.
    public var rooms: Int
    /// How many devices it has.
    public var devices: Int
    /// Its size, in bytes.
    public var bytes: Int
}

/// How far a backup is.
public struct BackupProgress: Hashable, Sendable {
    /// Bytes that are copied.
    public var copiedBytes: Int
    /// Bytes of the whole; may change while the store is written to.
    public var totalBytes: Int
}
