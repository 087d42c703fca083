import Foundation
import HearthHomeKit

// What the guide's code takes from UIKit, which systems without it lack.

class UIView {
    struct AutoresizingMask: OptionSet, Sendable {
        let rawValue: Int
        static let flexibleWidth = AutoresizingMask(rawValue: 2)
        static let flexibleHeight = AutoresizingMask(rawValue: 16)
    }

    var frame = CGRect.zero
    var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
    var autoresizingMask: AutoresizingMask = []
    private(set) var subviews: [UIView] = []

    func addSubview(_ view: UIView) { subviews.append(view) }
}

/// HomeKit's view of a source, without the drawing.
final class HMCameraView: UIView {
    var cameraSource: HMCameraSource?
}

/// The first parts of a source, as a view would decode them.
func firstParts(_ count: Int, of source: HMCameraSource?) async throws -> [CameraPart] {
    var parts: [CameraPart] = []
    guard let viewer = source?.parts else { return parts }
    for try await part in viewer {
        parts.append(part)
        if parts.count == count { break }
    }
    return parts
}
