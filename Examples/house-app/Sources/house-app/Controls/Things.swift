import Hearth
import HearthTraits
import HearthPhrases

/// A door lock. Locking needs no PIN; unlocking needs one if the lock requires it.
struct LockControl: Control {
    let trait: Matter.DoorLockTrait

    var status: String {
        let words = [
            Phrase.lock(trait.lockState.map { Int64($0.rawValue) }),
            Phrase.door(trait.doorState.map { Int64($0.rawValue) }),
        ]
        return words.compactMap(\.self).joined(separator: ", ")
    }
    var usage: String { "lock, or unlock and the PIN" }

    func perform(_ words: [String]) async throws {
        let pin = words.dropFirst().first.map { Array($0.utf8) }
        switch words.first {
        case "lock": try await trait.lockDoor { if let pin { $0.setPinCode(pin) } }
        case "unlock": try await trait.unlockDoor { if let pin { $0.setPinCode(pin) } }
        default: throw refuse()
        }
    }
}

/// A fan by its speed.
struct FanControl: Control {
    let trait: Matter.FanControlTrait

    private static let modes: [(name: String, mode: Matter.FanControlTrait.FanModeEnum)] = [
        ("off", .off), ("low", .low), ("medium", .medium), ("high", .high), ("auto", .auto),
    ]

    var status: String {
        let mode = Self.modes.first { $0.mode == trait.fanMode }?.name ?? "unknown"
        guard trait.fanMode != .off, let percent = trait.percentCurrent else { return mode }
        return "\(mode), \(percent) %"
    }
    var usage: String { "\(Self.modes.map(\.name).joined(separator: ", ")), or 0 to 100 %" }

    func perform(_ words: [String]) async throws {
        if let word = words.first, let percent = DeviceVerb.percent(word) {
            _ = try await trait.update { $0.setPercentSetting(UInt8(percent)) }
        } else if let mode = Self.modes.first(where: { $0.name == words.first })?.mode {
            _ = try await trait.update { $0.setFanMode(mode) }
        } else if words.isEmpty {
            _ = try await trait.update { $0.setFanMode(trait.fanMode == .off ? .high : .off) }
        } else {
            throw refuse()
        }
    }
}

/// A blind by the percentage that it is open. Matter counts how far it is closed, in 0.01 %.
struct BlindControl: Control {
    let trait: Matter.WindowCoveringTrait

    var status: String {
        trait.currentPositionLiftPercent100ths.map { Phrase.opening(closedPercent100ths: $0) } ?? "unknown"
    }
    var usage: String { "open, close, stop, or 0 to 100 % open" }

    func perform(_ words: [String]) async throws {
        switch words.first {
        case "open": try await trait.upOrOpen()
        case "close": try await trait.downOrClose()
        case "stop": try await trait.stopMotion()
        case nil:
            if trait.currentPositionLiftPercent100ths == 10_000 {
                try await trait.upOrOpen()
            } else {
                try await trait.downOrClose()
            }
        case let word?:
            guard let percent = DeviceVerb.percent(word) else { throw refuse() }
            try await trait.goToLiftPercentage(liftPercent100thsValue: UInt16(100 - percent) * 100)
        }
    }
}

/// A thermostat by the temperature that it heats to, and its mode.
struct ThermostatControl: Control {
    let trait: Matter.ThermostatTrait

    private static let modes: [(name: String, mode: Matter.ThermostatTrait.SystemModeEnum)] = [
        ("off", .off), ("heat", .heat), ("cool", .cool), ("auto", .auto),
    ]

    var status: String {
        let mode = Self.modes.first { $0.mode == trait.systemMode }?.name ?? "unknown"
        let set = trait.occupiedHeatingSetpoint.map { ", set to \(degrees($0))" } ?? ""
        return "\(trait.localTemperature.map(degrees) ?? "unknown"), \(mode)\(set)"
    }
    var usage: String { "\(Self.modes.map(\.name).joined(separator: ", ")), or a temperature such as 21.5" }

    func perform(_ words: [String]) async throws {
        if let mode = Self.modes.first(where: { $0.name == words.first })?.mode {
            _ = try await trait.update { $0.setSystemMode(mode) }
        } else if let temperature = words.first.flatMap(DeviceVerb.centidegrees) {
            _ = try await trait.update { $0.setOccupiedHeatingSetpoint(temperature) }
        } else {
            throw refuse()
        }
    }
}

/// A refrigerator by its cabinets, which are parts of it.
struct RefrigeratorControl: Control {
    private struct Cabinet {
        let name: String
        let measured: Int16?
        let trait: Matter.TemperatureControlTrait?
    }

    private let cabinets: [Cabinet]

    init(_ refrigerator: RefrigeratorDeviceType) {
        cabinets = refrigerator.parts(TemperatureControlledCabinetDeviceType.self).enumerated().map { index, cabinet in
            Cabinet(
                name: cabinet.makersWord ?? "\(index + 1)",
                measured: cabinet.traits[Matter.TemperatureMeasurementTrait.self]?.measuredValue,
                trait: cabinet.matterTraits.temperatureControlTrait)
        }
    }

    var status: String {
        cabinets.map { cabinet in
            let shown = cabinet.measured ?? cabinet.trait?.temperatureSetpoint
            return "\(cabinet.name) \(shown.map(degrees) ?? "unknown")"
        }.joined(separator: ", ")
    }
    var usage: String { "a cabinet (\(cabinets.map(\.name).joined(separator: ", "))) and a temperature" }

    func perform(_ words: [String]) async throws {
        guard
            let cabinet = cabinets.first(where: { $0.name.lowercased() == words.first?.lowercased() }),
            let temperature = words.dropFirst().first.flatMap(DeviceVerb.centidegrees)
        else { throw refuse() }
        try await cabinet.trait?.setTemperature { $0.setTargetTemperature(temperature) }
    }
}
