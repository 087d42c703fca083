/// The rule by which a device that is off ignores commands for its level and color (Matter, LevelControl and
/// ColorControl: attribute Options, bit ExecuteIfOff).
public enum ExecuteIfOff {
    /// Whether a device that is off executes a command.
    ///
    /// - Parameters:
    ///   - options: the trait's attribute Options.
    ///   - mask: the bits that the command sets for itself (OptionsMask).
    ///   - override: their values for this command (OptionsOverride).
    public static func isSet(options: UInt64, mask: UInt64, override: UInt64) -> Bool {
        (options & ~mask | override & mask) & 1 == 1
    }

    /// The traits with this rule: LevelControl and ColorControl.
    public static func applies(to traitID: UInt32) -> Bool { traitID == levelControl || traitID == colorControl }

    /// Whether a device that is off answers a command with success without executing it.
    ///
    /// - Parameters:
    ///   - trait: the command's trait. The result is false if the rule doesn't apply to it.
    ///   - arguments: the command's arguments, with defaults.
    ///   - attributes: the trait's attributes.
    public static func ignores(
        _ command: CommandDescriptor, _ arguments: StructureValue, of trait: TraitDescriptor,
        attributes: StructureValue
    ) -> Bool {
        guard applies(to: trait.id), let mask = command.arguments.fields.first(where: { $0.name == "optionsMask" })
        else { return false }
        if trait.id == levelControl {
            // Commands "with on/off" switch the device on. Without the feature OnOff, the level is independent.
            guard command.id <= stop, bits(attributes[GlobalAttribute.featureMap]) & 1 == 1 else { return false }
        }
        let override = command.arguments.fields.first { $0.name == "optionsOverride" }
        return !isSet(
            options: bits(trait.attribute(named: "options").flatMap { attributes[$0.id] }),
            mask: bits(arguments[mask.id]), override: bits(override.flatMap { arguments[$0.id] }))
    }

    private static let levelControl: UInt32 = 0x0008
    private static let colorControl: UInt32 = 0x0300
    /// The last of LevelControl's commands that are not "with on/off".
    private static let stop: UInt32 = 3

    private static func bits(_ value: TraitValue?) -> UInt64 {
        if case .unsigned(let bits) = value { bits } else { 0 }
    }
}
