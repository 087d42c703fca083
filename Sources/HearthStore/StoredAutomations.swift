/// An automation of a structure, as it was last saved.
public struct StoredAutomation: Hashable, Sendable {
    /// Unique ID; never used again.
    public var id: String
    /// ID of the structure it belongs to.
    public var structureID: String
    /// The name that people see.
    public var name: String
    /// What people say of it.
    public var details: String
    /// Whether its starters set it off.
    public var isActive: Bool
    /// Rises with each program.
    public var revision: UInt64
    /// Whose rights it has: an identity.
    public var savedBy: String
    /// What it does: a `hearth.v1.AutomationProgram`, with what this version does not know of it.
    public var program: [UInt8]
    /// What is remembered of it: a `hearth.v1.AutomationMemory`; empty for nothing. Of one that is saved anew it stays as
    /// it is.
    public var memory: [UInt8]

    /// Creates an automation.
    public init(
        id: String, structureID: String, name: String, details: String = "", isActive: Bool = true,
        revision: UInt64 = 1, savedBy: String = "", program: [UInt8], memory: [UInt8] = []
    ) {
        self.id = id
        self.structureID = structureID
        self.name = name
        self.details = details
        self.isActive = isActive
        self.revision = revision
        self.savedBy = savedBy
        self.program = program
        self.memory = memory
    }
}

/// What an automation remembers, and whether it is switched on, as its runs change them.
public struct StoredAutomationMemory: Hashable, Sendable {
    /// The automation's ID.
    public var automationID: String
    /// Whether its starters set it off.
    public var isActive: Bool
    /// A `hearth.v1.AutomationMemory`.
    public var memory: [UInt8]

    /// Creates a memory.
    public init(automationID: String, isActive: Bool, memory: [UInt8]) {
        self.automationID = automationID
        self.isActive = isActive
        self.memory = memory
    }
}

/// A run of an automation.
public struct StoredAutomationRun: Hashable, Sendable {
    /// The automation's ID.
    public var automationID: String
    /// Unique in the structure, rising.
    public var id: UInt64
    /// The revision of the program that it runs.
    public var revision: UInt64
    /// Whether it has ended; others are to be gone on with at the next start.
    public var isEnded: Bool
    /// Time since 1970 of its start, to the nanosecond.
    public var startedAt: Duration
    /// Whether all went as it always does: of too many ended runs those go first.
    public var isDull: Bool
    /// A `hearth.v1.AutomationRun`.
    public var content: [UInt8]

    /// Creates a run.
    public init(
        automationID: String, id: UInt64, revision: UInt64, isEnded: Bool, startedAt: Duration, isDull: Bool = false,
        content: [UInt8]
    ) {
        self.automationID = automationID
        self.id = id
        self.revision = revision
        self.isEnded = isEnded
        self.startedAt = startedAt
        self.isDull = isDull
        self.content = content
    }

    /// So many ended runs of an automation are kept (AU-88).
    public static let mostEnded = 50
    /// So many of these are the newest ones, dull or not.
    public static let newest = 10
    /// For so long ended runs are kept, by the time of their start.
    public static let longest: Duration = .seconds(7 * 86_400)
}

/// A program of an automation that a run still has, though another one was saved since.
public struct StoredProgram: Hashable, Sendable {
    /// The automation's ID.
    public var automationID: String
    /// Its number among the automation's programs.
    public var revision: UInt64
    /// A `hearth.v1.AutomationProgram`.
    public var program: [UInt8]

    /// Creates a program.
    public init(automationID: String, revision: UInt64, program: [UInt8]) {
        self.automationID = automationID
        self.revision = revision
        self.program = program
    }
}
