package import HearthTraitModel

/// A structure as checks see it: besides what the engine knows, what there is in it and who may do what.
package protocol CheckedHome: AutomationHome {
    /// The endpoints of a device, or of the structure with its own traits by its own id; nil where there is no such
    /// object in this structure.
    func endpoints(_ objectID: String) -> [CheckedEndpoint]?
    /// What people call a device, a group of devices, or the structure; nil where it is gone.
    func name(ofObject objectID: String) -> String?
    /// The schema of a trait, whether any device has the trait or not: what can be said of a graph whose devices are gone.
    /// nil where nobody knows it.
    func schema(ofTrait traitID: UInt32) -> TraitDescriptor?
    /// Whether somebody has said in which time zone the structure is.
    var hasZone: Bool { get }
    /// Whether somebody may do now what an action does (AU-82).
    ///
    /// - Parameter author: whoever saved the graph, as in ``Automation/savedBy``.
    func allows(_ action: Action, by author: String) -> Bool
    /// Another automation of the structure, as it is saved; nil where there is none such (AU-64).
    func automation(_ id: String) -> CheckedAutomation?
    /// Whether an action unlocks, opens, disarms, or makes heat to cook with (AU-71).
    func isSensitive(_ action: Action) -> Bool
}

/// Another automation, as checks see it.
package struct CheckedAutomation: Hashable, Sendable {
    /// What people call it.
    package let name: String
    /// Whether others can run it.
    package let hasManualStarter: Bool
    /// The ids of those that it runs itself.
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

/// Which endpoint somebody means who names a device and a device type (§7.2).
package enum MeantEndpoint: Hashable, Sendable {
    case one(UInt16)
    /// No endpoint is of the type and has the trait.
    case none
    /// Several are: the part has to be named.
    case several([UInt16])

    /// - Parameters:
    ///   - endpoints: those of the device.
    ///   - traitID: the trait that it has to have.
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
