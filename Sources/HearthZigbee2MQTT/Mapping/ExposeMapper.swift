internal import HearthBase
internal import HearthEntities
internal import HearthJSON

/// Builds a device's map from its exposes. The type of an expose decides what it becomes, and its name refines it, as
/// models use names freely.
struct ExposeMapper {
    /// The most entities of a device; the largest known model has 231 properties.
    static let most = 1_000

    private(set) var map: DeviceMap
    let description: String
    private let exposes: [Exposed]
    private var keys: Set<String> = []
    /// Properties that an entity reads or sets already, as the same property may be exposed twice.
    private var taken: Set<[String]> = []
    /// The specific entities, to which generic properties of the same endpoint belong.
    private(set) var specifics: [(kind: Exposed.Kind, endpoint: String?, key: String)] = []
    /// Properties of a device on mains power to ask for, by entity.
    private var gettable: [(path: [String], entity: String)] = []

    init(_ map: DeviceMap, description: String, exposes: [Exposed]) {
        self.map = map
        self.description = description.lowercased()
        self.exposes = exposes
    }

    /// The map, with a question for devices that always listen.
    func finished(hasBattery: Bool) -> DeviceMap {
        var map = map
        guard !hasBattery else { return map }
        let shown = Set(map.device.entities.lazy.filter { !$0.isOffByDefault }.map(\.key))
            .union(EndpointPlan.settings(of: map.device))
        var question: [String: JSONValue] = [:]
        for (path, entity) in gettable where shown.contains(entity) {
            guard let first = path.first, path.count <= 2 else { continue }
            if path.count == 1 {
                question[first] = .string("")
            } else {
                question[first] = .object((question[first]?.members ?? [:]).merging([path[1]: .string("")]) { $1 })
            }
        }
        map.question = question.isEmpty ? nil : .object(question)
        return map
    }

    /// Whether an expose of the kind is among the device's.
    func has(_ kind: Exposed.Kind) -> Bool { exposes.contains { $0.kind == kind } }

    // MARK: - Entities

    /// Adds an entity unless its key is taken. Returns whether it was added.
    mutating func add(_ entity: Entity, for property: String) -> Bool {
        guard map.device.entities.count < Self.most else {
            leaveOut(property, "the device has more than \(Self.most) entities")
            return false
        }
        guard keys.insert(entity.key).inserted else {
            leaveOut(property, "the same property is exposed twice")
            return false
        }
        map.device.entities.append(entity)
        return true
    }

    mutating func leaveOut(_ property: String, _ reason: String) {
        map.leftOut.append(UnmappedProperty(property, reason))
    }

    /// Changes the kind of an entity that was added.
    mutating func change(_ key: String, _ change: (inout EntityKind) -> Void) {
        guard let index = map.device.entities.firstIndex(where: { $0.key == key }) else { return }
        change(&map.device.entities[index].kind)
    }

    mutating func remember(_ kind: Exposed.Kind, _ endpoint: String?, _ key: String) {
        specifics.append((kind, endpoint, key))
    }

    /// The entity of a kind that a property of an endpoint belongs to: the one of this endpoint, or the only one.
    func owner(_ kind: Exposed.Kind, _ endpoint: String?) -> String? {
        let candidates = specifics.filter { $0.kind == kind }
        let own = candidates.filter { $0.endpoint == endpoint }
        return own.count == 1 ? own[0].key : candidates.count == 1 && endpoint == nil ? candidates[0].key : nil
    }

    // MARK: - Properties

    /// Connects a value of the device's JSON with a property of an entity, in the directions that its access permits.
    mutating func bind(
        _ exposed: Exposed, at path: [String], to entity: String, _ property: EntityProperty,
        _ conversion: ValueConversion, range: ClosedRange<Double>? = nil
    ) {
        if exposed.isReadable { read(path, entity, property, conversion) }
        if exposed.access.contains(.set) {
            map.writes[entity, default: [:]][property] = DeviceMap.Write(
                path: path, conversion: conversion, range: range)
        }
        ask(exposed, at: path, entity)
    }

    mutating func read(
        _ path: [String], _ entity: String, _ property: EntityProperty, _ conversion: ValueConversion
    ) {
        map.reads.append(
            DeviceMap.Read(path: path, entity: entity, property: property, conversion: conversion))
    }

    mutating func ask(_ exposed: Exposed, at path: [String], _ entity: String) {
        taken.insert(path)
        if exposed.access.contains([.state, .get]) { gettable.append((path, entity)) }
    }

    /// Lets a command of an entity send this JSON.
    mutating func act(_ entity: String, _ action: EntityCommand.Action, _ property: String, _ json: JSONValue) {
        map.actions[entity, default: [:]][action] = .object([property: json])
        taken.insert([property])
    }

    mutating func setColorMode(_ property: String, _ light: String) { map.colorModes[property] = light }
    mutating func setFading(_ light: String) { map.fading.insert(light) }
    mutating func setSounding(_ siren: String, _ path: [String], most: Double) {
        map.sounding[siren] = DeviceMap.Sounding(path: path, most: most)
    }
    mutating func setEvents(_ events: DeviceMap.Actions) { map.events = events }
    mutating func take(_ path: [String]) { taken.insert(path) }

    /// Whether another expose has this property already. Then it is left out.
    mutating func isTaken(_ path: [String]) -> Bool {
        guard taken.contains(path) else { return false }
        leaveOut(path.joined(separator: "."), "the same property is exposed twice")
        return true
    }

    /// The update of the firmware, which no expose describes.
    mutating func addUpdate() {
        let key = DeviceMap.updateKey
        let entity = Entity(key: key, name: "Update", category: .diagnostic, kind: .update(canInstall: true))
        guard add(entity, for: key) else { return }
        read([key, "installed_version"], key, .installedVersion, .text)
        read([key, "latest_version"], key, .latestVersion, .text)
        read([key, "progress"], key, .progress, .number(factor: 100, places: 0))
        read([key, "state"], key, .isInProgress, .binary(on: .string("updating"), off: .string("idle")))
    }
}

extension Exposed {
    /// Whether the property is in states. Some models say that nothing can be done with a property, and publish it.
    var isReadable: Bool { access.contains(.state) || access.isEmpty }
    var isSettable: Bool { access.contains(.set) }

    /// Its name for people, with the endpoint.
    var title: String {
        let words = name.isEmpty ? kind.rawValue : name
        var title = label.isEmpty ? String(words.map { $0 == "_" ? " " : $0 }) : label
        title = title.prefix(1).uppercased() + title.dropFirst()
        guard let endpoint, !title.lowercased().contains(endpoint.lowercased()) else { return title }
        return "\(title) \(endpoint)"
    }

    /// Its words with their texts, each once. Words that are empty or too long for a choice are left out.
    var words: [ValueConversion.Word] {
        var words: [ValueConversion.Word] = []
        var texts: Set<String> = []
        for value in values {
            let text = value.string ?? (value.number == nil ? "" : String(decoding: value.text, as: UTF8.self))
            guard (1...64).contains(text.utf8.count), texts.insert(text).inserted else { continue }
            words.append(ValueConversion.Word(value, text))
        }
        return Array(words.prefix(255))
    }

    /// The words among these, each with its counterpart.
    func words(among table: [(String, String)]) -> [ValueConversion.Word] {
        table.compactMap { row in
            values.contains(.string(row.0)) ? ValueConversion.Word(.string(row.0), row.1) : nil
        }
    }

    /// The least and the greatest number; the defaults if it has none, or a wrong order.
    func range(_ defaults: ClosedRange<Double>) -> ClosedRange<Double> {
        let low = minimum ?? min(defaults.lowerBound, maximum ?? defaults.lowerBound)
        let high = maximum ?? max(defaults.upperBound, low)
        return low <= high ? low...high : defaults
    }

    func feature(_ name: String) -> Exposed? { features.first { $0.name == name } }
}
