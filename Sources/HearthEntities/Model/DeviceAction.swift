/// An action that a device's firmware names itself, such as `play_melody`. A device has them in one entity, of kind
/// ``EntityKind/actions(_:)``.
package struct DeviceAction: Hashable, Sendable {
    package enum ArgumentType: String, Hashable, Sendable, CaseIterable {
        case boolean, integer, number, text
        /// Lists.
        case booleans, integers, numbers, texts
    }

    package struct Argument: Hashable, Sendable {
        package var name: String
        package var type: ArgumentType
        /// What the device takes if the argument is left out; nil if it can't be.
        package var missing: ActionValue?

        package init(name: String, type: ArgumentType, missing: ActionValue? = nil) {
            self.name = name
            self.type = type
            self.missing = missing
        }
    }

    package var name: String
    package var arguments: [Argument]
    /// Whether it answers with data.
    package var answers: Bool

    package init(name: String, arguments: [Argument] = [], answers: Bool = false) {
        self.name = name
        self.arguments = arguments
        self.answers = answers
    }
}

/// The value of an action's argument.
package enum ActionValue: Hashable, Sendable {
    case boolean(Bool)
    case integer(Int32)
    /// Finite, also with 32 bits.
    case number(Double)
    case text(String)
    case booleans([Bool])
    case integers([Int32])
    case numbers([Double])
    case texts([String])

    /// The value of an argument whose text is empty: false, zero, an empty text or an empty list.
    package init(zero type: DeviceAction.ArgumentType) {
        switch type {
        case .boolean: self = .boolean(false)
        case .integer: self = .integer(0)
        case .number: self = .number(0)
        case .text: self = .text("")
        case .booleans: self = .booleans([])
        case .integers: self = .integers([])
        case .numbers: self = .numbers([])
        case .texts: self = .texts([])
        }
    }
}

/// A call of an action.
package struct ActionCall: Hashable, Sendable {
    package var name: String
    /// In the order of the action's arguments.
    package var values: [ActionValue]

    package init(name: String, values: [ActionValue] = []) {
        self.name = name
        self.values = values
    }
}
