internal import HearthPhrases
internal import HearthSpeech
internal import HearthTraitCore

extension SpokenCommand {
    /// The difference of a step where none was said: percent points.
    private static let usualStep = 15.0
    /// The same for temperatures, in °C.
    private static let usualDegrees = 1.0

    /// The action that makes a part of a device do this; nil if it can't.
    func action(on part: DeviceReading.Part) -> DeviceAction? {
        if let verb = deviceVerb {
            return verb.verb.actions(on: DeviceReading([part]), verb.number).first
        }
        return setting?.action(on: part)
    }

    private var deviceVerb: (verb: DeviceVerb, number: Int?)? {
        switch (verb, value) {
        case (.on, _): (.on, nil)
        case (.off, _): (.off, nil)
        case (.toggle, _): (.toggle, nil)
        case (.open, _): (.open, nil)
        case (.close, _): (.close, nil)
        case (.lock, _): (.lock, nil)
        case (.unlock, _): (.unlock, nil)
        case (.position, .percent(let percent)?): Int(exactly: percent.rounded()).map { (.open, $0) }
        case (.brightness, .percent(let percent)?): Int(exactly: percent.rounded()).map { (.dim, $0) }
        case (.temperature, .degrees(let degrees)?):
            Int(exactly: (degrees * 100).rounded()).map { (.setTemperature, $0) }
        default: nil
        }
    }

    private var setting: DeviceSetting? {
        switch (verb, value) {
        case (.brightness, .more(let step)?): .brightnessStep(step ?? Self.usualStep)
        case (.brightness, .less(let step)?): .brightnessStep(-(step ?? Self.usualStep))
        case (.color, .color(let name)?): .color(name)
        case (.whiteness, .kelvin(let kelvin)?): .kelvin(kelvin)
        case (.temperature, .more(let step)?): .temperatureStep(step ?? Self.usualDegrees)
        case (.temperature, .less(let step)?): .temperatureStep(-(step ?? Self.usualDegrees))
        case (.fanSpeed, .percent(let percent)?): .fanSpeed(percent)
        case (.fanSpeed, .more(let step)?): .fanSpeedStep(step ?? Self.usualStep)
        case (.fanSpeed, .less(let step)?): .fanSpeedStep(-(step ?? Self.usualStep))
        case (.fanMode, .mode(let name)?): .fanMode(name)
        case (.volume, .percent(let percent)?): .volume(percent)
        case (.volume, .more(let step)?): .volumeStep(step ?? Self.usualStep)
        case (.volume, .less(let step)?): .volumeStep(-(step ?? Self.usualStep))
        case (.mute, _): .muted(true)
        case (.unmute, _): .muted(false)
        case (.play, _): .play
        case (.pause, _): .pause
        case (.next, _): .next
        case (.previous, _): .previous
        case (.stop, _): .stop
        case (.arm, .level(let level)?): AlarmReading.Level(rawValue: level.rawValue).map { .arm($0) }
        case (.arm, nil): .arm(nil)
        case (.disarm, _): .disarm
        // Areas are not sent: a part of the home can't be cleaned alone.
        case (.clean, _): places.isEmpty ? .clean : nil
        case (.dock, _): .dock
        default: nil
        }
    }
}

extension SpokenState {
    /// Whether a part has the state; nil if it does not say.
    func holds(for part: DeviceReading.Part) -> Bool? {
        func trait(_ id: UInt32, _ name: String) -> Int64? { part.traits[id]?.integer(name) }
        switch self {
        case .on, .off:
            let isOn: Bool? =
                part.traits[TraitID.onOff]?.value("onOff")?.bool ?? trait(TraitID.fanControl, "fanMode").map { $0 > 0 }
            return isOn.map { $0 == (self == .on) }
        case .open, .closed:
            let isOpen: Bool? =
                trait(TraitID.windowCovering, "currentPositionLiftPercent100ths").map { $0 < 10_000 }
                ?? ClosureReading(part)?.isOpen ?? trait(TraitID.valve, "currentState").map { $0 == 1 }
                ?? isContact(part).map { !$0 }
            return isOpen.map { $0 == (self == .open) }
        case .opening:
            return ClosureReading(part)?.isOpening
                ?? trait(TraitID.windowCovering, "operationalStatus").map { $0 & 3 == 1 }
        case .closing:
            return ClosureReading(part)?.isClosing
                ?? trait(TraitID.windowCovering, "operationalStatus").map { $0 & 3 == 2 }
        case .locked, .unlocked:
            return trait(TraitID.doorLock, "lockState").map { ($0 == 1) == (self == .locked) }
        case .armed, .disarmed: return AlarmReading(part)?.isArmed.map { $0 == (self == .armed) }
        case .detected, .clear:
            let isDetected: Bool? =
                trait(TraitID.occupancy, "occupancy").map { $0 & 1 == 1 }
                ?? isContact(part)
            return isDetected.map { $0 == (self == .detected) }
        }
    }

    /// The value of BooleanState: of a contact sensor, whether it is closed.
    private func isContact(_ part: DeviceReading.Part) -> Bool? {
        part.traits[TraitID.booleanState]?.value("stateValue")?.bool
    }
}
