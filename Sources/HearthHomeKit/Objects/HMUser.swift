public import Foundation
internal import Hearth
internal import Synchronization

/// A person of a home. Apps see only the name; ``HMHome/homeAccessControl(for:)`` has the person's rights.
public final class HMUser: NSObject, Sendable {
    private let record: Mutex<StructureMember>
    let id: String
    let homeID: String

    init(_ record: StructureMember) {
        self.record = Mutex(record)
        id = record.id
        homeID = record.structureID
    }

    /// A one-line description, such as `HMUser("Anna")`.
    public override var description: String { "HMUser(\"\(name)\")" }

    /// The display name, which all members of the home see.
    public var name: String { record.withLock { $0.name } }
    /// Identifies the person in this home; in another home the same person has another identifier.
    public var uniqueIdentifier: UUID { UUID(hubID: id, kind: "person") }

    var role: StructureRole { record.withLock { $0.role } }

    func replace(_ new: StructureMember) { record.withLock { $0 = new } }
}

/// The rights of a user.
public class HMAccessControl: NSObject {
    override init() { super.init() }
}

/// The rights of a user in a home when ``HMHome/homeAccessControl(for:)`` was called.
public final class HMHomeAccessControl: HMAccessControl {
    /// Whether the user may change the home's configuration and invite and remove users. False for guests.
    public let isAdministrator: Bool

    init(isAdministrator: Bool) {
        self.isAdministrator = isAdministrator
        super.init()
    }

    /// A one-line description, such as `HMHomeAccessControl(administrator)`.
    public override var description: String {
        "HMHomeAccessControl(\(isAdministrator ? "administrator" : "no administrator"))"
    }
}
