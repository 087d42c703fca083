package import HearthCalendar
package import HearthTraitModel

/// A structure as it was at a moment of the past: at its beginning as ``RecordBeginning`` finds it, and then as recorded
/// changes make it.
package struct RecordedHome: AutomationHome, Sendable {
    package let id: String
    package let place: SchedulePlace
    /// By the traits' ids.
    package let descriptors: [UInt32: TraitDescriptor]
    /// What the traits said that are known.
    package var traits: [TraitPath: StructureValue]
    /// Whether devices could be reached, by the ids of those that were there.
    package var online: [String: Bool]
    /// What the groups of its actions have now: what they had is not recorded.
    let groups: [TraitReference: [TraitTarget]]

    package init(
        id: String, place: SchedulePlace, descriptors: [UInt32: TraitDescriptor],
        traits: [TraitPath: StructureValue] = [:], online: [String: Bool] = [:],
        groups: [TraitReference: [TraitTarget]] = [:]
    ) {
        self.id = id
        self.place = place
        self.descriptors = descriptors
        self.traits = traits
        self.online = online
        self.groups = groups
    }

    package func attributes(_ path: TraitPath) -> StructureValue? { traits[path] }
    package func descriptor(_ path: TraitPath) -> TraitDescriptor? { descriptors[path.traitID] }
    package func isOnline(_ deviceID: String) -> Bool? { online[deviceID] }

    package func targets(in group: DeviceGroup, deviceType: UInt32?, traitID: UInt32) -> [TraitTarget]? {
        groups[TraitReference(group, deviceType: deviceType, traitID: traitID)]
    }

    /// Nothing is done, so that nobody's rights are asked for.
    package func allowsExecution(by author: String) -> Bool { true }

    /// Takes in what has changed of some traits.
    ///
    /// - Returns: the change of these alone, with which traits were not there before and which devices can be reached now,
    ///   or can't.
    mutating func apply(_ recorded: RecordedChange, of paths: Set<TraitPath>) -> HomeChange {
        for device in recorded.removed {
            online[device] = nil
            for path in paths where path.target.deviceID == device { traits[path] = nil }
        }
        var connectivity: Set<String> = []
        for (device, isOnline) in recorded.online where online[device] != isOnline {
            online[device] = isOnline
            connectivity.insert(device)
        }
        var attributes: [HomeChange.Attributes] = []
        for item in recorded.change.attributes where paths.contains(item.path) {
            attributes.append(.init(item.path, item.values, isFirst: traits[item.path] == nil))
            traits[item.path, default: [:]].fields.merge(item.values.fields) { $1 }
        }
        return HomeChange(
            epoch: recorded.change.epoch, sequence: recorded.change.sequence, cause: recorded.change.cause,
            attributes: attributes, events: recorded.change.events.filter { paths.contains($0.path) },
            connectivity: connectivity, foundAfter: recorded.change.foundAfter)
    }
}
