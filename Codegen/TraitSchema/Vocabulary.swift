/// How settled an item of the data model is (`provisional`, `internal`, `deprecated`; no word means `stable`).
public enum Maturity: String, Sendable, CaseIterable {
    case stable, provisional, `internal`, deprecated
}

/// Matter's access privileges, weakest first: each includes the ones before it.
public enum Privilege: String, Sendable, CaseIterable, Comparable {
    case view, operate, manage, administer

    public static func < (left: Privilege, right: Privilege) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .view: 0
        case .operate: 1
        case .manage: 2
        case .administer: 3
        }
    }
}

/// Matter's event priorities, lowest first.
public enum EventPriority: String, Sendable, CaseIterable {
    case debug, info, critical
}

/// Which end of a cluster is meant.
public enum ClusterSide: String, Sendable, CaseIterable {
    case server, client
}

/// Where a device keeps an attribute (endpoint blocks): lost at reboot, kept, or answered by the application.
public enum AttributeStorage: String, Sendable, CaseIterable {
    case ram, persist, callback
}
