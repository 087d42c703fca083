internal import HearthWire

/// What automations and drafts of automations have in common.
public protocol BaseAutomation: Identifiable<String>, Sendable {
    /// The hub's ID; empty for a draft of a new one.
    var id: String { get }
    /// ID of its structure; empty for a draft of a new one.
    var structureID: String { get }
    /// The name that people see. Several may have the same.
    var name: String { get }
    /// What it is for.
    var description: String { get }
    /// Whether its starters set it off. It can be run by hand also when they do not.
    var isActive: Bool { get }
    /// How often it has run; nil for a draft.
    var executionCount: Int32? { get }
    /// How often it may run in all; nil for always.
    var maxExecutionCount: Int32? { get }
    /// What it does.
    var automationGraph: SequentialFlow? { get }
}

/// An automation that is written and not saved; see ``automation(name:description:isActive:settings:_:)``. Saved ones are
/// drafts of themselves.
public typealias DraftAutomation = BaseAutomation

/// How an automation runs.
public struct AutomationSettings: Hashable, Sendable {
    /// What a start does while a run lives.
    public enum Mode: Hashable, Sendable, CaseIterable {
        /// Nothing.
        case single
        /// It ends the old run and begins one.
        case restart
        /// It begins a run when those before it have ended.
        case queued
        /// It begins a run beside the old one.
        case parallel
    }

    /// What a start does while a run lives. Default: nothing.
    public var mode: Mode
    /// Runs that may live at once, those that wait for their turn included, 1 to 100; nil for 10.
    public var maxRuns: Int32?
    /// How often it may run in all; it is switched off then. nil for always.
    public var maxExecutionCount: Int32?
    /// A start that is late by more than this does not happen, at most a day; nil for 15 minutes.
    public var catchUp: Duration?
    /// Whether it may unlock, open and disarm. Only those who manage the structure may set it.
    public var allowsSensitiveActions: Bool

    /// Settings, of which those that are left out have their defaults.
    public init(
        mode: Mode = .single, maxRuns: Int32? = nil, maxExecutionCount: Int32? = nil, catchUp: Duration? = nil,
        allowsSensitiveActions: Bool = false
    ) {
        self.mode = mode
        self.maxRuns = maxRuns
        self.maxExecutionCount = maxExecutionCount
        self.catchUp = catchUp
        self.allowsSensitiveActions = allowsSensitiveActions
    }
}

extension AutomationSettings {
    init(_ program: Hearth_V1_AutomationProgram) {
        self.init(
            mode: Mode(program.mode), maxRuns: program.maxRuns == 0 ? nil : Int32(clamping: program.maxRuns),
            maxExecutionCount: program.maxExecutions == 0 ? nil : Int32(clamping: program.maxExecutions),
            catchUp: program.catchUp?.duration, allowsSensitiveActions: program.allowsSensitiveActions)
    }

    func write(to program: inout Hearth_V1_AutomationProgram) {
        // What a newer version has in place of a mode stays.
        if Mode(program.mode) != mode { program.mode = mode.message }
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
