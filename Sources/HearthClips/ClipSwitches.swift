internal import HearthSystem

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Which cameras are recorded: none at first. Kept in a file beside the clips and not in the store, so that a home that
/// is restored from a backup records nothing until its owner switches that on.
package struct ClipSwitches: Sendable {
    private struct Content: Codable {
        var cameras: Set<ClipCamera>
    }

    private let path: String
    /// The cameras that people switched on.
    package private(set) var cameras: Set<ClipCamera>

    /// Reads the file; without one, or with one that can't be read, no camera is recorded.
    ///
    /// - Parameter folder: the folder that has it.
    package init(in folder: String) {
        path = folder + "/recorded.json"
        let content = FileManager.default.contents(atPath: path).flatMap {
            try? JSONDecoder().decode(Content.self, from: $0)
        }
        cameras = content?.cameras ?? []
    }

    /// Switches the recording of a camera on or off; durable when it returns.
    package mutating func set(_ camera: ClipCamera, isOn: Bool) throws(ClipError) {
        var changed = cameras
        if isOn { changed.insert(camera) } else { changed.remove(camera) }
        guard changed != cameras else { return }
        do {
            try JSONEncoder().encode(Content(cameras: changed)).write(
                to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw ClipError(.notWritten, "\(path) can't be written: \(reason(of: error))")
        }
        cameras = changed
    }
}
