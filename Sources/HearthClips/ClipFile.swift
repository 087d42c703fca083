internal import HearthCameraMedia
internal import HearthSystem

/// The file of a clip that is being recorded.
final class ClipFile {
    private let file: OpenFile
    private var clip: Clip
    private var movie: FragmentedMovie

    /// - Parameter path: the file, which must not be there.
    init(_ path: String, _ clip: Clip, _ movie: FragmentedMovie) throws {
        self.clip = clip
        self.movie = movie
        do throws(SystemError) { file = try OpenFile.creating(path) } catch {
            throw ClipError(.notWritten, "\(path) can't be made (\(error)); see whether the disk can be written")
        }
        try append(movie.head)
    }

    func fragment(_ units: [CameraUnit], until end: Int64?) -> [UInt8] { movie.fragment(units, until: end) }

    func append(_ bytes: [UInt8]) throws {
        try file.write(bytes)
        clip.bytes += bytes.count
    }

    func note(_ events: Set<UInt64>) { clip.events = Set(clip.events).union(events).sorted() }

    /// Writes what is known only now, and waits until the disk has all of it.
    ///
    /// - Parameter duration: in microseconds.
    func finish(duration: Int64) throws -> Clip {
        clip.duration = duration / 1_000
        try file.seek(to: movie.durationOffset)
        try file.write(FragmentedMovie.duration(duration))
        if let offset = ClipNote.offset(in: movie.head) {
            try file.seek(to: offset)
            try file.write(ClipNote.box(clip))
        }
        try file.synchronize()
        return clip
    }
}
