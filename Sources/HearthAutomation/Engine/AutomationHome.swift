internal import HearthBase
package import HearthCalendar
package import HearthTraitDescriptors

/// The structure as the engine sees it: its state at the position of the change that is handled.
package protocol AutomationHome {
    /// The structure's id.
    var id: String { get }
    /// Its time zone and location, for schedules.
    var place: SchedulePlace { get }
    /// The present attributes of a trait of a device or of the structure; nil if there is no such trait.
    func attributes(_ path: TraitPath) -> StructureValue?
    /// The schema of a trait; nil if there is no such trait.
    func descriptor(_ path: TraitPath) -> TraitDescriptor?
    /// Whether a device is online; nil if there is no such device.
    func isOnline(_ deviceID: String) -> Bool?
    /// The endpoints of a group's devices that have a trait, in a stable order; nil if there is no such group.
    ///
    /// - Parameter deviceType: the device type that an endpoint must have; nil for any.
    func targets(in group: DeviceGroup, deviceType: UInt32?, traitID: UInt32) -> [TraitTarget]?
    /// Whether a principal may run automations now.
    ///
    /// - Parameter author: the principal, as in ``Automation/savedBy``.
    func allowsExecution(by author: String) -> Bool
    /// Whether a principal may read a trait now.
    ///
    /// - Parameters:
    ///   - eventID: the event to read; nil for attributes.
    ///   - author: the principal, as in ``Automation/savedBy``.
    func allowsReading(_ path: TraitPath, event eventID: UInt32?, by author: String) -> Bool
    /// The same structure, restricted to the traits that a principal may read now. A run reads with its author's
    /// rights, as it acts with them.
    ///
    /// - Parameter author: the principal, as in ``Automation/savedBy``.
    func seen(by author: String) -> Self
}

extension AutomationHome {
    /// Default for a structure without access rights, such as a recorded one.
    package func allowsReading(_ path: TraitPath, event eventID: UInt32?, by author: String) -> Bool { true }
    package func seen(by author: String) -> Self { self }
}

/// A moment on both clocks.
package struct AutomationMoment: Hashable, Sendable {
    /// Monotonic time since a fixed moment of this process; never jumps.
    package let now: Duration
    /// Wall-clock time since 1970; jumps when the clock is set.
    package let sinceEpoch: Duration

    package init(now: Duration, sinceEpoch: Duration) {
        self.now = now
        self.sinceEpoch = sinceEpoch
    }

    /// The whole second since 1970 that contains it.
    package var second: Int64 {
        let (seconds, rest) = sinceEpoch.wholeAndRest
        return rest < 0 ? seconds &- 1 : seconds
    }
}

/// One report of a structure, not coalesced with others.
package struct HomeChange: Hashable, Sendable {
    /// The changed attributes of one trait.
    package struct Attributes: Hashable, Sendable {
        package let path: TraitPath
        package let values: StructureValue
        /// Whether the trait is new: its first values do not count as a change.
        package let isFirst: Bool

        package init(_ path: TraitPath, _ values: StructureValue, isFirst: Bool = false) {
            self.path = path
            self.values = values
            self.isFirst = isFirst
        }
    }

    /// An event of a trait.
    package struct Event: Hashable, Sendable {
        package let path: TraitPath
        package let eventID: UInt32
        /// Unique in the structure and increasing. An event whose number is not higher than all before it is a
        /// duplicate and starts nothing.
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
    /// How long the hub or the device was away before it reported these changes; nil for changes reported as they
    /// happen.
    package let foundAfter: Duration?
    /// Devices that came online or went offline with this report.
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

/// The cause of a change or a start.
package struct AutomationCause: Hashable, Sendable {
    package let kind: CauseKind
    /// The run that did it; nil if no automation did.
    package let run: RunOrigin?
    /// The originator, as traces show it: a name, or an automation's id; empty without one.
    package let name: String

    package init(_ kind: CauseKind, name: String = "", run: RunOrigin? = nil) {
        self.kind = kind
        self.name = name
        self.run = run
    }
}

/// The run that caused something, with its own causes.
package struct RunOrigin: Hashable, Sendable {
    package let runID: UInt64
    /// The ids of the automations that started each other, this run's last.
    package let chain: [String]

    package init(runID: UInt64, chain: [String]) {
        self.runID = runID
        self.chain = chain
    }
}
