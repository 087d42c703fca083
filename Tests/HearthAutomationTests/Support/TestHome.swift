internal import HearthCalendar
internal import HearthTraitDescriptors

@testable internal import HearthAutomation

/// A home whose trait values are set by the test.
struct TestHome: AutomationHome {
    var id = "home"
    var place = SchedulePlace(zone: .utc, sun: nil)
    var traits: [TraitPath: StructureValue] = [:]
    var offline: Set<String> = []
    /// Devices that were removed.
    var removed: Set<String> = []

    /// The devices that a principal may not read; a principal without an entry may read all.
    var hidden: [String: Set<String>] = [:]
    /// The devices that are hidden here.
    private var unseen: Set<String> = []

    func attributes(_ path: TraitPath) -> StructureValue? {
        removed.contains(path.target.deviceID) || unseen.contains(path.target.deviceID) ? nil : traits[path]
    }

    func seen(by author: String) -> TestHome {
        // As the hub does: a principal with all rights sees the home as it is given.
        guard let hidden = hidden[author] else { return self }
        var seen = self
        seen.unseen = hidden
        return seen
    }

    func descriptor(_ path: TraitPath) -> TraitDescriptor? {
        if removed.contains(path.target.deviceID) { return nil }
        return path.target.deviceID == "typed" ? Self.typed : Self.descriptor
    }

    func isOnline(_ deviceID: String) -> Bool? {
        removed.contains(deviceID) ? nil : !offline.contains(deviceID)
    }

    /// Principals that may not run automations.
    var forbidden: Set<String> = []
    /// Devices of groups.
    var groups: [DeviceGroup: [String]] = [:]

    func targets(in group: DeviceGroup, deviceType: UInt32?, traitID: UInt32) -> [TraitTarget]? {
        groups[group]?.map { TestTrait.path($0).target }
    }

    func allowsExecution(by author: String) -> Bool { !forbidden.contains(author) }

    /// Attribute 0 of a device is an unsigned number.
    private static let typed = TraitDescriptor(
        id: TestTrait.id, name: "Typed", vendor: "Test", package: "test", revision: 1,
        attributes: [AttributeDescriptor(FieldDescriptor(0, "value", .unsigned(8)), write: .operate)])

    /// For all other devices: off and on are idempotent, toggle and other commands are not.
    private static let descriptor = TraitDescriptor(
        id: TestTrait.id, name: "Test", vendor: "Test", package: "test", revision: 1,
        commands: [
            CommandDescriptor(TestTrait.off, "Off", method: "off", repeatable: true),
            CommandDescriptor(TestTrait.on, "On", method: "on", repeatable: true),
            CommandDescriptor(TestTrait.toggle, "Toggle", method: "toggle"),
        ])
}

/// The trait that all devices of ``TestHome`` have.
enum TestTrait {
    static let id: UInt32 = 6
    static let off: UInt32 = 0
    static let on: UInt32 = 1
    static let toggle: UInt32 = 2
    /// The event of a button.
    static let press: UInt32 = 9

    static func path(_ device: String) -> TraitPath { TraitPath(TraitTarget(deviceID: device, endpoint: 1), id) }

    static func reference(_ device: String) -> TraitReference {
        TraitReference(TraitTarget(deviceID: device, endpoint: 1), traitID: id)
    }

    static func name(_ command: UInt32?) -> String {
        switch command {
        case nil: "write"
        case off?: "off"
        case on?: "on"
        case toggle?: "toggle"
        case let other?: "command \(other)"
        }
    }
}

/// Zones with a fixed offset.
enum SchedulePlaces {
    /// A zone this far ahead of UTC, without a location.
    static func east(minutes: Int64) -> SchedulePlace {
        SchedulePlace(zone: ZoneRules { _ in minutes * 60 }, sun: nil)
    }
}
