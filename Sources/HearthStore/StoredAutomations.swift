/// An automation of a structure, as it was last saved.
public struct StoredAutomation: Hashable, Sendable {
    /// Unique ID; never used again.
    public var id: String
    /// ID of the structure it belongs to.
    public var structureID: String
    /// The name that people see.
    public var name: String
    /// A description by people.
    public var details: String
    /// Whether its starters can start it.
    public var isActive: Bool
    /// Rises with each saved program.
    public var revision: UInt64
    /// How many changes were saved without a program: of the name, the aliases, the description or whether it is active.
    public var otherChanges: UInt64
    /// Other names that people say for it.
    public var aliases: [String]
    /// The identity of the person whose rights it has.
    public var savedBy: String
    /// A `hearth.v1.AutomationProgram`, including fields unknown to this version.
    public var program: [UInt8]
    /// A `hearth.v1.AutomationMemory`; may be empty. Saving an existing automation does not change it.
    public var memory: [UInt8]

    /// Creates an automation.
    public init(
        id: String, structureID: String, name: String, details: String = "", isActive: Bool = true,
        revision: UInt64 = 1, otherChanges: UInt64 = 0, aliases: [String] = [], savedBy: String = "", program: [UInt8],
        memory: [UInt8] = []
    ) {
        self.id = id
        self.structureID = structureID
        self.name = name
        self.details = details
        self.isActive = isActive
        self.revision = revision
        self.otherChanges = otherChanges
        self.aliases = aliases
        self.savedBy = savedBy
        self.program = program
        self.memory = memory
    }
}

/// An automation's memory and activity, as its runs change them.
public struct StoredAutomationMemory: Hashable, Sendable {
    /// The automation's ID.
    public var automationID: String
    /// Whether its starters can start it.
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
    /// Whether it has ended; other runs are resumed at the next start.
    public var isEnded: Bool
    /// Time since 1970 of its start, to the nanosecond.
    public var startedAt: Duration
    /// Whether the run was uneventful: such runs are removed first when there are too many.
    public var isUneventful: Bool
    /// A `hearth.v1.AutomationRun`.
    public var content: [UInt8]

    /// Creates a run.
    public init(
        automationID: String, id: UInt64, revision: UInt64, isEnded: Bool, startedAt: Duration,
        isUneventful: Bool = false,
        content: [UInt8]
    ) {
        self.automationID = automationID
        self.id = id
        self.revision = revision
        self.isEnded = isEnded
        self.startedAt = startedAt
        self.isUneventful = isUneventful
        self.content = content
    }

    /// The most ended runs kept for an automation.
    public static let mostEnded = 50
    /// The newest of these are kept even if uneventful.
    public static let newest = 10
    /// How long ended runs are kept, from their start.
    public static let longest: Duration = .seconds(7 * 86_400)
}

/// A former program of an automation that a run still uses.
public struct StoredProgram: Hashable, Sendable {
    /// The automation's ID.
    public var automationID: String
    /// Its revision among the automation's programs.
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
