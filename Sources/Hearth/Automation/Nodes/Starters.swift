public import HearthTraitCore
internal import HearthWire

/// Triggers an automation when an attribute of a trait changes.
public struct AttributeStarter: Starter, StarterNode {
    let identity: NodeIdentity
    let place: AutomationEntity
    /// Matter's ID of the trait.
    public let traitNumber: UInt32
    /// The trait; ``UnknownTrait`` for one that is not among ``HomeClientConfiguration/referencedAutomationTypes``.
    public let trait: any Trait.Type
    /// The condition that the change must have made true; nil for any change.
    public let becomes: (any Expression)?
    /// The allowed causes of the change; empty for all.
    public let causes: Set<StarterCause>

    init(
        _ place: AutomationEntity, _ trait: any Trait.Type, traitNumber: UInt32, becomes: (any Expression)? = nil,
        causes: Set<StarterCause> = [], _ identity: NodeIdentity = NodeIdentity()
    ) {
        self.causes = causes
        self.place = place
        self.trait = trait
        self.traitNumber = traitNumber
        self.becomes = becomes
        self.identity = identity
    }

    public var entity: (any HomeObject)? { place.object }
    /// The owner of the trait.
    public var target: AutomationTarget { place.target }
    public var entityExpression: any Expression { place.expression }
    public var deviceType: (any DeviceType.Type)? { place.deviceType }
    public var deviceTypeID: String? { place.deviceTypeIdentifier }

    /// The same starter, with a condition that must become true.
    func becoming(_ expression: any Expression) -> AttributeStarter {
        AttributeStarter(place, trait, traitNumber: traitNumber, becomes: expression, causes: causes, identity)
    }

    /// The same starter, limited to changes with these causes.
    func caused(by causes: Set<StarterCause>) -> AttributeStarter {
        AttributeStarter(place, trait, traitNumber: traitNumber, becomes: becomes, causes: causes, identity)
    }

    func message(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationStarter {
        Hearth_V1_AutomationStarter(
            trait: place.message(trait: traitNumber), becomes: becomes.map { writer.expression($0) },
            causes: StarterCause.messages(causes))
    }
}

/// Triggers an automation when an event occurs. Events of the structure's `TimeTrait` occur at scheduled times.
public struct EventStarter: Starter, StarterNode {
    let identity: NodeIdentity
    let place: AutomationEntity
    /// Matter's ID of the trait.
    public let traitNumber: UInt32
    /// Matter's ID of the event in the trait.
    public let eventNumber: UInt32
    /// The event; ``UnknownEvent`` for one of a trait that is not among
    /// ``HomeClientConfiguration/referencedAutomationTypes``.
    public let event: any Event.Type
    /// Fields that the event must have.
    public let parameters: [Parameter]
    /// The allowed causes of the event; empty for all.
    public let causes: Set<StarterCause>

    init(
        _ place: AutomationEntity, _ event: any Event.Type, traitNumber: UInt32, eventNumber: UInt32,
        _ parameters: [Parameter], causes: Set<StarterCause> = [], _ identity: NodeIdentity = NodeIdentity()
    ) {
        self.causes = causes
        self.place = place
        self.event = event
        self.traitNumber = traitNumber
        self.eventNumber = eventNumber
        self.parameters = parameters
        self.identity = identity
    }

    public var entity: (any HomeObject)? { place.object }
    /// The owner of the trait.
    public var target: AutomationTarget { place.target }
    public var entityExpression: any Expression { place.expression }
    public var deviceType: (any DeviceType.Type)? { place.deviceType }
    public var deviceTypeID: String? { place.deviceTypeIdentifier }

    /// The same starter, limited to events with these causes.
    func caused(by causes: Set<StarterCause>) -> EventStarter {
        EventStarter(
            place, event, traitNumber: traitNumber, eventNumber: eventNumber, parameters, causes: causes, identity)
    }

    func message(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationStarter {
        Hearth_V1_AutomationStarter(
            trait: place.message(trait: traitNumber), eventID: eventNumber,
            parameters: parameters.compactMap { parameter in
                (parameter.value as? Constant).map { constant in
                    Hearth_V1_FieldValue(id: parameter.id, value: Hearth_V1_Value(constant.value.traitValue))
                }
            }, causes: StarterCause.messages(causes))
    }
}

/// A starter of this module.
protocol StarterNode: ProgramNode, Starter {
    func message(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationStarter
    func caused(by causes: Set<StarterCause>) -> Self
}

extension StarterNode {
    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? { .starter(message(&writer)) }
}

/// Lets a person or a program trigger an automation: ``Automation/execute()``.
public struct ManualStarter: ProgramNode {
    let identity: NodeIdentity

    init(_ identity: NodeIdentity = NodeIdentity()) { self.identity = identity }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .manualStarter(Hearth_V1_AutomationManualStarter())
    }
}

/// Reads a trait when it is reached, and keeps the values for the rest of the run.
public struct StateReader: NodeWithOutput, ProgramNode {
    let identity: NodeIdentity
    let place: AutomationEntity
    /// Matter's ID of the trait.
    public let traitNumber: UInt32
    /// The trait; ``UnknownTrait`` for one that is not among ``HomeClientConfiguration/referencedAutomationTypes``.
    public let trait: any Trait.Type

    init(
        _ place: AutomationEntity, _ trait: any Trait.Type, traitNumber: UInt32,
        _ identity: NodeIdentity = NodeIdentity()
    ) {
        self.place = place
        self.trait = trait
        self.traitNumber = traitNumber
        self.identity = identity
    }

    /// The device or structure; nil if it was removed.
    public var entity: (any HomeObject)? { place.object }
    /// The owner of the trait.
    public var target: AutomationTarget { place.target }
    /// The device type that its author named; nil for the structure's own traits.
    public var deviceType: (any DeviceType.Type)? { place.deviceType }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        .stateReader(place.message(trait: traitNumber))
    }
}
