package import HearthEntities
internal import HearthTraitCore

/// A device as entities, made of all announcements that are of it.
package struct DeviceMap: Hashable, Sendable {
    /// The most entities of a device.
    package static let mostEntities = 2_000
    /// The most bytes of templates for the availability of a device's entities, which may share one announced text.
    static let mostAvailabilityBytes = 256 << 10
    /// The most triggers of a button.
    static let mostTriggers = 256
    /// The longest key of an entity in bytes.
    static let longestKey = 300

    package private(set) var device: EntityDevice
    /// In the order of the device's entities.
    package private(set) var maps: [EntityMap] = []
    /// What became no entity, by the announcement's id, and why.
    package private(set) var leftOut: [LeftOut] = []

    private var places: [String: Int] = [:]
    private var availabilityBytes = 0

    /// - Parameters:
    ///   - id: the device's id.
    ///   - announcements: in a fixed order. Of what several say of the device, the first counts.
    package init(id: String, _ announcements: [Announcement]) {
        func first(_ part: (AnnouncedDevice) -> String?) -> String? {
            for announcement in announcements {
                if let text = part(announcement.device) { return text }
            }
            return nil
        }
        let components = announcements.lazy.flatMap(\.components)
        let own = first(\.name)
        let name =
            own ?? components.compactMap { $0.options.text("name") }.first { !$0.isEmpty } ?? first(\.model) ?? id
        device = EntityDevice(
            id: id, name: String(String.UnicodeScalarView(name.unicodeScalars.prefix(128))), maker: first(\.maker),
            model: first(\.model), softwareVersion: first(\.softwareVersion), serialNumber: first(\.serialNumber),
            suggestedRoom: first(\.room), entities: [])
        for component in components { add(component, deviceName: name, isAlone: own == nil) }
        device.entities = maps.map(\.entity)
    }

    private mutating func add(_ component: Announcement.Component, deviceName: String, isAlone: Bool) {
        do throws(Refusal) {
            guard let mapper = ComponentTable.mappers[component.kind] else {
                throw Refusal(
                    ComponentTable.refused[component.kind] ?? "\(quotedBeginning(component.kind)) is an unknown kind")
            }
            let id = component.options.text("unique_id") ?? component.id
            let key = "\(component.kind):\(id)"
            guard key.utf8.count <= Self.longestKey else {
                throw Refusal("its unique_id has more than \(Self.longestKey) bytes")
            }
            let bytes = Availability.templateBytes(component.options)
            guard bytes <= Self.mostAvailabilityBytes - availabilityBytes else {
                throw Refusal(
                    "the templates for the availability of the device's entities have more than "
                        + "\(Self.mostAvailabilityBytes) bytes")
            }
            availabilityBytes += bytes  // in range: ends at the limit
            var builder = try EntityBuilder(component, key: key, name: Self.name(component, deviceName, isAlone))
            let added = try mapper(&builder)
            if component.kind == "device_automation", let trigger = TriggerName(component.options) {
                for map in added { try join(map, trigger) }
                return
            }
            guard added.allSatisfy({ places[$0.entity.key] == nil }) else {
                throw Refusal("another announcement of the device has the same unique_id")
            }
            for map in added { try append(map) }
        } catch {
            leftOut.append(LeftOut(component.id, .unsupported(error.reason)))
        }
    }

    private mutating func append(_ map: EntityMap) throws(Refusal) {
        guard maps.count < Self.mostEntities else {
            throw Refusal("the device has more than \(Self.mostEntities) entities")
        }
        places[map.entity.key] = maps.count
        maps.append(map)
    }

    /// Adds a trigger to those of the same button: they are the types of one entity's events.
    private mutating func join(_ map: EntityMap, _ trigger: TriggerName) throws(Refusal) {
        let key = "device_automation:\(trigger.button)"
        guard let place = places[key], case .event(var types, let deviceClass) = maps[place].entity.kind else {
            var map = map
            map.entity.key = key
            map.entity.name = Self.title(trigger.button)
            return try append(map)
        }
        guard maps[place].sources.count < Self.mostTriggers else {
            throw Refusal("its button has more than \(Self.mostTriggers) triggers")
        }
        guard !maps[place].sources.contains(where: map.sources.contains) else {
            throw Refusal("the same trigger is announced twice")
        }
        if !types.contains(trigger.type) { types.append(trigger.type) }
        maps[place].entity.kind = .event(types: types, deviceClass: deviceClass)
        maps[place].sources += map.sources
        maps[place].availability = maps[place].availability ?? map.availability
    }

    // MARK: - Names

    /// The name of an entity without that of its device. Null is the device's main entity.
    ///
    /// - Parameter isAlone: whether the device has its name from the entity.
    private static func name(_ component: Announcement.Component, _ deviceName: String, _ isAlone: Bool) -> String {
        guard component.options.has("name") else {
            let deviceClass = component.options.text("device_class") ?? ""
            return title(deviceClass.isEmpty ? component.kind : deviceClass)
        }
        let name = component.options.text("name") ?? ""
        if isAlone, name == deviceName { return "" }
        guard name.hasPrefix(deviceName), let next = name.dropFirst(deviceName.count).first, " -_:".contains(next)
        else { return String(String.UnicodeScalarView(name.unicodeScalars.prefix(128))) }
        let rest = name.dropFirst(deviceName.count).drop { " -_:".contains($0) }
        return rest.isEmpty ? "" : String(String.UnicodeScalarView(rest.unicodeScalars.prefix(128)))
    }

    private static func title(_ word: String) -> String {
        let spaced = String(word.map { $0 == "_" ? " " : $0 })
        return spaced.prefix(1).uppercased() + spaced.dropFirst()
    }
}
