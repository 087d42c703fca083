internal import HearthBase
internal import HearthJSON
internal import HearthTraitCatalog
internal import HearthTraitCore

/// OnOff, LevelControl and ColorControl of a light as a light in the JSON schema, whose commands have everything in one
/// message.
enum LightRow {
    private typealias T = StandardTraits

    private static let onOff = AttributeID(T.matterOnOff, "onOff")
    private static let level = AttributeID(T.matterLevelControl, "currentLevel")
    private static let minLevel = AttributeID(T.matterLevelControl, "minLevel")
    private static let maxLevel = AttributeID(T.matterLevelControl, "maxLevel")
    private static let mireds = AttributeID(T.matterColorControl, "colorTemperatureMireds")
    private static let minMireds = AttributeID(T.matterColorControl, "colorTempPhysicalMinMireds")
    private static let maxMireds = AttributeID(T.matterColorControl, "colorTempPhysicalMaxMireds")
    private static let mode = AttributeID(T.matterColorControl, "colorMode")
    private static let hue = AttributeID(T.matterColorControl, "currentHue")
    private static let finerHue = AttributeID(T.matterColorControl, "enhancedCurrentHue")
    private static let saturation = AttributeID(T.matterColorControl, "currentSaturation")
    private static let x = AttributeID(T.matterColorControl, "currentX")
    private static let y = AttributeID(T.matterColorControl, "currentY")

    private static let on = CommandID(T.matterOnOff, "On")
    private static let off = CommandID(T.matterOnOff, "Off")
    private static let moveToLevel = CommandID(T.matterLevelControl, "MoveToLevelWithOnOff")
    private static let moveToMireds = CommandID(T.matterColorControl, "MoveToColorTemperature")
    private static let moveToHue = CommandID(T.matterColorControl, "MoveToHueAndSaturation")
    private static let moveToFinerHue = CommandID(T.matterColorControl, "EnhancedMoveToHueAndSaturation")
    private static let moveToXY = CommandID(T.matterColorControl, "MoveToColor")

    static let describing: [AttributeID] = [
        .features(T.matterOnOff), .features(T.matterLevelControl), .features(T.matterColorControl), minMireds,
        maxMireds,
    ]

    /// Lights, and the dimmers of unknown lights: Home Assistant has brightness nowhere else.
    static func isLight(_ part: Part) -> Bool {
        guard part.has(T.matterOnOff) else { return false }
        if part.isOf(
            T.onOffLightDeviceType, T.dimmableLightDeviceType, T.colorTemperatureLightDeviceType,
            T.extendedColorLightDeviceType)
        {
            return true
        }
        return part.has(T.matterLevelControl)
            && part.isOf(T.dimmablePlugInUnitDeviceType, T.mountedDimmableLoadControlDeviceType)
    }

    static func components(_ part: Part) -> [Component] {
        guard isLight(part) else { return [] }
        let modes = Modes(part)
        var options: [(String, JSON)] = [
            ("schema", .string("json")), ("supported_color_modes", .array(modes.names.map { .string($0) })),
        ]
        if modes.hasLevel { options.append(("brightness_scale", .number(254))) }
        if modes.hasMireds, let low = part.integer(minMireds), let high = part.integer(maxMireds), 0 < low, low < high {
            options += [("min_mireds", .number(low)), ("max_mireds", .number(high))]
        }
        return [
            Component(
                name: "light", platform: "light", title: "Light", isMain: true, options: options,
                properties: [.command { payload, part throws(SetRefusal) in try requests(payload, part) }],
                ownState: { state($0) })
        ]
    }

    /// What a light can do, in Home Assistant's color modes.
    private struct Modes {
        let hasLevel: Bool
        let hasMireds: Bool
        /// `hs` or `xy`; nil for a light without colors. Hue and saturation are what people choose.
        let color: String?

        init(_ part: Part) {
            hasLevel = part.has(T.matterLevelControl)
            hasMireds = hasLevel && part.hasFeature(T.matterColorControl, 0x10)
            let (hasHue, hasXY) = (
                part.hasFeature(T.matterColorControl, 0x1), part.hasFeature(T.matterColorControl, 0x8)
            )
            color = !hasLevel ? nil : hasHue ? "hs" : hasXY ? "xy" : nil
        }

        var names: [String] {
            let colors = (hasMireds ? ["color_temp"] : []) + (color.map { [$0] } ?? [])
            return !colors.isEmpty ? colors : hasLevel ? ["brightness"] : ["onoff"]
        }
    }

    // MARK: State

    private static func state(_ part: Part) -> JSON {
        let modes = Modes(part)
        var members: [(String, JSON)] = [("state", .onOff(part.bool(onOff)))]
        if modes.hasLevel, let level = part.integer(level), level > 0 { members.append(("brightness", .number(level))) }
        if modes.hasMireds || modes.color != nil { members += color(part, modes) }
        return .object(members)
    }

    private static func color(_ part: Part, _ modes: Modes) -> [(String, JSON)] {
        // 2 is ColorTemperatureMireds.
        if modes.hasMireds, part.integer(mode) == 2 || modes.color == nil {
            guard let mireds = part.integer(mireds), mireds > 0 else { return [] }
            return [("color_mode", .string("color_temp")), ("color_temp", .number(mireds))]
        }
        switch modes.color {
        case "hs":
            let hue = part.integer(finerHue).map { Double($0) * 360 / 65_536 } ?? part.integer(hue).map { degrees($0) }
            guard let hue, let saturation = part.integer(saturation) else { return [] }
            let values: [(String, JSON)] = [
                ("h", .number(hue, digits: 1)), ("s", .number(Double(saturation) * 100 / 254, digits: 1)),
            ]
            return [("color_mode", .string("hs")), ("color", .object(values))]
        case "xy":
            guard let x = part.integer(x), let y = part.integer(y) else { return [] }
            let values = [("x", x), ("y", y)].map { ($0, JSON.number(Double($1) / 65_536, digits: 4)) }
            return [("color_mode", .string("xy")), ("color", .object(values))]
        default: return []
        }
    }

    private static func degrees(_ hue: Int64) -> Double { Double(hue) * 360 / 254 }

    // MARK: Commands

    private static func requests(_ payload: SetPayload, _ part: Part) throws(SetRefusal) -> [PublishedRequest] {
        let wanted = try payload.json()
        guard case .object = wanted else { throw SetRefusal("the command of a light is not a JSON object") }
        let modes = Modes(part)
        let transition = wanted["transition"]?.number.map { Int64(nearest: min(max($0, 0), 6_000) * 10) }
        if wanted["state"]?.string == "OFF" {
            guard let transition, transition > 0, modes.hasLevel else { return off.request(part.number) }
            let low = max(part.integer(minLevel) ?? 1, 0)
            return moveToLevel.request(part.number, levelArguments(low, transition))
        }
        // The color first: a light that is off must not light up in its former color.
        var requests = try color(wanted, transition ?? 0, modes, part)
        if modes.hasLevel, let brightness = wanted["brightness"]?.number {
            guard brightness > 0 else { return off.request(part.number) }
            let low = min(max(part.integer(minLevel) ?? 1, 1), 254)
            let high = max(min(part.integer(maxLevel) ?? 254, 254), low)
            let level = min(max(Int64(nearest: brightness), low), high)
            requests += moveToLevel.request(part.number, levelArguments(level, transition))
        } else if requests.isEmpty || part.bool(onOff) != true {
            requests += on.request(part.number)
        }
        return requests
    }

    private static func levelArguments(_ level: Int64, _ transition: Int64?) -> [String: TraitValue?] {
        [
            "level": .count(level), "transitionTime": transition.map { .count($0) } ?? .null,
            "optionsMask": .unsigned(0), "optionsOverride": .unsigned(0),
        ]
    }

    private static func color(
        _ wanted: JSONValue, _ transition: Int64, _ modes: Modes, _ part: Part
    ) throws(SetRefusal) -> [PublishedRequest] {
        // Options: ExecuteIfOff.
        var arguments: [String: TraitValue?] = [
            "transitionTime": .count(transition), "optionsMask": .unsigned(1), "optionsOverride": .unsigned(1),
        ]
        if modes.hasMireds, let mireds = wanted["color_temp"]?.number {
            let low = part.integer(minMireds) ?? 1
            let high = max(part.integer(maxMireds) ?? 65_279, low)
            arguments["colorTemperatureMireds"] = .count(min(max(Int64(nearest: mireds), low), high))
            return moveToMireds.request(part.number, arguments)
        }
        guard let color = wanted["color"], modes.color != nil else { return [] }
        if let x = color["x"]?.number, let y = color["y"]?.number {
            func coordinate(_ value: Double) -> TraitValue {
                .count(Int64(nearest: min(max(value, 0), 0.996) * 65_536))
            }
            arguments.merge(["colorX": coordinate(x), "colorY": coordinate(y)]) { $1 }
            return moveToXY.request(part.number, arguments)
        }
        guard let hue = color["h"]?.number, let saturation = color["s"]?.number else {
            throw SetRefusal("the color of a light has neither h and s nor x and y")
        }
        let turn = min(max(hue, 0), 360) / 360
        arguments["saturation"] = .count(Int64(nearest: min(max(saturation, 0), 100) * 2.54))
        guard part.hasFeature(T.matterColorControl, 0x2) else {
            arguments["hue"] = .count(Int64(nearest: turn * 254))
            return moveToHue.request(part.number, arguments)
        }
        arguments["enhancedHue"] = .count(min(Int64(nearest: turn * 65_536), 65_535))
        return moveToFinerHue.request(part.number, arguments)
    }
}
