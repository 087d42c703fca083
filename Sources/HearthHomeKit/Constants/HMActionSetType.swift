internal import HearthWire

/// The built-in scene for getting up.
public let HMActionSetTypeWakeUp = "HMActionSetTypeWakeUp"
/// The built-in scene for going to bed.
public let HMActionSetTypeSleep = "HMActionSetTypeSleep"
/// The built-in scene for coming home.
public let HMActionSetTypeHomeArrival = "HMActionSetTypeHomeArrival"
/// The built-in scene for leaving home.
public let HMActionSetTypeHomeDeparture = "HMActionSetTypeHomeDeparture"
/// A scene that a user or an app has added.
public let HMActionSetTypeUserDefined = "HMActionSetTypeUserDefined"
/// A scene that a trigger owns and only this trigger runs. ``HMHome/actionSets`` does not list it.
public let HMActionSetTypeTriggerOwned = "HMActionSetTypeTriggerOwned"

/// A scene that each home has, at first without actions (HomeKit documentation, HMHome.builtinActionSet(ofType:)).
enum BuiltInScene: CaseIterable {
    case wakeUp
    case sleep
    case homeArrival
    case homeDeparture

    /// HomeKit's type of the scene.
    var type: String {
        switch self {
        case .wakeUp: HMActionSetTypeWakeUp
        case .sleep: HMActionSetTypeSleep
        case .homeArrival: HMActionSetTypeHomeArrival
        case .homeDeparture: HMActionSetTypeHomeDeparture
        }
    }

    /// The scene on the wire.
    var scene: Hearth_V1_AutomationScene {
        switch self {
        case .wakeUp: .wakeUp
        case .sleep: .sleep
        case .homeArrival: .homeArrival
        case .homeDeparture: .homeDeparture
        }
    }

    /// The name until a user renames it.
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
    /// HomeKit's type of the scene.
    var type: String {
        if let scene = BuiltInScene(self) { return scene.type }
        return self == .triggerOwned ? HMActionSetTypeTriggerOwned : HMActionSetTypeUserDefined
    }
}
