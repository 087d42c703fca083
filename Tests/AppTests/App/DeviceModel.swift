import Foundation
import Hearth

/// The actions of a device's own page in an app.
@MainActor
final class DeviceModel: ObservableObject {
    @Published public private(set) var decommissionEligibility =
        HomeDevice.DecommissionEligibility.ineligible(reason: .other("Not loaded"))
    private(set) var device: HomeDevice?

    init(device: HomeDevice) {
        self.device = device
    }

    func checkDecommissionEligibility() async {
        do {
            guard let device = self.device else { return }
            self.decommissionEligibility =
                try await device.decommissionEligibility
        } catch {
            self.decommissionEligibility =
                HomeDevice.DecommissionEligibility.ineligible(reason: .other(error.localizedDescription))
        }
    }

    func decommissionDevice() async throws -> Set<String> {
        guard let device = self.device else {
            throw HomeError.internal("There is no device to remove.")
        }
        return try await device.decommission()
    }
}
