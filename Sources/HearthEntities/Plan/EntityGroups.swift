internal import HearthTraitCore

/// Groups entities that become one endpoint, and finds the converter of each.
struct EntityGroups {
    enum Unit {
        case converter(any EntityConverter)
        /// An entity without a trait, and why.
        case unsupported(String, String)
    }

    /// The converters in the order of the entities.
    let units: [Unit]

    /// - Parameters:
    ///   - entities: those that become endpoints.
    ///   - all: all entities of the device. These endpoints show some of them as attributes.
    init(_ entities: [Entity], of all: [Entity]) {
        let battery = Self.battery(entities)
        var shared = Set(battery?.all ?? [])
        let electrical = Self.electrical(entities.filter { !shared.contains($0.key) })
        shared.formUnion(electrical.flatMap { $0.sources.map(\.entity) })
        var units: [Unit] = battery.map { [.converter(BatteryConverter($0, part: EntityPart.root))] } ?? []
        units += electrical.map { group in
            .converter(
                ElectricalConverter(
                    group.sources, part: group.part, name: group.name, isOnly: electrical.count == 1))
        }
        var hasSignal = false
        for entity in entities where !shared.contains(entity.key) {
            if !hasSignal, case .sensor(let deviceClass, let unit, _) = entity.kind,
                Measure.of(deviceClass: deviceClass, unit: unit, stateClass: "")?.place == .signal
            {
                hasSignal = true
                units.append(.converter(SignalConverter(entity)))
            } else {
                units.append(Self.unit(of: entity))
            }
        }
        self.units = Self.withSettings(units, entities, all)
    }

    private static func withSettings(_ units: [Unit], _ entities: [Entity], _ all: [Entity]) -> [Unit] {
        let settings = all.filter(SettingOwners.mayBind)
        guard !settings.isEmpty else { return units }
        var owners = SettingOwners(units, chosen: entities)
        for setting in settings { owners.bind(setting) }
        return units.enumerated().map { index, unit in
            guard case .converter(let converter) = unit, let bound = owners.bound[index] else { return unit }
            return .converter(SettingsConverter(converter, bound))
        }
    }

    private static func unit(of entity: Entity) -> Unit {
        switch entity.kind {
        case .light(let light): .converter(LightConverter(entity, light))
        case .toggle(let deviceClass): .converter(ToggleConverter(entity, deviceClass: deviceClass))
        // A further battery, beside that of the device.
        case .sensor("battery", "%", _):
            .converter(
                BatteryConverter(BatteryConverter.Sources(charge: entity.key), part: entity.key, name: entity.name))
        case .flag("battery"):
            .converter(
                BatteryConverter(BatteryConverter.Sources(isLow: entity.key), part: entity.key, name: entity.name))
        case .sensor(let deviceClass, let unit, let stateClass):
            .converter(SensorConverter(entity, deviceClass: deviceClass, unit: unit, stateClass: stateClass))
        case .flag(let deviceClass): .converter(FlagConverter(entity, deviceClass: deviceClass))
        case .choice(let options, let isSettable):
            .converter(ChoiceConverter(entity, options: options, isSettable: isSettable))
        case .number(let minimum, let maximum, let step, let unit, let deviceClass, let mode, let words):
            .converter(
                NumberConverter(
                    entity, (minimum, maximum, step), unit: unit, deviceClass: deviceClass, mode: mode, words: words))
        case .text(let minimumLength, let maximumLength, let isSecret, let isSettable):
            .converter(
                TextConverter(
                    entity, minimumLength: minimumLength, maximumLength: maximumLength, isSecret: isSecret,
                    isSettable: isSettable))
        case .press(let deviceClass): .converter(PressConverter(entity, deviceClass: deviceClass))
        case .moment(let hasDate, let hasTime, let isSettable):
            hasDate || hasTime
                ? .converter(MomentConverter(entity, hasDate: hasDate, hasTime: hasTime, isSettable: isSettable))
                : .unsupported(entity.key, "it has neither a date nor a time")
        case .event(let types, let deviceClass):
            .converter(EventConverter(entity, types: types, deviceClass: deviceClass))
        case .cover(let cover):
            ClosureClass(rawValue: cover.deviceClass).map {
                .converter(ClosureConverter(entity, $0, canStop: cover.canStop))
            } ?? .converter(CoverConverter(entity, cover))
        case .valve(let hasPosition, _, _): .converter(ValveConverter(entity, hasPosition: hasPosition))
        case .lock(let canOpen, let codeFormat):
            .converter(LockConverter(entity, canOpen: canOpen, codeFormat: codeFormat))
        case .fan(let fan): .converter(FanConverter(entity, fan))
        case .siren(let tones, let hasVolume, let hasDuration):
            .converter(SirenConverter(entity, tones: tones, hasVolume: hasVolume, hasDuration: hasDuration))
        case .climate(let climate): climateUnit(entity, climate, .room)
        case .waterHeater(let climate): climateUnit(entity, climate, .water)
        case .humidifier(let dries, let minimum, let maximum, let modes):
            .converter(
                HumidifierConverter(entity, dries: dries, minimum: minimum, maximum: maximum, modes: modes))
        case .alarmPanel(let modes, let needsCode, let needsCodeToArm, let hasTextCode):
            .converter(
                AlarmPanelConverter(
                    entity, modes: modes, needsCode: needsCode, needsCodeToArm: needsCodeToArm,
                    hasTextCode: hasTextCode))
        case .mediaPlayer(let features): .converter(MediaPlayerConverter(entity, features: features))
        case .vacuum(let features, let fanSpeeds):
            .converter(VacuumConverter(entity, features: features, fanSpeeds: fanSpeeds))
        case .update(let canInstall): .converter(UpdateConverter(entity, canInstall: canInstall))
        case .actions(let actions): .converter(ActionsConverter(entity, actions: actions))
        case .camera(let camera): .converter(CameraConverter(entity, camera))
        }
    }

    private static func climateUnit(
        _ entity: Entity, _ climate: EntityKind.Climate, _ use: ThermostatTrait.Use
    ) -> Unit {
        // The range of Matter's temperatures, in which setpoints are.
        guard climate.minimum.isFinite, climate.maximum.isFinite, climate.minimum < climate.maximum,
            climate.minimum >= -273, climate.maximum <= 300
        else { return .unsupported(entity.key, "its least and greatest temperature are no range") }
        return .converter(ClimateConverter(entity, climate, use: use))
    }

    // MARK: Batteries

    /// The battery that feeds the device: the first entity of each sort. Further ones are measures of their own.
    private static func battery(_ entities: [Entity]) -> BatteryConverter.Sources? {
        var sources = BatteryConverter.Sources()
        var voltage: (key: String, factor: Double)?
        var measuresPower = false
        for entity in entities {
            switch entity.kind {
            case .sensor("battery", "%", _): sources.charge = sources.charge ?? entity.key
            case .sensor("voltage", "V", _): voltage = voltage ?? (entity.key, 1000)
            case .sensor("voltage", "mV", _): voltage = voltage ?? (entity.key, 1)
            case .sensor("power", _, _), .sensor("current", _, _): measuresPower = true
            case .flag("battery"): sources.isLow = sources.isLow ?? entity.key
            case .flag("battery_charging"): sources.isCharging = sources.isCharging ?? entity.key
            default: break
            }
        }
        guard sources.charge != nil || sources.isLow != nil else { return nil }
        if let voltage, !measuresPower {
            sources.voltage = voltage.key
            sources.voltageFactor = voltage.factor
        }
        return sources
    }

    // MARK: Electrical measures

    struct Electrical {
        var part: String
        var name: String
        var sources: [(entity: String, measure: Measure)]
    }

    /// Words that distinguish the measures of one thing: without them, their keys are equal. The longer ones come first.
    private static let words = [
        "apparent_power", "reactive_power", "active_power", "power_apparent", "power_reactive", "power_factor",
        "energy_produced", "produced_energy", "energy_returned", "returned_energy", "total_energy", "energy_total",
        "ac_frequency", "frequency", "voltage", "current", "energy", "power",
    ]

    /// Groups measures whose keys are equal but for the word of the measure. A second one of a place begins a group of
    /// its own. The group's key depends only on its entities' keys.
    private static func electrical(_ entities: [Entity]) -> [Electrical] {
        var groups: [Electrical] = []
        for entity in entities {
            guard case .sensor(let deviceClass, let unit, let stateClass) = entity.kind,
                let found = Measure.of(deviceClass: deviceClass, unit: unit, stateClass: stateClass)
            else { continue }
            var measure = found
            switch found.place {
            case .power: break
            case .energy:
                let isExported = ["produced", "returned", "export"].contains { entity.key.contains($0) }
                measure = Measure(place: .energy(isExported: isExported), offset: found.offset, factor: found.factor)
            default: continue
            }
            let stem = "electrical:" + Self.stem(entity.key)
            if let index = groups.firstIndex(where: { $0.part == stem }) {
                guard groups[index].sources.contains(where: { $0.measure.place == measure.place }) else {
                    groups[index].sources.append((entity.key, measure))
                    continue
                }
                groups.append(Electrical(part: entity.key, name: entity.name, sources: [(entity.key, measure)]))
            } else {
                groups.append(Electrical(part: stem, name: entity.name, sources: [(entity.key, measure)]))
            }
        }
        return groups
    }

    static func stem(_ key: String) -> String {
        for word in words {
            guard let range = key.firstRange(of: word) else { continue }
            return key.replacingCharacters(range)
        }
        return key
    }
}

extension String {
    fileprivate func replacingCharacters(_ range: Range<String.Index>) -> String {
        String(self[..<range.lowerBound]) + String(self[range.upperBound...])
    }
}
