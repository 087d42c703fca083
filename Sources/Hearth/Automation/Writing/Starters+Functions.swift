public import HearthTraitCore

// Functions that create starters, state readers and variables.

/// Triggers the automation when an attribute of a device's trait changes.
///
/// - Parameters:
///   - deviceType: the type of the part of the device that has the trait.
///   - endpoint: the part's number, for a device with several parts of the type.
public func starter<T: Trait>(
    _ device: HomeDevice, _ deviceType: any DeviceType.Type, _ trait: T.Type, endpoint: UInt16? = nil
) -> TypedReference<T, AttributeStarter> {
    let id = T.descriptor.id
    let place = AutomationEntity(device, deviceType, trait: id, endpoint: endpoint)
    return TypedReference(AttributeStarter(place, trait, traitNumber: id))
}

/// Triggers the automation when a condition on a device's trait becomes true, such as when a temperature exceeds a
/// bound. A starter without `becomes` fires at each change, even from one value above the bound to another.
///
/// - Parameters:
///   - deviceType: the type of the part of the device that has the trait.
///   - endpoint: the part's number, for a device with several parts of the type.
///   - becomes: the condition that must become true.
public func starter<T: Trait>(
    _ device: HomeDevice, _ deviceType: any DeviceType.Type, _ trait: T.Type, endpoint: UInt16? = nil,
    becomes: (TypedReference<T, AttributeStarter>) -> TypedExpression<Bool>
) -> TypedReference<T, AttributeStarter> {
    starter(device, deviceType, trait, endpoint: endpoint).becoming(becomes)
}

/// Triggers the automation when an event of a device occurs.
///
/// - Parameters:
///   - deviceType: the type of the part of the device that has the event.
///   - endpoint: the part's number, for a device with several parts of the type.
///   - parameters: field values that the event must have; none for any event.
public func starter<E: Event>(
    _ device: HomeDevice, _ deviceType: any DeviceType.Type, _ event: E.Type, endpoint: UInt16? = nil,
    @ParameterBuilder<E> _ parameters: () -> [TypedParameter<E>] = { [] }
) -> TypedReference<E, EventStarter> {
    let place = AutomationEntity(device, deviceType, trait: E.traitID, endpoint: endpoint)
    return TypedReference(
        EventStarter(
            place, event, traitNumber: E.traitID, eventNumber: E.eventID, parameters().map(\.parameter)))
}

/// Triggers the automation when an attribute of a structure's own trait changes.
public func starter<T: Trait>(_ structure: Structure, _ trait: T.Type) -> TypedReference<T, AttributeStarter> {
    TypedReference(AttributeStarter(AutomationEntity(structure), trait, traitNumber: T.descriptor.id))
}

/// Triggers the automation when a condition on a structure's own trait becomes true.
///
/// - Parameter becomes: the condition that must become true.
public func starter<T: Trait>(
    _ structure: Structure, _ trait: T.Type,
    becomes: (TypedReference<T, AttributeStarter>) -> TypedExpression<Bool>
) -> TypedReference<T, AttributeStarter> {
    starter(structure, trait).becoming(becomes)
}

/// Triggers the automation when an event of a structure occurs, or at a time:
///
/// ```swift
/// starter(structure, Google.TimeTrait.ScheduledEvent.self) {
///     Google.TimeTrait.ScheduledEvent.clockTime(TimeOfDay(hours: 7, minutes: 0))
/// }
/// ```
///
/// - Parameter parameters: field values that the event must have, or the time.
public func starter<E: Event>(
    _ structure: Structure, _ event: E.Type, @ParameterBuilder<E> _ parameters: () -> [TypedParameter<E>] = { [] }
) -> TypedReference<E, EventStarter> {
    TypedReference(
        EventStarter(
            AutomationEntity(structure), event, traitNumber: E.traitID, eventNumber: E.eventID,
            parameters().map(\.parameter)))
}

/// Lets a person or a program trigger the automation: ``Automation/execute()``.
public func manualStarter() -> ManualStarter { ManualStarter() }

/// Reads a device's trait when it is reached. Place it in the automation before the nodes that use its values.
///
/// - Parameters:
///   - deviceType: the type of the part of the device that has the trait.
///   - endpoint: the part's number, for a device with several parts of the type.
public func stateReader<T: Trait>(
    _ device: HomeDevice, _ deviceType: any DeviceType.Type, _ trait: T.Type, endpoint: UInt16? = nil
) -> TypedReference<T, StateReader> {
    let id = T.descriptor.id
    return TypedReference(
        StateReader(AutomationEntity(device, deviceType, trait: id, endpoint: endpoint), trait, traitNumber: id))
}

/// Reads a structure's own trait, such as the time, when it is reached. Place it in the automation before the nodes
/// that use its values.
public func stateReader<T: Trait>(_ structure: Structure, _ trait: T.Type) -> TypedReference<T, StateReader> {
    TypedReference(StateReader(AutomationEntity(structure), trait, traitNumber: T.descriptor.id))
}

/// Creates a variable of an automation. `assign` gives it a value.
public func variable<V: AutomationValue>(_ type: V.Type) -> TypedReference<V, Assignment> {
    // The variable becomes part of the automation when it is assigned.
    let variable = AutomationVariable()
    return TypedReference(Assignment(variable, Reference(variable)), Reference(variable))
}

extension TypedReference where N == AttributeStarter {
    fileprivate func becoming(_ expression: (Self) -> TypedExpression<Bool>) -> Self {
        TypedReference(node.becoming(expression(self).expression))
    }
}
