package import HearthTraitCore

/// Where a change comes from: its cause, and the person, automation or program whose action led to it.
package struct ChangeOrigin: Hashable, Sendable {
    /// The person, automation or program that wanted the change.
    enum Author: Hashable, Sendable {
        /// A person, by identity.
        case person(String)
        /// An automation, by id.
        case automation(String)
        /// A program that acts for no person, by the name that the hub vouches for.
        case program(String)
    }

    let cause: ChangeCause
    /// nil if unknown, such as for a measurement of a sensor.
    let author: Author?

    package static let device = ChangeOrigin(.device)
    package static let hub = ChangeOrigin(.hub)

    static func client(_ id: String, request: String = "") -> ChangeOrigin {
        ChangeOrigin(.client(id, request: request))
    }

    /// - Parameters:
    ///   - identity: the person who asked; nil for a caller that belongs to no person.
    ///   - program: the name of the program that asked for no person, as in ``Principal/program``.
    package init(_ cause: ChangeCause, identity: String? = nil, program: String? = nil) {
        let author: Author? =
            if case .automation(let id, _) = cause {
                .automation(id)
            } else {
                identity.map { .person($0) } ?? program.map { .program($0) }
            }
        self.init(cause, author: author)
    }

    init(_ cause: ChangeCause, author: Author?) {
        self.cause = cause
        self.author = author
    }
}

/// The person, automation or program whose action led to a change, as a report names it.
package enum ChangeActor: Hashable, Sendable {
    /// A member of the structure, by the id of the membership and the name at the time of the change.
    case person(id: String, name: String)
    /// An automation, by its id and its name at the time of the change; the name is empty if it is unknown.
    case automation(id: String, name: String)
    /// A program that acts for no person, by the name that the hub vouches for.
    case program(String)

    /// Approximate memory in bytes.
    var size: Int {
        switch self {
        case .person(let id, let name), .automation(let id, let name): 32 + id.utf8.count + name.utf8.count
        case .program(let name): 32 + name.utf8.count
        }
    }
}
