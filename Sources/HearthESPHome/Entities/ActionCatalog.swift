internal import HearthBase
internal import HearthEntities

/// The actions that a firmware names itself.
struct ActionCatalog: Sendable {
    /// The most actions that are listed.
    static let mostActions = 64
    /// The most arguments of one.
    static let mostArguments = 32
    /// The key of the entity that has the actions.
    static let entity = "actions"

    private struct Known: Sendable {
        var key: UInt32
        var action: DeviceAction
        /// Whether the device says when the action has run.
        var confirms: Bool
    }

    private var known: [Known] = []

    /// The actions, in the firmware's order.
    var actions: [DeviceAction] { known.map(\.action) }

    /// The entity that has the actions; nil without any.
    var entity: Entity? {
        known.isEmpty ? nil : Entity(key: Self.entity, name: "Actions", category: .setting, kind: .actions(actions))
    }

    /// Adds an action. Another one of the same name is dropped.
    ///
    /// - Returns: false if the action is left out: there is no room for it, or an argument has an unknown type.
    mutating func add(_ listing: ListEntitiesServicesResponse) -> Bool {
        let name = listing.actionName.limited(to: 64)
        guard !known.contains(where: { $0.action.name == name }) else { return true }
        guard known.count < Self.mostActions, listing.arguments.count <= Self.mostArguments else { return false }
        var arguments: [DeviceAction.Argument] = []
        for part in listing.arguments {
            guard let index = Int(exactly: part.type), DeviceAction.ArgumentType.allCases.indices.contains(index) else {
                return false
            }
            let type = DeviceAction.ArgumentType.allCases[index]
            arguments.append(
                DeviceAction.Argument(
                    name: part.argumentName.limited(to: 64), type: type,
                    missing: part.isOptional ? ActionValue(written: part.missing, as: type) : nil))
        }
        known.append(
            Known(
                key: listing.key,
                action: DeviceAction(
                    name: name, arguments: arguments, answers: listing.answers == 1 || listing.answers == 2),
                confirms: listing.answers != 0))
        return true
    }

    /// The message that runs an action. Its `callID` is 0 if the device does not say when the action has run.
    ///
    /// - Parameters:
    ///   - callID: identifies the answer.
    ///   - minor: the minor version of the device's API.
    func request(
        for call: ActionCall, callID: UInt32, minor: UInt32
    ) throws(ESPHomeError) -> ExecuteServiceRequest {
        guard let known = known.first(where: { $0.action.name == call.name }),
            known.action.arguments.count == call.values.count
        else {
            throw ESPHomeError(
                .unknownEntity,
                "the device has no action \"\(call.name.limited(to: 64))\" with such arguments; its firmware may have "
                    + "changed")
        }
        return ExecuteServiceRequest(
            key: known.key, arguments: call.values.map { ActionValuePart($0, minor: minor) },
            callID: known.confirms ? callID : 0, wantsData: known.action.answers)
    }
}

extension ActionValuePart {
    /// The minor version of the API since which integers have a field of their own. Later firmware that gets the older
    /// field too reads a negative number as 0.
    private static let firstMinorWithIntegers: UInt32 = 3

    init(_ value: ActionValue, minor: UInt32) {
        self.init()
        switch value {
        case .boolean(let value): flag = value
        case .integer(let value) where minor < Self.firstMinorWithIntegers: legacyInteger = value
        case .integer(let value): integer = value
        case .number(let value): real = Float(value)
        case .text(let value): text = value
        case .booleans(let values): flags = values
        case .integers(let values): integers = values
        case .numbers(let values): reals = values.map { Float($0) }
        case .texts(let values): texts = values
        }
    }
}

extension ActionValue {
    /// The value that a firmware writes as text, such as `true` or `2.5`; the zero of the type for lists and for a text
    /// that is no such value.
    init(written text: String, as type: DeviceAction.ArgumentType) {
        let written: ActionValue? =
            switch type {
            case .boolean: .boolean(text == "true")
            case .integer: Int32(text).map { .integer($0) }
            case .number: Double(text).flatMap { Float($0).isFinite ? .number($0) : nil }
            case .text: .text(text)
            case .booleans, .integers, .numbers, .texts: nil
            }
        self = written ?? ActionValue(zero: type)
    }
}
