/// How settled an item of the data model is (`provisional`, `internal`, `deprecated`; no word means `stable`).
public enum Maturity: String, Sendable, CaseIterable {
    case stable, provisional, `internal`, deprecated
}

/// Which end of a cluster is meant.
public enum ClusterSide: String, Sendable, CaseIterable {
    case server, client
}

/// Where a device keeps an attribute (endpoint blocks): lost at reboot, kept, or answered by the application.
public enum AttributeStorage: String, Sendable, CaseIterable {
    case ram, persist, callback
}
