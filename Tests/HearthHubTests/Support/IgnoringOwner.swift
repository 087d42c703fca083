@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthTraitCore

/// The owner of a port that ignores all reports.
final class IgnoringOwner: PortOwner {
    func take(_ change: DeviceChange, from port: ProviderPort, notifiesLater: Bool) -> StructureCell? { nil }
    func remember(_ key: StructureCell.MemoryKey, _ value: [UInt8], from port: ProviderPort) {}
    func register(_ devices: [DeviceDescription], by port: ProviderPort) async throws {}
    func removeDevices(_ ids: [String], of port: ProviderPort) async throws {}
}
