public import Foundation
internal import Hearth
internal import Synchronization

/// A person of a home. Only the name is known (HK-74); what the person may do, ``HMHome/homeAccessControl(for:)`` says.
public final class HMUser: NSObject, Sendable {
    private let record: Mutex<StructureMember>
    let id: String
    let homeID: String

    init(_ record: StructureMember) {
        self.record = Mutex(record)
        id = record.id
        homeID = record.structureID
    }

    /// In a line: `HMUser("Anna")`.
    public override var description: String { "HMUser(\"\(name)\")" }

    /// The display name, which all members of the home see.
    public var name: String { record.withLock { $0.name } }
    /// Identifies the person in this home; the same person has another one in another home.
    public var uniqueIdentifier: UUID { UUID(hubID: id, kind: "person") }

    var role: StructureRole { record.withLock { $0.role } }

    func replace(_ new: StructureMember) { record.withLock { $0 = new } }
}

/// What somebody may do.
public class HMAccessControl: NSObject {
    override init() { super.init() }
}

/// What a user may do in a home, as it was when ``HMHome/homeAccessControl(for:)`` was asked.
public final class HMHomeAccessControl: HMAccessControl {
    /// Whether the user may change how the home is set up, and invite and remove users. False for guests (HK-68).
    public let isAdministrator: Bool

    init(isAdministrator: Bool) {
        self.isAdministrator = isAdministrator
        super.init()
    }

    /// In a line: `HMHomeAccessControl(administrator)`.
    public override var description: String {
        "HMHomeAccessControl(\(isAdministrator ? "administrator" : "no administrator"))"
    }
}
