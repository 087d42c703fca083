package import HearthTraitDescriptors

/// An attribute of a trait of a device.
package struct TraitAttribute: Hashable, Sendable {
    package let path: TraitPath
    package let id: UInt32

    package init(_ path: TraitPath, _ id: UInt32) {
        self.path = path
        self.id = id
    }
}

/// The value of an attribute before a run changed it.
package struct OriginalValue: Hashable, Sendable {
    package var before: TraitValue
    /// The value that the run asked for; nil if unknown.
    package var asked: TraitValue?
    /// Whether another cause has changed it since; then it is not restored.
    package var isOverridden = false
    /// Whether it is a fan's "off" and the thermostat of its endpoint was off, with which it may have been off.
    package var isOffWithThermostat = false

    package init(
        before: TraitValue, asked: TraitValue?, isOverridden: Bool = false, isOffWithThermostat: Bool = false
    ) {
        self.before = before
        self.asked = asked
        self.isOverridden = isOverridden
        self.isOffWithThermostat = isOffWithThermostat
    }
}

/// The attributes that an action changes, and the requests that restore them. These are writable attributes and,
/// through commands, power, level and the state of a valve: at least those that HomeKit's end events restore. The
/// effects of other commands are unknown and are not restored.
enum Restorable {
    private enum Trait {
        static let onOff: UInt32 = 0x0006
        static let level: UInt32 = 0x0008
        static let valve: UInt32 = 0x0081
        static let thermostat: UInt32 = 0x0201
        static let fan: UInt32 = 0x0202
    }

    private enum Attribute {
        static let onOff: UInt32 = 0
        static let currentLevel: UInt32 = 0
        static let valveState: UInt32 = 4
        static let fanMode: UInt32 = 0
        static let fanPercentSetting: UInt32 = 2
        static let systemMode: UInt32 = 0x1C
    }

    private enum Level {
        static let moveToLevel: UInt32 = 0
        static let moveToLevelWithOnOff: UInt32 = 4
        /// A bit of LevelControl's options: also act while the light is off.
        static let executeIfOff: TraitValue = .unsigned(1)
    }

    /// The attributes that an action is about to change, with the requested values.
    static func changes(
        by commandID: UInt32?, _ fields: StructureValue, of path: TraitPath
    ) -> [(attribute: TraitAttribute, asked: TraitValue?)] {
        guard let commandID else {
            return fields.fields.sorted { $0.key < $1.key }.map { (TraitAttribute(path, $0), $1) }
        }
        let power = TraitAttribute(TraitPath(path.target, Trait.onOff), Attribute.onOff)
        switch (path.traitID, commandID) {
        // Off, OffWithEffect; On, OnWithRecallGlobalScene, OnWithTimedOff.
        case (Trait.onOff, 0), (Trait.onOff, 0x40): return [(power, .bool(false))]
        case (Trait.onOff, 1), (Trait.onOff, 0x41), (Trait.onOff, 0x42): return [(power, .bool(true))]
        case (Trait.onOff, _): return [(power, nil)]
        case (Trait.level, 0...7):
            let isMove = commandID == Level.moveToLevel || commandID == Level.moveToLevelWithOnOff
            let level = (TraitAttribute(path, Attribute.currentLevel), isMove ? fields[0] : nil)
            return commandID < Level.moveToLevelWithOnOff ? [level] : [level, (power, nil)]
        case (Trait.valve, 0), (Trait.valve, 1):
            return [(TraitAttribute(path, Attribute.valveState), .unsigned(commandID == 0 ? 1 : 0))]
        default: return []
        }
    }

    /// Whether a reported value may be an intermediate one on the way to the requested value.
    static func isOnTheWay(_ value: TraitValue, _ original: OriginalValue, of attribute: TraitAttribute) -> Bool {
        if let asked = original.asked, value == asked { return true }
        switch (attribute.path.traitID, attribute.id) {
        // The requested value is unknown: any first change counts as it.
        case (Trait.onOff, Attribute.onOff): return original.asked == nil && value != original.before
        // The valve is moving.
        case (Trait.valve, Attribute.valveState): return value == .unsigned(2) || value == .null
        case (Trait.level, Attribute.currentLevel):
            guard let level = value.integer, let from = original.before.integer else { return false }
            guard let asked = original.asked?.integer else { return true }
            return min(from, asked) <= level && level <= max(from, asked)
        default: return false
        }
    }

    /// Whether a value is a fan's "off".
    static func isFanOff(_ attribute: TraitAttribute, _ value: TraitValue) -> Bool {
        attribute.path.traitID == Trait.fan && value.integer == 0
            && [Attribute.fanMode, Attribute.fanPercentSetting].contains(attribute.id)
    }

    /// The mode of the thermostat on an attribute's endpoint.
    static func thermostatMode(beside attribute: TraitAttribute) -> TraitAttribute {
        TraitAttribute(TraitPath(attribute.path.target, Trait.thermostat), Attribute.systemMode)
    }

    /// The request that restores an attribute; nil if no request can.
    static func request(
        _ attribute: TraitAttribute, _ value: TraitValue
    ) -> (commandID: UInt32?, fields: StructureValue)? {
        switch (attribute.path.traitID, attribute.id, value) {
        case (Trait.onOff, Attribute.onOff, .bool(let isOn)): return (isOn ? 1 : 0, [:])
        case (Trait.onOff, Attribute.onOff, _): return nil
        case (Trait.level, Attribute.currentLevel, .unsigned):
            return (
                Level.moveToLevel, [0: value, 1: .null, 2: Level.executeIfOff, 3: Level.executeIfOff]
            )
        case (Trait.level, Attribute.currentLevel, _): return nil
        case (Trait.valve, Attribute.valveState, .unsigned(0)): return (1, [:])
        case (Trait.valve, Attribute.valveState, .unsigned(1)): return (0, [:])
        case (Trait.valve, Attribute.valveState, _): return nil
        default: return (nil, [attribute.id: value])
        }
    }

    /// The order of requests: levels before power, so that a lamp that was off is switched off last.
    static func isBefore(_ one: TraitAttribute, _ other: TraitAttribute) -> Bool {
        func rank(_ attribute: TraitAttribute) -> (String, Bool, UInt16, UInt32, UInt32) {
            let path = attribute.path
            return (
                path.target.deviceID, path.traitID == Trait.onOff, path.target.endpoint, path.traitID, attribute.id
            )
        }
        let (left, right) = (rank(one), rank(other))
        if left.0 != right.0 { return left.0 < right.0 }
        if left.1 != right.1 { return !left.1 }
        return (left.2, left.3, left.4) < (right.2, right.3, right.4)
    }
}
