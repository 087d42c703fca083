import Foundation
import Hearth

/// The part of a device's page that removes the device from the home.
@MainActor final class RemovalModel: ObservableObject {
    /// nil until the page has asked.
    @Published private(set) var eligibility: HomeDevice.DecommissionEligibility?
    /// IDs of the removed devices.
    @Published private(set) var removed: Set<String> = []

    private let device: HomeDevice

    init(_ device: HomeDevice) { self.device = device }

    func ask() async {
        do {
            eligibility = try await device.decommissionEligibility
        } catch {
            eligibility = .ineligible(reason: .other(error.localizedDescription))
        }
    }

    func remove() async throws { removed = try await device.decommission() }
}
