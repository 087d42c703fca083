import Dispatch
import Foundation
import Hearth

/// The tile of a device of one type. It is drawn again with each report of the device.
class KindTile<Kind: DeviceType>: Tile {
    /// The last report; nil before the first one.
    private(set) var latest: Kind?
    private var reports: AnyCancellable?

    /// The error of a tile for a device that lacks the type.
    class var refusal: any Error { TileError.wrongType(Kind.identifier) }

    override init(device: HomeDevice) throws {
        try super.init(device: device)
        guard device.types.contains(Kind.self) else { throw Self.refusal }
        reports = device.types.subscribe(Kind.self)
            .receive(on: DispatchQueue.main)
            .catch { [weak self] error in
                self?.failure = error.message
                return Empty<Kind, Never>().eraseToAnyPublisher()
            }
            .sink { [weak self] report in
                self?.latest = report
                self?.draw(report)
            }
    }

    /// Shows a report. Subclasses override it.
    func draw(_ report: Kind) {}
}
