import Foundation
import Hearth
import HearthTraits

/// A fan: its mode from a list, its speed by a slider.
final class FanTile: KindTile<FanDeviceType> {
    typealias Mode = HearthTraits.Matter.FanControlTrait.FanModeEnum

    /// The modes in the list. A fan in another mode shows none of them.
    private enum Gear: String, CaseIterable {
        case off = "Off"
        case low = "Low"
        case medium = "Medium"
        case high = "High"

        var mode: Mode {
            switch self {
            case .off: return .off
            case .low: return .low
            case .medium: return .medium
            case .high: return .high
            }
        }
    }

    /// What switches the fan: a switch of its own, or else its mode.
    private enum Power {
        case switched(Matter.OnOffTrait)
        case geared(Matter.FanControlTrait)

        init?(_ fan: FanDeviceType) {
            if let own = fan.traits[Matter.OnOffTrait.self] {
                self = .switched(own)
            } else if let speed = fan.matterTraits.fanControlTrait {
                self = .geared(speed)
            } else {
                return nil
            }
        }

        var isOn: Bool {
            switch self {
            case .switched(let own): return own.attributes.onOff == true
            case .geared(let speed): return speed.attributes.fanMode != .off
            }
        }

        func flip() async throws {
            switch self {
            case .switched(let own):
                try await own.toggle()
            case .geared(let speed):
                let next = isOn ? Mode.off : Mode.high
                _ = try await speed.update { $0.setFanMode(next) }
            }
        }
    }

    override func draw(_ report: FanDeviceType) {
        let speed = report.matterTraits.fanControlTrait?.attributes
        let mode: Mode = speed?.fanMode ?? .unrecognized_
        choices = Gear.allCases.map { $0.rawValue }
        choice = Gear.allCases.first { $0.mode == mode }?.rawValue ?? "Unknown"
        level = speed?.percentCurrent.map { Float($0) / 100 }
        let turns = Power(report)?.isOn ?? false
        isOn = turns
        status = turns ? "On" : "Off"
    }

    override func toggle() {
        guard let fan = latest else { return }
        perform {
            guard let power = Power(fan) else { throw HomeError.notFound("The fan has no switch") }
            try await power.flip()
        }
    }

    func choose(_ name: String) {
        guard let gear = Gear(rawValue: name), let speed = latest?.matterTraits.fanControlTrait else { return }
        guard speed.attributes.fanMode != gear.mode else { return }
        perform { _ = try await speed.update { $0.setFanMode(gear.mode) } }
    }

    /// - Parameter position: from 0 to 1.
    func slide(to position: Float) {
        guard let speed = latest?.matterTraits.fanControlTrait else { return }
        guard speed.attributes.$percentSetting.isSupported else { return }
        let percent = UInt8(position * 100)
        perform { _ = try await speed.update { $0.setPercentSetting(percent) } }
    }
}
