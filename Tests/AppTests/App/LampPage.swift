import Foundation
import Hearth
import HearthTraits

/// A page of one lamp: its state and since when that is stale, the outcome of the last tap, and how long it was on.
@MainActor final class LampPage: ObservableObject {
    @Published private(set) var isOn: Bool?
    @Published private(set) var note = ""
    @Published private(set) var tap = ""
    private let home: Home
    private let device: HomeDevice
    private var tasks: [Task<Void, any Error>] = []

    init(home: Home, device: HomeDevice) {
        self.home = home
        self.device = device
        tasks = [
            Task { [weak self] in
                for try await lamp in device.types.subscribe(DimmableLightDeviceType.self).values {
                    self?.show(lamp)
                }
            }
        ]
    }

    deinit { for task in tasks { task.cancel() } }

    private func show(_ lamp: DimmableLightDeviceType) {
        isOn = lamp.matterTraits.onOffTrait?.onOff
        let age = lamp.metadata.freshness.age(at: Date().timeIntervalSince1970)
        note = age.map { "as of \($0.components.seconds) s ago" } ?? ""
    }

    func toggle() async {
        guard let trait = await device.types.get(DimmableLightDeviceType.self)?.matterTraits.onOffTrait else { return }
        for await state in home.follow(trait.toggleBatchable()).states {
            switch state {
            case .sending, .accepted, .sent: tap = "…"
            case .taken: tap = "done, not shown yet"
            case .confirmed: tap = "done"
            case .ignored: tap = "ignored"
            case .failed(let error), .unknown(let error): tap = error.message
            }
        }
    }

    /// How long the lamp was on in the last hour, and the course of its level.
    func lastHour() async throws -> (on: Duration, levels: [ClosedRange<Double>]) {
        guard let structure = try await home.structures().list().first else { return (.zero, []) }
        let from = Date().timeIntervalSince1970 - 3_600
        let switched = try await structure.history.query(\Matter.OnOffTrait.onOff, of: device, from: from)
        let level = try await structure.history.query(
            \Matter.LevelControlTrait.currentLevel, of: device, from: from, columns: 60)
        let levels = level.columns.compactMap { column -> ClosedRange<Double>? in
            guard let min = column.min, let max = column.max else { return nil }
            return min...max
        }
        return (switched.times[true] ?? .zero, levels)
    }
}
