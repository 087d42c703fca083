import Foundation
import Hearth
import HearthTraits

/// Shows a developer the parts of a device, without compile-time types.
struct Inspector {
    let types: [any DeviceType.Type]
    let traits: [any Trait.Type]

    /// A line for each type of a device and each of its traits.
    func lines(of device: HomeDevice) async throws -> [String] {
        var lines: [String] = []
        for type in self.types where device.types.contains(type) {
            lines.append("\(type.identifier)\(type.isUtilityType ? ", utility" : "")")
            guard let instance = await self.instance(of: type, in: device) else { continue }
            for trait in self.traits where instance.traits.contains(trait) {
                lines.append("  " + self.line(of: trait))
            }
        }
        let unknown: [any Trait] = try await device.types.unknownTraits()
        for trait in unknown {
            lines.append("unknown: \(trait)")
        }
        for type in device.types.unknownTypes() as [any DeviceType] {
            lines.append("unknown type with \(type.traits.traitIDs.count) traits")
        }
        return lines
    }

    private func instance<T: DeviceType>(of type: T.Type, in device: HomeDevice) async -> (any DeviceType)? {
        await device.types.get(type)
    }

    private func line<T: Trait>(of type: T.Type) -> String {
        let first = type.attribute(id: 0)?.field.name ?? "none"
        return "\(type.identifier): \(first), \(type.supportedCommandTypes.count) commands, "
            + "\(type.supportedEventTypes.count) events"
    }

    /// Devices that have a trait on any of their types, as a search does.
    static func devices<T: Trait>(having trait: T.Type, in home: Home) async throws -> [HomeDevice] {
        try await home.devices().having(trait).list().sorted { $0.name < $1.name }
    }
}
