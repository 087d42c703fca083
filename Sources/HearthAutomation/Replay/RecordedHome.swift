package import HearthCalendar
package import HearthTraitDescriptors

/// A structure at a past moment: first as ``RecordBeginning`` reconstructs it, then with recorded changes applied.
package struct RecordedHome: AutomationHome, Sendable {
    package let id: String
    package let place: SchedulePlace
    /// The schemas, by trait id.
    package let descriptors: [UInt32: TraitDescriptor]
    /// The known attributes of traits.
    package var traits: [TraitPath: StructureValue]
    /// Whether devices were online, by id.
    package var online: [String: Bool]
    /// The present endpoints of groups; former ones are not recorded.
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

    /// Always true: a dry run performs nothing, so it needs no rights.
    package func allowsExecution(by author: String) -> Bool { true }

    /// Applies the recorded changes of some traits.
    ///
    /// - Returns: the change of these traits only, with new traits marked and connectivity changes included.
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
