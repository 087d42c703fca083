internal import HearthTraitDescriptors

/// The state that a device must reach after a command, so that a caller can tell when it has finished.
public struct ActionGoal: Sendable {
    /// The progress of a device towards the goal.
    public enum Progress: Hashable, Sendable {
        /// The goal is reached.
        case reached
        /// The goal is not reached yet, or missed.
        case underWay
        /// The command has no known goal.
        case unknown
    }

    private let endpoint: UInt16
    private let traitID: UInt32
    private let isReached: (@Sendable (DeviceReading.Part) -> Bool)?

    /// - Parameter before: the state of the device before the command was sent.
    public init(_ action: DeviceAction, before: DeviceReading) {
        endpoint = action.endpoint
        traitID = action.trait.id
        let part = before.parts.first { $0.endpoint == action.endpoint }
        switch action.content {
        case .command(let command, let arguments): isReached = Self.goal(command, arguments, action.trait.id, part)
        // Written attributes have their new values when the answer arrives. An alarm system disarms itself after that.
        case .update(let values): isReached = Self.disarms(values, action.trait.id) ? Self.disarmed : nil
        }
    }

    /// The progress in a reading.
    public func progress(in device: DeviceReading) -> Progress {
        guard let isReached, let part = device.parts.first(where: { $0.endpoint == endpoint }) else { return .unknown }
        return isReached(part) ? .reached : .underWay
    }

    private static func disarms(_ values: StructureValue, _ trait: UInt32) -> Bool {
        trait == TraitID.securitySystem && values[CommandCode.alarmTarget]?.integer == AlarmReading.disarmed
    }

    /// Arming has no goal, as people have time to leave before an alarm system is armed.
    private static let disarmed: Goal = { AlarmReading($0)?.isArmed != true }

    private typealias Goal = @Sendable (DeviceReading.Part) -> Bool

    private static func goal(
        _ command: CommandDescriptor, _ arguments: StructureValue, _ trait: UInt32, _ before: DeviceReading.Part?
    ) -> Goal? {
        func argument(_ name: String) -> Int64? {
            command.arguments.fields.first { $0.name == name }.flatMap { arguments[$0.id]?.integer }
        }
        switch (trait, command.methodName) {
        case (TraitID.onOff, "on"): return switchedOn(before)
        case (TraitID.onOff, "off"), (TraitID.onOff, "offWithEffect"):
            return attribute(trait, "onOff", is: .bool(false))
        case (TraitID.onOff, "toggle"):
            guard let wasOn = before?.traits[trait]?.value("onOff")?.bool else { return nil }
            return wasOn ? attribute(trait, "onOff", is: .bool(false)) : switchedOn(before)
        case (TraitID.levelControl, "moveToLevel"), (TraitID.levelControl, "moveToLevelWithOnOff"):
            return argument("level").map { level($0, mayEndOff: command.methodName == "moveToLevelWithOnOff") }
        case (TraitID.levelControl, "stepWithOnOff"), (TraitID.levelControl, "step"), (TraitID.colorControl, _):
            return noTimeRemains(trait)
        case (TraitID.windowCovering, "upOrOpen"): return covering(closed: 0)
        case (TraitID.windowCovering, "downOrClose"): return covering(closed: 10_000)
        case (TraitID.windowCovering, "goToLiftPercentage"):
            return argument("liftPercent100thsValue").map { covering(closed: $0) }
        case (TraitID.windowCovering, "stopMotion"): return { !isMoving($0) }
        case (TraitID.closureControl, "moveTo"):
            return argument("position").map { target in closure(isOpen: target != 0) }
        case (TraitID.closureControl, "stop"): return { ClosureReading($0).map { !$0.isMoving } ?? true }
        case (TraitID.doorLock, "lockDoor"): return { $0.traits[trait]?.integer("lockState") == 1 }
        case (TraitID.doorLock, let name) where name.hasPrefix("un"):
            return { [2, 3].contains($0.traits[trait]?.integer("lockState")) }
        case (TraitID.mediaPlayback, "play"): return { $0.traits[trait]?.integer("currentState") == 0 }
        case (TraitID.mediaPlayback, "pause"): return { $0.traits[trait]?.integer("currentState") == 1 }
        case (TraitID.mediaPlayback, "stop"): return { $0.traits[trait]?.integer("currentState") == 2 }
        case (TraitID.armDisarm, "armDisarm"):
            return command.arguments.field(named: "arm").flatMap { arguments[$0.id]?.bool } == false ? disarmed : nil
        case (TraitID.valve, "open"): return { $0.traits[trait]?.integer("currentState") == 1 }
        case (TraitID.valve, "close"): return { $0.traits[trait]?.integer("currentState") == 0 }
        default: return nil
        }
    }

    private static func attribute(_ trait: UInt32, _ name: String, is value: TraitValue) -> Goal {
        { $0.traits[trait]?.value(name) == value }
    }

    /// On, at the level of OnLevel or the previous level (Matter, LevelControl: effect of On/Off commands).
    private static func switchedOn(_ before: DeviceReading.Part?) -> Goal {
        let light = before?.traits[TraitID.levelControl]
        let wasOff = before?.traits[TraitID.onOff]?.value("onOff") == .bool(false)
        let level = wasOff ? light?.integer("onLevel") ?? light?.integer("currentLevel") : nil
        return { part in
            guard part.traits[TraitID.onOff]?.value("onOff") == .bool(true) else { return false }
            return level == nil || part.traits[TraitID.levelControl]?.integer("currentLevel") == level
        }
    }

    /// The level, limited to the device's range. After a "with on/off" command at the lowest level, the device may end
    /// off.
    private static func level(_ level: Int64, mayEndOff: Bool) -> Goal {
        { part in
            guard let trait = part.traits[TraitID.levelControl] else { return true }
            let lowest = trait.integer("minLevel") ?? 0
            let wanted = min(max(level, lowest), trait.integer("maxLevel") ?? 254)
            if mayEndOff, level <= lowest, part.traits[TraitID.onOff]?.value("onOff") == .bool(false) { return true }
            return trait.integer("currentLevel") == wanted && trait.integer("remainingTime") ?? 0 == 0
        }
    }

    private static func noTimeRemains(_ trait: UInt32) -> Goal? {
        { $0.traits[trait]?.integer("remainingTime") ?? 0 == 0 }
    }

    /// The position in 0.01 % closed. One percent of difference is accepted, because motors are not exact.
    private static func covering(closed: Int64) -> Goal {
        { part in
            guard !isMoving(part) else { return false }
            guard let position = part.traits[TraitID.windowCovering]?.integer("currentPositionLiftPercent100ths")
            else { return true }
            let (way, isTooFar) = position.subtractingReportingOverflow(closed)
            return !isTooFar && way.magnitude <= 100
        }
    }

    private static func closure(isOpen: Bool) -> Goal { { ClosureReading($0)?.isAt(isOpen) ?? true } }

    private static func isMoving(_ part: DeviceReading.Part) -> Bool {
        (part.traits[TraitID.windowCovering]?.integer("operationalStatus") ?? 0) & 3 != 0
    }
}
