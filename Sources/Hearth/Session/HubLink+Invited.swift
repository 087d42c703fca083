extension HubLink {
    /// What a link makes of the person who uses it, as the hub's page says it beforehand.
    package enum Invited: String, CaseIterable {
        case hubOwner = "owner"
        // The numbers of `Role` on the wire.
        case owner = "1"
        case administrator = "3"
        case guest = "4"
    }

    /// ``webAddress`` with `&role=` for the page's sentence about the invitation. The hub alone decides what the code
    /// gives.
    ///
    /// - Parameter invited: nil for an invitation whose role is unknown.
    package func webAddress(for invited: Invited?) -> String {
        guard code != nil, let invited else { return webAddress }
        return "\(webAddress)&role=\(invited.rawValue)"
    }
}

extension HubLink.Invited {
    /// The person's role in a structure; nil for a role that this version doesn't know.
    package init?(_ role: StructureRole) {
        switch role {
        case .owner: self = .owner
        case .administrator: self = .administrator
        case .guest: self = .guest
        case .unknown: return nil
        }
    }
}
