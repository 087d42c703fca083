internal import HearthTraitDescriptors

extension DeviceVerb {
    /// The actions that make a device do this; empty if it can't.
    ///
    /// For the devices of a room, only those that people mean by the word: "dim" means lights, "set-temperature"
    /// heating and cooling, "open" blinds. Appliances, valves and cabinets must be named.
    ///
    /// - Parameters:
    ///   - number: percent for ``dim`` and ``open``, 0.01 °C for ``setTemperature``.
    ///   - scope: whether the device itself or its room was named.
    public func actions(
        on device: DeviceReading, _ number: Int? = nil, scope: Scope = .named
    ) -> [DeviceAction] {
        if scope == .among, isMeantForNamed(device) { return [] }
        return device.parts.compactMap { part in
            for (trait, action) in candidates(number) {
                guard scope == .named || isMeant(trait, on: part) else { continue }
                // The fan of an air conditioner runs while that does, and does not switch it on.
                if trait == TraitID.fanControl, part.traits[TraitID.thermostat] != nil { continue }
                guard let found = part.traits[trait], let content = action(found, part) else { continue }
                return DeviceAction(part.endpoint, found, content)
            }
            return nil
        }
    }

    /// Whether the word means a trait of a part if only the room was named.
    private func isMeant(_ trait: UInt32, on part: DeviceReading.Part) -> Bool {
        switch self {
        case .on, .off, .toggle, .lock, .unlock: true
        case .dim: part.isOne(of: DeviceTypeID.lights)
        case .open, .close: trait == TraitID.windowCovering
        case .setTemperature: trait == TraitID.thermostat
        }
    }

    /// Whether a device of this kind must be named for this word. Cooking devices can be switched off with their room,
    /// but switched on only by name.
    private func isMeantForNamed(_ device: DeviceReading) -> Bool {
        switch self {
        case .on, .toggle:
            device.parts.contains { $0.isOne(of: DeviceTypeID.appliances.union(DeviceTypeID.cooking)) }
        case .off: device.parts.contains { $0.isOne(of: DeviceTypeID.appliances) }
        case .dim, .open, .close, .lock, .unlock, .setTemperature: false
        }
    }

    private typealias Candidate = (
        trait: UInt32, content: (DeviceReading.Trait, DeviceReading.Part) -> DeviceAction.Content?
    )

    /// The traits that can do it, the best first.
    private func candidates(_ number: Int?) -> [Candidate] {
        switch self {
        case .on:
            [
                (TraitID.onOff, { trait, _ in trait.command("on") }),
                (TraitID.fanControl, { trait, _ in trait.update("fanMode", .unsigned(FanMode.high)) }),
            ]
        case .off:
            [
                (TraitID.onOff, { trait, _ in trait.command("off") }),
                (TraitID.fanControl, { trait, _ in trait.update("fanMode", .unsigned(FanMode.off)) }),
            ]
        case .toggle:
            [(TraitID.onOff, { trait, _ in trait.command("toggle") }), (TraitID.fanControl, Self.toggle)]
        case .dim:
            [
                (
                    TraitID.levelControl,
                    { trait, part in
                        guard part.isOne(of: DeviceTypeID.lights.union(DeviceTypeID.plugs)) else { return nil }
                        return Self.dim(trait, percent: number ?? 0)
                    }
                )
            ]
        case .open:
            [
                (TraitID.windowCovering, { trait, _ in Self.open(trait, percent: number) }),
                (
                    TraitID.closureControl,
                    { trait, _ in number ?? 100 == 100 ? ClosureReading.move(trait, toOpen: true) : nil }
                ),
                (TraitID.valve, { trait, _ in trait.command("open") }),
            ]
        case .close:
            [
                (TraitID.windowCovering, { trait, _ in trait.command("downOrClose") }),
                (TraitID.closureControl, { trait, _ in ClosureReading.move(trait, toOpen: false) }),
                (TraitID.valve, { trait, _ in trait.command("close") }),
            ]
        case .lock: [(TraitID.doorLock, { trait, _ in trait.command("lockDoor") })]
        case .unlock: [(TraitID.doorLock, { trait, _ in trait.command("unlockDoor") })]
        case .setTemperature:
            [
                (TraitID.thermostat, { trait, _ in Self.heat(trait, to: Int64(number ?? 0)) }),
                (
                    TraitID.temperatureControl,
                    { trait, _ in
                        trait.command("setTemperature", ["targetTemperature": .signed(Int64(number ?? 0))])
                    }
                ),
            ]
        }
    }

    // MARK: Content

    private static func toggle(_ trait: DeviceReading.Trait, _ part: DeviceReading.Part) -> DeviceAction.Content? {
        let isOff = trait.integer("fanMode") == Int64(FanMode.off)
        return trait.update("fanMode", .unsigned(isOff ? FanMode.high : FanMode.off))
    }

    /// Dims over half a second, so that the change is smooth without a noticeable delay.
    private static func dim(_ trait: DeviceReading.Trait, percent: Int) -> DeviceAction.Content? {
        let level = UInt64((Double(percent) * 254 / 100).rounded())
        return trait.command("moveToLevelWithOnOff", ["level": .unsigned(level), "transitionTime": .unsigned(5)])
    }

    private static func open(_ trait: DeviceReading.Trait, percent: Int?) -> DeviceAction.Content? {
        guard let percent, percent != 100 else { return trait.command("upOrOpen") }
        guard percent != 0 else { return trait.command("downOrClose") }
        let closed = UInt64(100 - min(max(percent, 0), 100)) * 100
        return trait.command("goToLiftPercentage", ["liftPercent100thsValue": .unsigned(closed)])
            ?? trait.command("goToTiltPercentage", ["tiltPercent100thsValue": .unsigned(closed)])
    }

    /// Sets the cooling setpoint of a thermostat that only cools, otherwise the heating setpoint.
    private static func heat(_ trait: DeviceReading.Trait, to centidegrees: Int64) -> DeviceAction.Content? {
        let mode = trait.integer("systemMode") ?? 0
        let isCooling = ThermostatMode.cools.contains(mode) && !ThermostatMode.heats.contains(mode)
        let heating = isCooling ? nil : trait.update("occupiedHeatingSetpoint", .signed(centidegrees))
        return heating ?? trait.update("occupiedCoolingSetpoint", .signed(centidegrees))
    }

    /// The values of FanControl.FanModeEnum.
    private enum FanMode {
        static let off: UInt64 = 0
        static let high: UInt64 = 3
    }
}
