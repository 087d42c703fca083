public import HearthTraitCore

/// A trait, a command or an event of a device or structure that an automation can use, with the limits of its fields.
/// Only traits among ``HomeClientConfiguration/referencedAutomationTypes`` are found.
public protocol NodeCandidate: Hashable, Sendable {
    /// The device or structure.
    var homeObject: any HomeObject { get }
    /// The device types of the part that has the trait, limited to those among
    /// ``HomeClientConfiguration/referencedAutomationTypes``. Empty for a structure.
    var deviceTypes: [any DeviceType.Type] { get }
    /// The trait.
    var trait: any Trait.Type { get }
    /// The attributes, arguments or fields, with their limits.
    var fieldDetails: [AnyField: FieldDetails] { get }
    /// The reasons why it can't be used at present. Empty if it can.
    var unsupportedReasons: [UnsupportedCandidateReason] { get }
}

/// A candidate that can trigger an automation.
public protocol StarterCandidate: NodeCandidate {}
/// A candidate that an automation can read.
public protocol StateReaderCandidate: NodeCandidate {}
/// A candidate for an action of an automation.
public protocol ActionCandidate: NodeCandidate {}

/// A candidate of any kind.
public struct AnyNodeCandidate: Hashable, Sendable, Identifiable {
    /// The candidate.
    public let node: any NodeCandidate
    /// Unique among the candidates of a home.
    public let id: String

    init(_ node: some FoundCandidate) {
        self.node = node
        id = node.found.id
    }

    public static func == (left: AnyNodeCandidate, right: AnyNodeCandidate) -> Bool {
        left.id == right.id && AnyHashable(left.node) == AnyHashable(right.node)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Why a candidate can't be used at present.
public struct UnsupportedCandidateReason: Hashable, Sendable {
    /// The kinds of reasons.
    public enum ReasonType: Hashable, Sendable {
        /// The structure has no location, which times of sunrise and sunset need.
        case missingStructureAddressSetup
    }

    /// The kind of reason.
    public let reasonType: ReasonType
}

/// The attributes of a trait: to be triggered by a change, to read, and to write where they are writable.
public struct TraitAttributesCandidate: StarterCandidate, StateReaderCandidate, ActionCandidate, FoundCandidate {
    let found: CandidateSource

    public var fieldDetails: [AnyField: FieldDetails] {
        let values = found.values
        let list = values[GlobalAttribute.attributeList]?.list
        let fields = trait.descriptor.attributes.filter { attribute in
            !GlobalAttribute.contains(attribute.id)
                && (list?.contains(.unsigned(UInt64(attribute.id))) ?? (values[attribute.id] != nil))
        }
        return found.details(of: fields.map(\.field))
    }
}

/// A command.
public struct CommandCandidate: ActionCandidate, FoundCandidate {
    let found: CandidateSource
    /// The command.
    public let commandType: CommandDescriptor

    public var fieldDetails: [AnyField: FieldDetails] { found.details(of: commandType.arguments.fields) }
}

/// An event.
public struct EventCandidate: StarterCandidate, FoundCandidate {
    let found: CandidateSource
    /// The event.
    public let event: any Event.Type

    public var fieldDetails: [AnyField: FieldDetails] {
        found.details(of: trait.descriptor.event(event.eventID)?.fields.fields ?? [])
    }

    public var unsupportedReasons: [UnsupportedCandidateReason] {
        // The structure's time events for sunrise and sunset need a location.
        let asks = fieldDetails.keys.contains { $0.name == "solarTime" }
        guard found.traitNumber == timeTraitNumber, asks, found.values[missingLocation] == .bool(true) else {
            return []
        }
        return [UnsupportedCandidateReason(reasonType: .missingStructureAddressSetup)]
    }

    private var missingLocation: UInt32 {
        trait.descriptor.attribute(named: "missingStructureLocation")?.id ?? .max
    }

    public static func == (left: EventCandidate, right: EventCandidate) -> Bool { left.found == right.found }

    public func hash(into hasher: inout Hasher) { hasher.combine(found) }
}
