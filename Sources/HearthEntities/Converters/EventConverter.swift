internal import HearthTraitCatalog
internal import HearthTraitCore

/// Events of a device: a button's presses as Switch, others as NamedEvent.
struct EventConverter: EntityConverter {
    private typealias T = StandardTraits

    /// A way of pressing a button.
    enum Press: Hashable, Sendable {
        case short
        case many(Int64)
        case long
        case release
    }

    private let key: String
    private let isSwitch: Bool
    let parts: [EntityPart]

    init(_ entity: Entity, types: [String], deviceClass: String) {
        key = entity.key
        isSwitch = !types.isEmpty && types.allSatisfy { Self.press($0) != nil }
        let type: DeviceTypeDescriptor
        let draft: TraitDraft
        if isSwitch {
            let presses = types.compactMap { Self.press($0) }
            let most =
                presses.map { press -> Int64 in if case .many(let count) = press { count } else { 2 } }.max() ?? 2
            let hasLong = presses.contains { $0 == .long || $0 == .release }
            // Momentary, with release and multiple presses; long presses if it has them.
            draft = TraitDraft(
                T.matterSwitch, features: 0x2 | 0x4 | 0x10 | (hasLong ? 0x8 : 0),
                ["numberOfPositions": 2, "currentPosition": 0, "multiPressMax": .integer(most)])
            type = deviceClass == "doorbell" ? T.doorbellDeviceType : T.genericSwitchDeviceType
        } else {
            let shown = types.prefix(256).map { PlainValue.text($0.prefix(bytes: 64)) }
            draft = TraitDraft(
                T.hearthProjectNamedEvent,
                ["types": .list(shown), "deviceClass": .text(deviceClass.prefix(bytes: 64))])
            type = T.hearthNamedEventDeviceType
        }
        parts = [EntityPart(key: key, name: entity.name, types: [type], traits: [draft])]
    }

    var entities: [String] { [key] }

    func values(_ states: EntityStates) -> PartValues { [:] }

    func events(_ event: EntityReport.Event) -> [PartEvent] {
        guard !event.type.isEmpty else { return [] }
        guard isSwitch else {
            return [PartEvent(key, T.hearthProjectNamedEvent, "Fired", ["type": .text(event.type.prefix(bytes: 64))])]
        }
        func part(_ name: String, _ fields: [String: PlainValue]) -> PartEvent {
            PartEvent(key, T.matterSwitch, name, fields)
        }
        let pressed = part("InitialPress", ["newPosition": 1])
        // The sequences of Matter Application Clusters 1.4, section 1.13.7.
        switch Self.press(event.type) {
        case .short:
            return [
                pressed, part("ShortRelease", ["previousPosition": 1]),
                part("MultiPressComplete", ["previousPosition": 1, "totalNumberOfPressesCounted": 1]),
            ]
        case .many(let count):
            return [
                pressed, part("ShortRelease", ["previousPosition": 1]),
                part("MultiPressComplete", ["previousPosition": 1, "totalNumberOfPressesCounted": .integer(count)]),
            ]
        case .long: return [pressed, part("LongPress", ["newPosition": 1])]
        case .release: return [part("LongRelease", ["previousPosition": 1])]
        case nil: return []
        }
    }

    /// The kind of press that a word of an ecosystem means, without words that name a button; nil for other words.
    static func press(_ word: String) -> Press? {
        switch word.lowercased() {
        case "single", "click", "press", "short", "pressed", "single_press", "short_press", "short_release",
            "button_short_press", "initial_press", "single_push", "btn_down", "ring", "press_1":
            .short
        case "double", "double_press", "double_push", "button_double_press", "multi_press_2": .many(2)
        case "triple", "triple_press", "triple_push", "button_triple_press", "multi_press_3": .many(3)
        case "quadruple", "quadruple_press", "button_quadruple_press", "multi_press_4": .many(4)
        case "quintuple", "many", "button_quintuple_press", "multi_press_5": .many(5)
        case "hold", "long", "long_press", "long_push", "button_long_press": .long
        case "release", "hold_release", "long_release", "button_long_release": .release
        default: nil
        }
    }
}
