package import HearthTraitDescriptors

/// A structure as checks see it: the engine's view, and in addition its objects and the rights to them.
package protocol CheckedHome: AutomationHome {
    /// The endpoints of a device, or those with the structure's own traits if the id is the structure's; nil if this
    /// structure has no such object.
    func endpoints(_ objectID: String) -> [CheckedEndpoint]?
    /// The name of a device, a group of devices or the structure; nil if it does not exist.
    func name(ofObject objectID: String) -> String?
    /// The schema of a trait, whether or not a device has the trait now, so that a graph can be checked whose devices
    /// are gone; nil if unknown.
    func schema(ofTrait traitID: UInt32) -> TraitDescriptor?
    /// Whether the structure's time zone is set.
    var hasZone: Bool { get }
    /// Whether a principal may perform an action now.
    ///
    /// - Parameter author: the principal who saved the graph, as in ``Automation/savedBy``.
    func allows(_ action: Action, by author: String) -> Bool
    /// The saved state of another automation of the structure; nil if it does not exist.
    func automation(_ id: String) -> CheckedAutomation?
    /// Whether an action unlocks, opens, disarms or turns on heat for cooking.
    func isSensitive(_ action: Action) -> Bool
}

/// Another automation, as checks see it.
package struct CheckedAutomation: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// Whether other automations can run it.
    package let hasManualStarter: Bool
    /// The ids of the automations that it runs directly.
    package let executedIDs: Set<String>

    package init(_ name: String, hasManualStarter: Bool, executedIDs: Set<String>) {
        self.name = name
        self.hasManualStarter = hasManualStarter
        self.executedIDs = executedIDs
    }

    package init(_ automation: Automation) {
        self.init(
            automation.name, hasManualStarter: automation.graph.hasManualStarter,
            executedIDs: automation.graph.executedIDs)
    }
}

/// An endpoint of a device, as checks see it.
package struct CheckedEndpoint: Hashable, Sendable {
    package let number: UInt16
    package let deviceTypes: Set<UInt32>
    package let traits: Set<UInt32>

    package init(_ number: UInt16, deviceTypes: Set<UInt32>, traits: Set<UInt32>) {
        self.number = number
        self.deviceTypes = deviceTypes
        self.traits = traits
    }
}

/// The endpoint that a device type and a trait select on a device.
package enum MeantEndpoint: Hashable, Sendable {
    case one(UInt16)
    /// No endpoint has both the type and the trait.
    case none
    /// Several endpoints match; the author has to name one.
    case several([UInt16])

    /// - Parameters:
    ///   - endpoints: the endpoints of the device.
    ///   - traitID: the trait that the endpoint must have.
    package init(ofType deviceType: UInt32, trait traitID: UInt32, among endpoints: [CheckedEndpoint]) {
        let numbers = endpoints.filter { $0.deviceTypes.contains(deviceType) && $0.traits.contains(traitID) }
            .map(\.number).sorted()
        switch numbers.count {
        case 0: self = .none
        case 1: self = .one(numbers[0])
        default: self = .several(numbers)
        }
    }
}
