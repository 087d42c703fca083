internal import HearthBase
internal import HearthEntities
internal import HearthTemplates

/// Builds the map of an announced entity from its options.
struct EntityBuilder {
    let options: Options
    var map: EntityMap
    private let quality: UInt8
    private let isRetained: Bool
    private var commandTopics: Set<String> = []

    init(_ component: Announcement.Component, key: String, name: String) throws(Refusal) {
        options = component.options
        let category: Entity.Category =
            switch options.text("entity_category") {
            case "config": .setting
            case "diagnostic": .diagnostic
            default: .main
            }
        map = EntityMap(
            Entity(
                key: key, name: name, category: category,
                isOffByDefault: options.flag("enabled_by_default") == false, kind: .flag(deviceClass: "")))
        map.availability = try Availability(options)
        // Commands are acknowledged, so that one that a broker refuses is known.
        quality = options.number("qos") == 2 ? 2 : 1
        isRetained = options.flag("retain") ?? false
    }

    // MARK: - Reading

    /// Reads a topic, if there is such an option.
    ///
    /// - Returns: whether there is.
    @discardableResult
    mutating func read(
        _ topic: String, _ template: String, _ property: EntityProperty, _ conversion: Conversion
    ) throws(Refusal) -> Bool {
        try read(topic, template, .property(property, conversion))
    }

    @discardableResult
    mutating func read(_ topic: String, _ template: String?, _ meaning: EntityMap.Meaning) throws(Refusal) -> Bool {
        guard let filter = try options.filter(topic) else { return false }
        var parsed: Template?
        if let template { parsed = try options.template(template) }
        map.sources.append(EntityMap.Source(filter: filter, template: parsed, meaning: meaning))
        return true
    }

    // MARK: - Commands

    /// A topic to publish to; nil without the option.
    mutating func target(_ topic: String, _ template: String? = nil) throws(Refusal) -> EntityMap.Target? {
        guard let topic = try options.topic(topic) else { return nil }
        commandTopics.insert(topic)
        var parsed: Template?
        if let template { parsed = try options.template(template) }
        return EntityMap.Target(topic: topic, template: parsed, quality: quality, isRetained: isRetained)
    }

    mutating func neededTarget(_ topic: String, _ template: String? = nil) throws(Refusal) -> EntityMap.Target {
        guard let target = try target(topic, template) else { throw Refusal("it has no \(topic)") }
        return target
    }

    /// Lets a property be set, if there is such a topic.
    ///
    /// - Returns: whether there is.
    @discardableResult
    mutating func write(
        _ topic: String, _ template: String?, _ property: EntityProperty, _ conversion: Conversion,
        variable: String? = nil
    ) throws(Refusal) -> Bool {
        guard let target = try target(topic, template) else { return false }
        map.writes[property] = EntityMap.Write(target: target, conversion: conversion, variable: variable)
        return true
    }

    /// Lets a command publish a payload to a topic. Without the option the default counts; null is no command.
    mutating func act(
        _ action: EntityCommand.Action, _ target: EntityMap.Target?, _ payload: String, default word: String?
    ) {
        guard let target, let fixed = fixed(target, payload, default: word) else { return }
        map.actions[action] = fixed
    }

    func fixed(_ target: EntityMap.Target, _ payload: String, default word: String?) -> EntityMap.Fixed? {
        let text = options.has(payload) ? options.text(payload) : word
        return text.map { EntityMap.Fixed(target: target, payload: $0) }
    }

    // MARK: - The end

    /// The map with its kind. Without a state, or if the device says so, the state is assumed. So it is if a topic is
    /// for commands and states: only the command itself would confirm it, and brokers do not send it back to the hub.
    mutating func finished(_ kind: EntityKind, hasState: Bool = true) -> EntityMap {
        map.entity.kind = kind
        let isSame = map.sources.contains { commandTopics.contains($0.filter) }
        map.entity.isAssumed = !hasState || isSame || options.flag("optimistic") == true
        if let seconds = options.number("expire_after"), seconds > 0 { map.expiry = .bounded(seconds: seconds) }
        if let seconds = options.number("off_delay"), seconds > 0 { map.offDelay = .bounded(seconds: seconds) }
        return map
    }

    /// A text of an option, or its default.
    func text(_ name: String, _ word: String) -> String { options.text(name) ?? word }

    /// The least and greatest number of options, in this order.
    func range(_ low: String, _ high: String, _ defaults: ClosedRange<Double>) throws(Refusal) -> ClosedRange<Double> {
        let least = options.number(low) ?? defaults.lowerBound
        let greatest = options.number(high) ?? defaults.upperBound
        guard least <= greatest else { throw Refusal("its \(low) \(least) is above its \(high) \(greatest)") }
        return least...greatest
    }
}
