public import HearthRPC
internal import HearthWire

/// What a client is to the home.
public enum Role: Int64, Hashable, Sendable, CaseIterable {
    /// May do everything.
    case owner = 1
    /// A maker's process: may bring devices, and knows of no others.
    case provider = 2

    /// What it may do.
    public var rights: Rights {
        switch self {
        case .owner: .all
        case .provider: [.public, .provide]
        }
    }

    /// The word for it on the command line.
    public var name: String {
        switch self {
        case .owner: "owner"
        case .provider: "provider"
        }
    }
}
