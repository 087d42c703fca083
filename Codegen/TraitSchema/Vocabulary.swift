/// The maturity of an item of the data model. Without one of the words it is `stable`.
public enum Maturity: String, Sendable, CaseIterable {
    case stable, provisional, `internal`, deprecated
}

/// A side of a cluster.
public enum ClusterSide: String, Sendable, CaseIterable {
    case server, client
}

/// The storage of an attribute in an endpoint block: lost at a reboot, stored, or computed by the application.
public enum AttributeStorage: String, Sendable, CaseIterable {
    case ram, persist, callback
}
