package import HearthTraitDescriptors

extension DeviceSetting {
    /// The action that makes a part of a device do this; nil if it can't.
    package func action(on part: DeviceReading.Part) -> DeviceAction? {
        if let alarm = alarmAction(part) { return DeviceAction(part.endpoint, alarm.trait, alarm.content) }
        for (id, content) in candidates(part) {
            guard let trait = part.traits[id], let content = content(trait) else { continue }
            return DeviceAction(part.endpoint, trait, content)
        }
        return nil
    }

    private func alarmAction(
        _ part: DeviceReading.Part
    ) -> (trait: DeviceReading.Trait, content: DeviceAction.Content)? {
        switch self {
        case .arm(let level): AlarmReading(part)?.arm(level)
        case .disarm: AlarmReading(part)?.disarm()
        default: nil
        }
    }

    private typealias Candidate = (trait: UInt32, content: (DeviceReading.Trait) -> DeviceAction.Content?)

    /// Half a second, as for ``DeviceVerb/dim``.
    private static let transition = TraitValue.unsigned(5)

    private func candidates(_ part: DeviceReading.Part) -> [Candidate] {
        switch self {
        case .brightnessStep(let step):
            guard part.isOne(of: DeviceTypeID.lights.union(DeviceTypeID.plugs)) else { return [] }
            return [(TraitID.levelControl, { Self.level(changedBy: step, $0) })]
        case .color(let name): return [(TraitID.colorControl, { Self.color(name, $0) })]
        case .kelvin(let kelvin): return [(TraitID.colorControl, { Self.white(kelvin, $0) })]
        case .temperatureStep(let step): return [(TraitID.thermostat, { Self.warmer(step, $0) })]
        case .fanSpeed(let percent):
            return [(TraitID.fanControl, { $0.update("percentSetting", .unsigned(UInt64(Self.whole(percent)))) })]
        case .fanSpeedStep(let step): return [(TraitID.fanControl, { Self.fan(changedBy: step, $0) })]
        case .fanMode(let name): return [(TraitID.fanControl, { Self.fanMode(name, $0) })]
        case .volume(let percent):
            guard part.deviceTypes.contains(DeviceTypeID.speaker) else { return [] }
            return [(TraitID.levelControl, { Self.level(percent, $0) })]
        case .volumeStep(let step):
            guard part.deviceTypes.contains(DeviceTypeID.speaker) else { return [] }
            return [(TraitID.levelControl, { Self.level(changedBy: step, $0) })]
        case .muted(let isMuted):
            guard part.deviceTypes.contains(DeviceTypeID.speaker) else { return [] }
            return [(TraitID.onOff, { $0.command(isMuted ? "off" : "on") })]
        case .play: return [(TraitID.mediaPlayback, { $0.command("play") })]
        case .pause: return [(TraitID.mediaPlayback, { $0.command("pause") })]
        case .next: return [(TraitID.mediaPlayback, { $0.command("next") })]
        case .previous: return [(TraitID.mediaPlayback, { $0.command("previous") })]
        case .stop:
            return [
                (TraitID.windowCovering, { $0.command("stopMotion") }),
                (TraitID.closureControl, { $0.command("stop") }),
            ]
        case .arm, .disarm: return []
        case .clean: return [(TraitID.runMode, { Self.cleaning($0) })]
        case .dock: return [(TraitID.rvcOperationalState, { $0.command("goHome") })]
        }
    }

    // MARK: Content

    private static func whole(_ percent: Double) -> Int { Int(min(max(percent, 0), 100).rounded()) }

    private static func level(_ percent: Double, _ trait: DeviceReading.Trait) -> DeviceAction.Content? {
        let level = UInt64((Double(whole(percent)) * 254 / 100).rounded())
        return trait.command("moveToLevelWithOnOff", ["level": .unsigned(level), "transitionTime": transition])
            ?? trait.command("moveToLevel", ["level": .unsigned(level), "transitionTime": transition])
    }

    private static func level(changedBy step: Double, _ trait: DeviceReading.Trait) -> DeviceAction.Content? {
        guard let present = trait.integer("currentLevel"), (0...254).contains(present) else { return nil }
        return level(min(max(Double(present) * 100 / 254 + step, 1), 100), trait)
    }

    private static func fan(changedBy step: Double, _ trait: DeviceReading.Trait) -> DeviceAction.Content? {
        guard let present = trait.integer("percentSetting") ?? trait.integer("percentCurrent"),
            (0...100).contains(present)
        else { return nil }
        return trait.update("percentSetting", .unsigned(UInt64(min(max(whole(Double(present) + step), 1), 100))))
    }

    private static func color(_ name: String, _ trait: DeviceReading.Trait) -> DeviceAction.Content? {
        let hue = Phrase.hues.first { $0.name == name }?.hue
        guard hue != nil || name == "white" else { return nil }
        let saturation: UInt64 = hue == nil ? 0 : 254
        return trait.command(
            "moveToHueAndSaturation",
            ["hue": .unsigned(UInt64(hue ?? 0)), "saturation": .unsigned(saturation), "transitionTime": transition])
    }

    /// The nearest color temperature that the light has.
    private static func white(_ kelvin: Double, _ trait: DeviceReading.Trait) -> DeviceAction.Content? {
        guard kelvin > 0, let wanted = Int64(exactly: (1_000_000 / kelvin).rounded()) else { return nil }
        let least = trait.integer("colorTempPhysicalMinMireds") ?? 0
        let most = trait.integer("colorTempPhysicalMaxMireds") ?? 65_279
        let mireds = UInt64(clamping: min(max(wanted, least), most))
        return trait.command(
            "moveToColorTemperature", ["colorTemperatureMireds": .unsigned(mireds), "transitionTime": transition])
    }

    private static func warmer(_ step: Double, _ trait: DeviceReading.Trait) -> DeviceAction.Content? {
        for name in ["occupiedHeatingSetpoint", "occupiedCoolingSetpoint"] {
            guard let present = trait.integer(name), (-27_315...32_767).contains(present) else { continue }
            let wanted = Double(present) + step * 100
            guard let raw = Int64(exactly: wanted.rounded()) else { return nil }
            return trait.update(name, .signed(raw))
        }
        return nil
    }

    /// FanControl.FanModeEnum.
    private static let fanModes: [String: UInt64] = ["off": 0, "low": 1, "medium": 2, "high": 3, "on": 4, "auto": 5]

    private static func fanMode(_ name: String, _ trait: DeviceReading.Trait) -> DeviceAction.Content? {
        fanModes[name].flatMap { trait.update("fanMode", .unsigned($0)) }
    }

    /// Changes to the mode with the tag Cleaning, 0x4001 (Matter, RvcRunMode: mode tags).
    private static func cleaning(_ trait: DeviceReading.Trait) -> DeviceAction.Content? {
        guard let field = trait.descriptor.attribute(named: "supportedModes")?.field,
            case .structure(let index) = field.type, trait.descriptor.structs.indices.contains(index)
        else { return nil }
        let option = trait.descriptor.structs[index]
        guard let mode = option.fields.first(where: { $0.name == "mode" })?.id,
            let tags = option.fields.first(where: { $0.name == "modeTags" })?.id
        else { return nil }
        for case .structure(let values) in trait.value("supportedModes")?.list ?? [] {
            let found = values[tags]?.list?.contains { tag in
                if case .structure(let tag) = tag { tag.fields.values.contains { $0.integer == 0x4001 } } else { false }
            }
            if found == true, let number = values[mode] { return trait.command("changeToMode", ["newMode": number]) }
        }
        return nil
    }
}

extension DeviceReading.Trait {
    /// A command, if the trait accepts it.
    package func command(_ name: String, _ arguments: [String: TraitValue] = [:]) -> DeviceAction.Content? {
        guard let command = descriptor.commands.first(where: { $0.methodName == name }) else { return nil }
        let accepted = values[GlobalAttribute.acceptedCommandList]?.list
        guard accepted?.contains(where: { $0.integer == Int64(command.id) }) ?? true else { return nil }
        var values = StructureValue()
        for field in command.arguments.fields { values[field.id] = arguments[field.name] }
        return .command(command, values)
    }

    /// A write, if the trait has the attribute.
    func update(_ name: String, _ value: TraitValue) -> DeviceAction.Content? {
        guard let attribute = descriptor.attribute(named: name), values[attribute.id] != nil else { return nil }
        return .update([attribute.id: value])
    }
}
