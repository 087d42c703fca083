public import HearthRPC
public import HearthTraitDescriptors

/// The meaning of the bits of ``Rights`` in a home: each is the number of a `hearth.v1.Right`.
extension Rights {
    /// Needs no credential, so it is available before pairing.
    public static let `public` = Rights(Hearth_V1_Right.public)
    /// See devices, read attributes, watch changes.
    public static let view = Rights(Hearth_V1_Right.view)
    /// Write attributes and send commands of everyday use.
    public static let operate = Rights(Hearth_V1_Right.operate)
    /// Change settings of devices and rooms.
    public static let manage = Rights(Hearth_V1_Right.manage)
    /// Change other people's rights, add and remove structures.
    public static let administer = Rights(Hearth_V1_Right.administer)
    /// Bring devices to the hub.
    public static let provide = Rights(Hearth_V1_Right.provide)

    /// The bit of a right on the wire; none for a number without a bit.
    public init(_ right: Hearth_V1_Right) {
        let number = right.rawValue
        self.init(rawValue: (1..<32).contains(number) ? 1 << UInt32(number) : 0)
    }

    /// The right for one of Matter's privileges.
    public init(_ privilege: Privilege) { self.init(Hearth_V1_Right(privilege)) }
}

extension Principal {
    /// The identity of the hub's owner, who is an owner of every structure.
    package static let hubOwner = "owner"

    /// Whether it is the hub's owner: it has all rights in every structure, and may see and revoke all credentials.
    package var isHubOwner: Bool { rights.isSuperset(of: .administer) }
}

extension Hearth_V1_Right {
    /// The right for one of Matter's privileges.
    public init(_ privilege: Privilege) {
        switch privilege {
        case .view: self = .view
        case .operate: self = .operate
        case .manage: self = .manage
        case .administer: self = .administer
        }
    }
}
