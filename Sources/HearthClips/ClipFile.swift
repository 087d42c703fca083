internal import Foundation
internal import HearthCameraMedia

/// The file of a clip that is being recorded.
final class ClipFile {
    private let handle: FileHandle
    private var clip: Clip
    private var movie: FragmentedMovie

    /// - Parameter path: the file, which must not be there.
    init(_ path: String, _ clip: Clip, _ movie: FragmentedMovie) throws {
        self.clip = clip
        self.movie = movie
        guard
            FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw ClipError(.notWritten, "\(path) can't be made; see whether the disk can be written") }
        self.handle = handle
        try append(movie.head)
    }

    deinit { try? handle.close() }

    func fragment(_ units: [CameraUnit], until end: Int64?) -> [UInt8] { movie.fragment(units, until: end) }

    func append(_ bytes: [UInt8]) throws {
        try handle.write(contentsOf: bytes)
        clip.bytes += bytes.count
    }

    func note(_ events: Set<UInt64>) { clip.events = Set(clip.events).union(events).sorted() }

    /// Writes what is known only now, and waits until the disk has all of it.
    ///
    /// - Parameter duration: in microseconds.
    func finish(duration: Int64) throws -> Clip {
        clip.duration = duration / 1_000
        try handle.seek(toOffset: UInt64(movie.durationOffset))
        try handle.write(contentsOf: FragmentedMovie.duration(duration))
        if let offset = ClipNote.offset(in: movie.head) {
            try handle.seek(toOffset: UInt64(offset))
            try handle.write(contentsOf: ClipNote.box(clip))
        }
        try handle.synchronize()
        return clip
    }
}
