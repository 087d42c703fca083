internal import HearthWire

/// The common properties of automations and drafts.
public protocol BaseAutomation: Identifiable<String>, Sendable {
    /// The hub's ID; empty for a draft of a new one.
    var id: String { get }
    /// ID of its structure; empty for a draft of a new one.
    var structureID: String { get }
    /// The name that people see. Not necessarily unique.
    var name: String { get }
    /// Its purpose.
    var description: String { get }
    /// Whether its starters trigger it. It can be run by hand even if they don't.
    var isActive: Bool { get }
    /// The number of runs so far; nil for a draft.
    var executionCount: Int32? { get }
    /// Total number of runs after which it is switched off; nil for no limit.
    var maxExecutionCount: Int32? { get }
    /// Its graph.
    var automationGraph: SequentialFlow? { get }
}

/// An automation that is not saved; see ``automation(name:description:isActive:settings:_:)``. Saved ones can be used
/// as drafts, too.
public typealias DraftAutomation = BaseAutomation

/// How an automation runs.
public struct AutomationSettings: Hashable, Sendable {
    /// The effect of a trigger while an earlier run is live.
    public enum Mode: Hashable, Sendable, CaseIterable {
        /// The trigger is ignored.
        case single
        /// The old run ends and a new one begins.
        case restart
        /// A new run begins when the earlier ones have ended.
        case queued
        /// A new run begins in parallel with the old one.
        case parallel
    }

    /// What a scene is for. An automation without starters other than a manual one is a scene, too.
    public enum Scene: Hashable, Sendable, CaseIterable {
        /// People defined it.
        case userDefined
        /// Getting up.
        case wakeUp
        /// Going to bed.
        case sleep
        /// Coming home.
        case homeArrival
        /// Leaving home.
        case homeDeparture
        /// It belongs to one other automation, which alone runs it, and is not listed as a scene.
        case triggerOwned
    }

    /// The effect of a trigger while an earlier run is live. Default: it is ignored.
    public var mode: Mode
    /// Maximum number of live runs, including queued ones, 1 to 100; nil for 10.
    public var maxRuns: Int32?
    /// Total number of runs after which it is switched off; nil for no limit.
    public var maxExecutionCount: Int32?
    /// Scheduled starts that are later than this are skipped, at most a day; nil for 15 minutes.
    public var catchUp: Duration?
    /// Whether its actions may unlock, open and disarm. Only those who manage the structure may set it.
    public var allowsSensitiveActions: Bool
    /// The kind of scene that it is shown as; nil if it was not marked as one. Each kind but the first and the last can
    /// be that of one automation only.
    public var scene: Scene?

    /// Creates settings. Parameters that are left out have their defaults.
    public init(
        mode: Mode = .single, maxRuns: Int32? = nil, maxExecutionCount: Int32? = nil, catchUp: Duration? = nil,
        allowsSensitiveActions: Bool = false, scene: Scene? = nil
    ) {
        self.mode = mode
        self.maxRuns = maxRuns
        self.maxExecutionCount = maxExecutionCount
        self.catchUp = catchUp
        self.allowsSensitiveActions = allowsSensitiveActions
        self.scene = scene
    }
}

extension AutomationSettings {
    init(_ program: Hearth_V1_AutomationProgram) {
        self.init(
            mode: Mode(program.mode), maxRuns: program.maxRuns == 0 ? nil : Int32(clamping: program.maxRuns),
            maxExecutionCount: program.maxExecutions == 0 ? nil : Int32(clamping: program.maxExecutions),
            catchUp: program.catchUp?.duration, allowsSensitiveActions: program.allowsSensitiveActions,
            scene: Scene(program.scene))
    }

    func write(to program: inout Hearth_V1_AutomationProgram) {
        // A mode or a kind of scene of a newer version is preserved.
        if Mode(program.mode) != mode { program.mode = mode.message }
        if Scene(program.scene) != scene { program.scene = scene?.message ?? .unspecified }
        program.maxRuns = UInt32(clamping: maxRuns ?? 0)
        program.maxExecutions = UInt32(clamping: maxExecutionCount ?? 0)
        program.catchUp = catchUp.map { .init(duration: $0) }
        program.allowsSensitiveActions = allowsSensitiveActions
    }
}

extension AutomationSettings.Mode {
    fileprivate init(_ message: Hearth_V1_AutomationMode) {
        self = Self.allCases.first { $0.message == message } ?? .single
    }

    fileprivate var message: Hearth_V1_AutomationMode {
        switch self {
        case .single: .single
        case .restart: .restart
        case .queued: .queued
        case .parallel: .parallel
        }
    }
}

extension AutomationSettings.Scene {
    /// nil for none, and for a kind of a newer version.
    fileprivate init?(_ message: Hearth_V1_AutomationScene) {
        guard let scene = Self.allCases.first(where: { $0.message == message }) else { return nil }
        self = scene
    }

    fileprivate var message: Hearth_V1_AutomationScene {
        switch self {
        case .userDefined: .userDefined
        case .wakeUp: .wakeUp
        case .sleep: .sleep
        case .homeArrival: .homeArrival
        case .homeDeparture: .homeDeparture
        case .triggerOwned: .triggerOwned
        }
    }
}
