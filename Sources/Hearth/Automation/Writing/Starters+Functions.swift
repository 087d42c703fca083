public import HearthTraitCore

// What sets automations off, and what they read.

/// Sets the automation off when an attribute of a device's trait changes.
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

/// Sets the automation off when something of a device's trait becomes true that was not before, such as when a
/// temperature gets above a bound. Without that, each change counts, also from one value above the bound to another.
///
/// - Parameters:
///   - deviceType: the type of the part of the device that has the trait.
///   - endpoint: the part's number, for a device with several parts of the type.
///   - becomes: what has to become true.
public func starter<T: Trait>(
    _ device: HomeDevice, _ deviceType: any DeviceType.Type, _ trait: T.Type, endpoint: UInt16? = nil,
    becomes: (TypedReference<T, AttributeStarter>) -> TypedExpression<Bool>
) -> TypedReference<T, AttributeStarter> {
    starter(device, deviceType, trait, endpoint: endpoint).becoming(becomes)
}

/// Sets the automation off when an event of a device happens.
///
/// - Parameters:
///   - deviceType: the type of the part of the device that the event is of.
///   - endpoint: the part's number, for a device with several parts of the type.
///   - parameters: fields that the event must have; none for any.
public func starter<E: Event>(
    _ device: HomeDevice, _ deviceType: any DeviceType.Type, _ event: E.Type, endpoint: UInt16? = nil,
    @ParameterBuilder<E> _ parameters: () -> [TypedParameter<E>] = { [] }
) -> TypedReference<E, EventStarter> {
    let place = AutomationEntity(device, deviceType, trait: E.traitID, endpoint: endpoint)
    return TypedReference(
        EventStarter(
            place, event, traitNumber: E.traitID, eventNumber: E.eventID, parameters().map(\.parameter)))
}

/// Sets the automation off when an attribute of a structure's own trait changes.
public func starter<T: Trait>(_ structure: Structure, _ trait: T.Type) -> TypedReference<T, AttributeStarter> {
    TypedReference(AttributeStarter(AutomationEntity(structure), trait, traitNumber: T.descriptor.id))
}

/// Sets the automation off when something of a structure's own trait becomes true that was not before.
///
/// - Parameter becomes: what has to become true.
public func starter<T: Trait>(
    _ structure: Structure, _ trait: T.Type,
    becomes: (TypedReference<T, AttributeStarter>) -> TypedExpression<Bool>
) -> TypedReference<T, AttributeStarter> {
    starter(structure, trait).becoming(becomes)
}

/// Sets the automation off when an event of a structure happens, or a time comes:
///
/// ```swift
/// starter(structure, Google.TimeTrait.ScheduledEvent.self) {
///     Google.TimeTrait.ScheduledEvent.clockTime(TimeOfDay(hours: 7, minutes: 0))
/// }
/// ```
///
/// - Parameter parameters: fields that the event must have, or which time it is.
public func starter<E: Event>(
    _ structure: Structure, _ event: E.Type, @ParameterBuilder<E> _ parameters: () -> [TypedParameter<E>] = { [] }
) -> TypedReference<E, EventStarter> {
    TypedReference(
        EventStarter(
            AutomationEntity(structure), event, traitNumber: E.traitID, eventNumber: E.eventID,
            parameters().map(\.parameter)))
}

/// Lets a person, or a program, set the automation off: ``Automation/execute()``.
public func manualStarter() -> ManualStarter { ManualStarter() }

/// Reads a device's trait when it is reached. Stated in the automation before what it gives is used.
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

/// Reads a structure's own trait, such as the time, when it is reached. Stated in the automation before what it gives is
/// used.
public func stateReader<T: Trait>(_ structure: Structure, _ trait: T.Type) -> TypedReference<T, StateReader> {
    TypedReference(StateReader(AutomationEntity(structure), trait, traitNumber: T.descriptor.id))
}

/// A variable of an automation, which `assign` gives a value.
public func variable<V: AutomationValue>(_ type: V.Type) -> TypedReference<V, Assignment> {
    // Nothing states it until it has a value.
    let variable = AutomationVariable()
    return TypedReference(Assignment(variable, Reference(variable)), Reference(variable))
}

extension TypedReference where N == AttributeStarter {
    fileprivate func becoming(_ expression: (Self) -> TypedExpression<Bool>) -> Self {
        TypedReference(node.becoming(expression(self).expression))
    }
}
