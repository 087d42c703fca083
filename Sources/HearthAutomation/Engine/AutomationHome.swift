internal import HearthBase
package import HearthCalendar
package import HearthTraitModel

/// The structure as the engine sees it: as it is at the position of the change that it is told of.
package protocol AutomationHome {
    /// The structure's id.
    var id: String { get }
    /// Its clock, and the sun there.
    var place: SchedulePlace { get }
    /// What a trait of a device or of the structure says now; nil where there is no such trait.
    func attributes(_ path: TraitPath) -> StructureValue?
    /// nil where there is no such trait.
    func descriptor(_ path: TraitPath) -> TraitDescriptor?
    /// Whether a device can be reached; nil where there is no such device.
    func isOnline(_ deviceID: String) -> Bool?
    /// The endpoints of a group's devices that have a trait, in an order that stays; nil where there is no such group
    /// (AU-65).
    ///
    /// - Parameter deviceType: of which type an endpoint has to be; nil for any.
    func targets(in group: DeviceGroup, deviceType: UInt32?, traitID: UInt32) -> [TraitTarget]?
    /// Whether somebody may run automations now (AU-64).
    ///
    /// - Parameter author: as in ``Automation/savedBy``.
    func allowsExecution(by author: String) -> Bool
    /// Whether somebody may read a trait now.
    ///
    /// - Parameters:
    ///   - eventID: the event that is to be read; nil for attributes.
    ///   - author: as in ``Automation/savedBy``.
    func allowsReading(_ path: TraitPath, event eventID: UInt32?, by author: String) -> Bool
    /// The same structure with what somebody may read of it now: what a run reads follows its author's rights, as what it
    /// does.
    ///
    /// - Parameter author: as in ``Automation/savedBy``.
    func seen(by author: String) -> Self
}

extension AutomationHome {
    /// A structure without people, such as a recorded one.
    package func allowsReading(_ path: TraitPath, event eventID: UInt32?, by author: String) -> Bool { true }
    package func seen(by author: String) -> Self { self }
}

/// A moment by both clocks.
package struct AutomationMoment: Hashable, Sendable {
    /// Time since some fixed moment of this process; never jumps.
    package let now: Duration
    /// Time since 1970; jumps when somebody sets the clock.
    package let sinceEpoch: Duration

    package init(now: Duration, sinceEpoch: Duration) {
        self.now = now
        self.sinceEpoch = sinceEpoch
    }

    /// The second since 1970 that it is in.
    package var second: Int64 {
        let (seconds, rest) = sinceEpoch.wholeAndRest
        return rest < 0 ? seconds &- 1 : seconds
    }
}

/// One report of a structure, before any merging (AU-21).
package struct HomeChange: Hashable, Sendable {
    /// What changed of one trait.
    package struct Attributes: Hashable, Sendable {
        package let path: TraitPath
        package let values: StructureValue
        /// Whether the trait was not there before: its first values are no change (AU-20).
        package let isFirst: Bool

        package init(_ path: TraitPath, _ values: StructureValue, isFirst: Bool = false) {
            self.path = path
            self.values = values
            self.isFirst = isFirst
        }
    }

    /// Something that happened.
    package struct Event: Hashable, Sendable {
        package let path: TraitPath
        package let eventID: UInt32
        /// Unique in the structure, and higher than those of all events before it: one that is not is brought again, and
        /// starts nothing (AU-22).
        package let number: UInt64
        package let fields: StructureValue

        package init(_ path: TraitPath, eventID: UInt32, number: UInt64, fields: StructureValue) {
            self.path = path
            self.eventID = eventID
            self.number = number
            self.fields = fields
        }
    }

    package let epoch: UInt64
    package let sequence: UInt64
    package let cause: AutomationCause
    package let attributes: [Attributes]
    package let events: [Event]
    /// Of what the hub or the device missed, and found or brought afterwards: how long that was (AU-37); nil for what it
    /// is told of as it happens.
    package let foundAfter: Duration?
    /// Devices that can be reached since this report, or can't.
    package let connectivity: Set<String>

    package init(
        epoch: UInt64, sequence: UInt64, cause: AutomationCause, attributes: [Attributes] = [], events: [Event] = [],
        connectivity: Set<String> = [], foundAfter: Duration? = nil
    ) {
        self.epoch = epoch
        self.sequence = sequence
        self.cause = cause
        self.attributes = attributes
        self.events = events
        self.connectivity = connectivity
        self.foundAfter = foundAfter
    }
}

/// Whose doing a change or a start is.
package struct AutomationCause: Hashable, Sendable {
    package let kind: CauseKind
    /// The run that did it; nil for everything that no automation did.
    package let run: RunOrigin?
    /// Who asked, as traces show it; empty where nobody did.
    package let name: String

    package init(_ kind: CauseKind, name: String = "", run: RunOrigin? = nil) {
        self.kind = kind
        self.name = name
        self.run = run
    }
}

/// The run that caused something, and what had caused that (AU-84).
package struct RunOrigin: Hashable, Sendable {
    package let runID: UInt64
    /// The automations that set each other off, this run's as the last one.
    package let chain: [String]

    package init(runID: UInt64, chain: [String]) {
        self.runID = runID
        self.chain = chain
    }
}
