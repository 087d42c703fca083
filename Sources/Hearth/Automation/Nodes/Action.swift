internal import HearthTraitCore
internal import HearthWire

/// A command to a device, or new values for its attributes.
public struct Action: ProgramNode {
    /// What happens after an action fails.
    public enum FailureResponse: Hashable, Sendable {
        /// The run continues.
        case `continue`
        /// The run ends.
        case stop
        /// The action is retried up to `times` times, at most 100, with a delay of `after` before each retry. Then the
        /// run continues.
        case retry(times: UInt32, after: Duration)
    }

    let identity: NodeIdentity
    let place: AutomationEntity
    /// The command or the new values.
    public let behavior: any ActionBehavior
    /// What happens after the action fails.
    public let onFailure: FailureResponse

    init(
        _ place: AutomationEntity, _ behavior: any ActionBehavior, onFailure: FailureResponse,
        _ identity: NodeIdentity = NodeIdentity()
    ) {
        self.place = place
        self.behavior = behavior
        self.onFailure = onFailure
        self.identity = identity
    }

    /// The device, structure or room; nil if it is gone.
    public var entity: (any HomeObject)? { place.object }
    /// The receiver of the command or the new values.
    public var target: AutomationTarget { place.target }
    /// The device type that its author named; nil for the structure's own traits.
    public var deviceType: (any DeviceType.Type)? { place.deviceType }

    func kind(_ writer: inout ProgramWriter) -> Hearth_V1_AutomationNode.OneOf_Kind? {
        var message: Hearth_V1_AutomationAction
        switch behavior {
        case let command as AutomationCommand:
            message = Hearth_V1_AutomationAction(
                trait: place.message(trait: command.traitNumber), commandID: command.command.id,
                arguments: writer.arguments(command.parameters))
        case let update as Update:
            message = Hearth_V1_AutomationAction(
                trait: place.message(trait: update.traitNumber), arguments: writer.arguments(update.updatedAttributes))
        default: return nil
        }
        switch onFailure {
        case .continue: break
        case .stop: message.stopsOnFailure = true
        case .retry(let times, let delay):
            message.retries = times
            message.retryDelay = .init(duration: delay)
        }
        return .action(message)
    }
}

extension ActionBehavior {
    /// ID of the action's trait; nil for an action type from outside this SDK.
    var ofTrait: UInt32? {
        switch self {
        case let command as AutomationCommand: command.traitNumber
        case let update as Update: update.traitNumber
        default: nil
        }
    }
}
