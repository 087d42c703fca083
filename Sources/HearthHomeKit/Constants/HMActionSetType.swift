internal import HearthWire

/// The scene for getting up, which each home has (HK-48).
public let HMActionSetTypeWakeUp = "HMActionSetTypeWakeUp"
/// The scene for going to bed, which each home has (HK-48).
public let HMActionSetTypeSleep = "HMActionSetTypeSleep"
/// The scene for coming home, which each home has (HK-48).
public let HMActionSetTypeHomeArrival = "HMActionSetTypeHomeArrival"
/// The scene for leaving home, which each home has (HK-48).
public let HMActionSetTypeHomeDeparture = "HMActionSetTypeHomeDeparture"
/// A scene that somebody has added.
public let HMActionSetTypeUserDefined = "HMActionSetTypeUserDefined"
/// A scene of one trigger, which alone runs it (HK-49). It is not among the home's scenes.
public let HMActionSetTypeTriggerOwned = "HMActionSetTypeTriggerOwned"

/// A scene that each home has: there when nobody has put anything into it yet (HK-49).
enum BuiltInScene: CaseIterable {
    case wakeUp
    case sleep
    case homeArrival
    case homeDeparture

    /// HomeKit's name of the kind.
    var type: String {
        switch self {
        case .wakeUp: HMActionSetTypeWakeUp
        case .sleep: HMActionSetTypeSleep
        case .homeArrival: HMActionSetTypeHomeArrival
        case .homeDeparture: HMActionSetTypeHomeDeparture
        }
    }

    /// The kind on the wire.
    var scene: Hearth_V1_AutomationScene {
        switch self {
        case .wakeUp: .wakeUp
        case .sleep: .sleep
        case .homeArrival: .homeArrival
        case .homeDeparture: .homeDeparture
        }
    }

    /// What it is called until somebody renames it.
    var name: String {
        switch self {
        case .wakeUp: "Good Morning"
        case .sleep: "Good Night"
        case .homeArrival: "Arrive Home"
        case .homeDeparture: "Leave Home"
        }
    }

    /// nil for scenes that are not built in.
    init?(_ scene: Hearth_V1_AutomationScene) {
        guard let found = Self.allCases.first(where: { $0.scene == scene }) else { return nil }
        self = found
    }
}

extension Hearth_V1_AutomationScene {
    /// HomeKit's name of a kind of scene.
    var type: String {
        if let scene = BuiltInScene(self) { return scene.type }
        return self == .triggerOwned ? HMActionSetTypeTriggerOwned : HMActionSetTypeUserDefined
    }
}
