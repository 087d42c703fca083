/// The codes that locks and alarm systems take with their commands: the PIN of DoorLock (Matter Application Clusters
/// 1.4, section 5.2.10.1) and the code of SecuritySystem (`Schemas/Hearth/SecuritySystem.matter`).
package enum CommandCode {
    /// The alarm system, SecuritySystem.
    package static let alarmTrait: UInt32 = 0xFFF0_FC01
    /// SecuritySystem.TargetState.
    package static let alarmTarget: UInt32 = 1
    /// SecuritySystem.SetTargetState, and its argument for the code.
    package static let alarmCommand: UInt32 = 0
    package static let alarmArgument: UInt32 = 1
    private static let doorLock: UInt32 = 0x0101
    private static let disarmed: Int64 = 3

    /// Whether an alarm system takes a target state only with a code.
    ///
    /// - Parameters:
    ///   - target: a value of TargetStateEnum; nil if it is not known which, so that any may be meant.
    ///   - attributes: those of SecuritySystem.
    package static func isNeeded(for target: Int64?, _ attributes: StructureValue) -> Bool {
        let (toArm, toDisarm) = (attributes[5]?.bool == true, attributes[6]?.bool == true)
        return target.map { $0 == disarmed ? toDisarm : toArm } ?? (toArm || toDisarm)
    }

    /// Whether an argument is a code, which must not be shown or typed where others can read it.
    package static func isCode(_ field: FieldDescriptor, of trait: TraitDescriptor) -> Bool {
        switch trait.id {
        case doorLock: field.name == "pinCode"
        case alarmTrait: field.name == "code"
        default: false
        }
    }

    /// The argument in which a command lacks the code that the device requires; nil if it needs no code, or has one.
    ///
    /// - Parameter attributes: the trait's attributes.
    package static func missing(
        from arguments: StructureValue, of command: CommandDescriptor, _ trait: TraitDescriptor,
        _ attributes: StructureValue
    ) -> FieldDescriptor? {
        switch trait.id {
        case doorLock:
            guard let field = command.arguments.field(named: "pinCode"), arguments[field.id] == nil,
                let required = trait.attribute(named: "requirePinforRemoteOperation")?.id,
                attributes[required]?.bool == true
            else { return nil }
            return field
        case alarmTrait where command.id == alarmCommand && arguments[alarmArgument] == nil:
            return isNeeded(for: arguments[0]?.integer, attributes) ? command.arguments.field(alarmArgument) : nil
        default: return nil
        }
    }
}
