internal import HearthBase
internal import HearthEntities
internal import HearthJSON
internal import HearthTraitCore

/// A light of a device (Tasmota's documentation, "Lights"). Its brightness is `Dimmer`, its colours are `HSBColor` and
/// `CT`.
struct LightPart: TasmotaPart {
    /// What the light can show.
    enum Sort: Hashable, Sendable {
        case onOff, dimmer, temperature, color
        /// Colours, and white whose temperature can be set: either at a time.
        case colorAndTemperature
    }

    let entity: Entity
    private let power: PowerState
    private let sort: Sort
    /// The key of the brightness in messages, and the command that sets it.
    private let dimmer: (key: String, command: String)
    private let mireds: ClosedRange<Double>
    private let hasFixedFade: Bool
    private let hasFade: Bool
    private var hasEffects: Bool { sort == .color || sort == .colorAndTemperature }

    private var hasTemperature: Bool { sort == .temperature || sort == .colorAndTemperature }

    /// The names of `Scheme` 1 to 4. Scheme 0 has no effect.
    private static let effects = ["Wake up", "Cycle up", "Cycle down", "Random"]

    /// - Parameters:
    ///   - index: the place among the relays, from 0.
    ///   - place: the place among the lights, from 0.
    init(_ index: Int, _ config: TasmotaConfig, place: Int, isOnly: Bool) {
        power = PowerState(index + 1, config)
        var sort: Sort =
            switch config.channels {
            case 1: .dimmer
            case 2: .temperature
            case 3, 4: .color
            case 5: .colorAndTemperature
            default: .onOff
            }
        var dimmer = (key: "Dimmer", command: config.isTuya ? "Dimmer3" : "Dimmer")
        if config.isFan || config.relays[index] == .relay {
            sort = .onOff
        } else if config.options.contains(.separateChannels) {
            sort = .dimmer
            dimmer = ("Channel\(index + 1)", "Channel\(index + 1)")
        } else if !config.isLinked, config.channels >= 4 {
            // The coloured channels are the first light, the white ones the second.
            if place == 0 { sort = .color }
            if place == 1 { sort = config.channels == 5 ? .temperature : .dimmer }
            dimmer = ("Dimmer\(place + 1)", "Dimmer\(place + 1)")
        }
        self.sort = sort
        self.dimmer = dimmer
        mireds = config.options.contains(.reducedTemperatures) ? 200...380 : 153...500
        hasFixedFade = config.options.contains(.fixedFade)
        hasFade = config.hasFade && sort != .onOff && !config.isTuya
        let isColored = sort == .color || sort == .colorAndTemperature
        entity = Entity(
            key: "light:\(index + 1)", name: config.relayName(index) ?? (isOnly ? "" : "Light \(place + 1)"),
            kind: .light(
                EntityKind.Light(
                    hasBrightness: sort != .onOff,
                    mireds: sort == .temperature || sort == .colorAndTemperature ? mireds : nil,
                    color: isColored ? .hueSaturation : .none, effects: isColored ? Self.effects : [],
                    hasTransition: hasFade)))
    }

    // MARK: - Messages

    func values(in message: JSONValue) -> [EntityProperty: EntityValue] {
        var values: [EntityProperty: EntityValue] = [:]
        if let isOn = power.value(in: message) { values[.on] = isOn }
        guard sort != .onOff else { return values }
        if let percent = message[dimmer.key] {
            values[.brightness] = percent.number.map { .number(min(max($0, 0), 100) / 100) } ?? .unknown
        }
        values.merge(colors(in: message)) { $1 }
        if hasEffects, let scheme = message["Scheme"]?.integer {
            values[.effect] = .text((1...4).contains(scheme) ? Self.effects[scheme - 1] : "None")
        }
        return values
    }

    /// The colour or the colour temperature, whichever the light shows; the other one is unknown.
    private func colors(in message: JSONValue) -> [EntityProperty: EntityValue] {
        var temperature = message["CT"]?.number.map { EntityValue.number(min(max($0, 1), 1_000)) }
        var color = message["HSBColor"]?.string.flatMap(HSB.init)
        if sort == .colorAndTemperature, let shown = color, let mireds = temperature {
            // White leaves the coloured channels dark.
            let isWhite = shown.brightness == 0 && (message["White"]?.number ?? 0) > 0
            if isWhite {
                return [.colorTemperature: mireds, .hue: .unknown, .saturation: .unknown]
            }
            temperature = .unknown
        }
        if sort == .dimmer || sort == .color { temperature = nil }
        if sort == .dimmer || sort == .temperature { color = nil }
        var values: [EntityProperty: EntityValue] = [:]
        if let temperature { values[.colorTemperature] = temperature }
        if let color {
            values[.hue] = .number(color.hue)
            values[.saturation] = .number(color.saturation)
        }
        return values
    }

    /// A colour as `HSBColor` writes it: `hue,saturation,brightness`.
    private struct HSB {
        let hue: Double
        let saturation: Double
        let brightness: Double

        init?(_ text: String) {
            guard text.utf8.count <= 32 else { return nil }
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(String($0)) ?? .nan }
            guard parts.count == 3, parts.allSatisfy(\.isFinite) else { return nil }
            hue = min(max(parts[0], 0), 360)
            saturation = min(max(parts[1], 0), 100)
            brightness = min(max(parts[2], 0), 100)
        }
    }

    // MARK: - Commands

    func orders(
        _ command: EntityCommand, known: [EntityProperty: EntityValue]
    ) throws(TraitError) -> [TasmotaOrder] {
        if command.action == .toggle { return [power.toggle] }
        guard command.action == .set else { throw refusal(command) }
        var orders = try fade(command, known)
        // Whatever else is set, the light turns off.
        if command.values[.on] == .bool(false) { return orders + [power.order(false)] }
        let brightness = try number(.brightness, command).map { $0 > 0 ? max(percent($0), 1) : 0 }
        var hasBrightness = brightness == nil
        if let hue = try number(.hue, command), let saturation = try number(.saturation, command), hasEffects {
            let whole = { (number: Double) in Int(exactly: number.rounded()) ?? 0 }
            let present = if case .number(let share) = known[.brightness] { max(percent(share), 1) } else { 100 }
            let color = [whole(min(max(hue, 0), 360)), whole(min(max(saturation, 0), 100)), brightness ?? present]
            orders.append(TasmotaOrder("HSBColor", color.map(String.init).joined(separator: ",")))
            hasBrightness = true
        }
        if let temperature = try number(.colorTemperature, command), hasTemperature {
            let inRange = min(max(temperature, mireds.lowerBound), mireds.upperBound).rounded()
            orders.append(TasmotaOrder("CT", String(Int(exactly: inRange) ?? 153)))
        }
        if case .text(let word)? = command.values[.effect], hasEffects {
            orders.append(TasmotaOrder("Scheme", String((Self.effects.firstIndex(of: word) ?? -1) + 1)))
        }
        if let brightness, !hasBrightness, sort != .onOff {
            orders.append(TasmotaOrder(dimmer.command, String(brightness)))
        }
        if command.values[.on] == .bool(true) { orders.append(power.order(true)) }
        guard orders.contains(where: { !Self.fades.contains($0.name) }) else { throw refusal(command) }
        return orders
    }

    /// Commands that hold only for the next one.
    private static let fades: Set<String> = ["Fade2", "Speed2"]

    /// The commands for a transition. `Speed2` is in half seconds, of a change from nothing to full unless the device
    /// fades in a fixed time.
    private func fade(
        _ command: EntityCommand, _ known: [EntityProperty: EntityValue]
    ) throws(TraitError) -> [TasmotaOrder] {
        guard hasFade, let transition = command.transition else { return [] }
        guard transition > .zero else { return [TasmotaOrder("Fade2", "0")] }
        var share = 1.0
        let isColor = command.values[.hue] != nil || command.values[.colorTemperature] != nil
        if !hasFixedFade, !isColor, case .number(let before)? = known[.brightness] {
            let now = known[.on] == .bool(true) ? before : 0
            let then = command.values[.on] == .bool(false) ? 0 : try number(.brightness, command) ?? before
            share = abs(then - now)
        }
        let speed = share > 0 ? min(max((transition.inSeconds * 2 / share).rounded(), 1), 40) : 1
        return [TasmotaOrder("Fade2", "1"), TasmotaOrder("Speed2", String(Int(exactly: speed) ?? 1))]
    }
}

/// The white channel of a light whose colours are set apart from it.
struct WhitePart: TasmotaPart {
    let entity = Entity(
        key: "white", name: "White", kind: .number(minimum: 0, maximum: 100, step: 1, unit: "%", deviceClass: ""))

    func values(in message: JSONValue) -> [EntityProperty: EntityValue] {
        guard let white = message["White"] else { return [:] }
        return [.value: white.number.map { .number(min(max($0, 0), 100)) } ?? .unknown]
    }

    func orders(
        _ command: EntityCommand, known: [EntityProperty: EntityValue]
    ) throws(TraitError) -> [TasmotaOrder] {
        guard command.action == .set, let white = try number(.value, command) else { throw refusal(command) }
        return [TasmotaOrder("White", String(percent(white / 100)))]
    }
}
