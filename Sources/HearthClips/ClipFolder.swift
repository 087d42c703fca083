internal import HearthBase
package import HearthCameraMedia
internal import HearthSystem

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The clips of a hub on its disk: a file for each, in one folder beside the store. A clip that is being recorded has a
/// name of its own until it is whole, so that a crash leaves nothing that looks like a clip.
package actor ClipFolder {
    private nonisolated let executor = DiskExecutor()
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private static let ofClips = ".mp4"
    private static let ofParts = ".part"

    private let path: String
    private let limits: ClipLimits
    private var catalogue: ClipCatalogue
    private var files: [UInt64: ClipFile] = [:]
    private var switches: ClipSwitches?
    private let free: @Sendable (String) -> Int?
    /// Whether clips were deleted since the disk had enough room last.
    private var hasMadeRoom = false

    /// - Parameters:
    ///   - path: the folder, which ``open()`` makes.
    ///   - free: the bytes that are free on the disk of a folder; nil if that is not known.
    package init(
        _ path: String, limits: ClipLimits, free: @escaping @Sendable (String) -> Int? = ClipFolder.freeBytes(of:)
    ) {
        self.path = path
        self.limits = limits
        self.free = free
        catalogue = ClipCatalogue([], limits: limits)
    }

    /// Finds the clips, and removes what a crash has left.
    package func open() throws(ClipError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            for name in names where name.hasSuffix(Self.ofParts) {
                try? FileManager.default.removeItem(atPath: at(name))
            }
            catalogue = ClipCatalogue(names.compactMap { found($0) }, limits: limits)
            switches = ClipSwitches(in: path)
        } catch {
            throw refusal("the folder \(path) can't be used", error)
        }
    }

    private func found(_ name: String) -> Clip? {
        guard name.hasSuffix(Self.ofClips), let id = UInt64(name.dropLast(Self.ofClips.count), radix: 16),
            let file = try? OpenFile.reading(at(name)), let head = try? file.read(ClipNote.readSize),
            var clip = ClipNote.clip(in: head), clip.id == id, let size = try? file.size()
        else { return nil }
        clip.bytes = size
        return clip
    }

    private func at(_ name: String) -> String { path + "/" + name }

    private func file(of id: UInt64, _ ending: String) -> String {
        at(hex(id, digits: 16) + ending)
    }

    private func refusal(_ what: String, _ error: any Error) -> ClipError {
        ClipError(.notWritten, "\(what): \(reason(of: error))")
    }

    // MARK: Switches

    /// The cameras that people switched on. None before ``open()``.
    package var recorded: Set<ClipCamera> { switches?.cameras ?? [] }

    /// Switches the recording of a camera on or off; durable when it returns.
    package func setRecorded(_ camera: ClipCamera, isOn: Bool) throws(ClipError) {
        guard try switches?.set(camera, isOn: isOn) != nil else {
            throw ClipError(.notWritten, "the folder \(path) is not open; see the hub's log")
        }
    }

    // MARK: Recording

    /// Begins a clip.
    ///
    /// - Parameters:
    ///   - first: the time of the first unit in the stream, in microseconds.
    ///   - start: when it was taken, in milliseconds since 1970.
    ///   - now: the time in milliseconds since 1970.
    /// - Returns: the clip's ID; nil for a format that a file can't have.
    package func begin(
        _ camera: ClipCamera, _ format: CameraFormat, first: Int64, start: Int64, events: Set<UInt64>, now: Int64
    ) throws(ClipError) -> UInt64? {
        guard FragmentedMovie(format, start: first) != nil else { return nil }
        let id = catalogue.begin(camera, now: now)
        let clip = Clip(
            id: id, structureID: camera.structureID, deviceID: camera.deviceID, endpoint: camera.endpoint,
            start: start, events: events.sorted())
        do {
            guard let movie = FragmentedMovie(format, start: first, note: ClipNote.box(clip)) else { return nil }
            try makeRoom(for: id, movie.head.count)
            files[id] = try ClipFile(file(of: id, Self.ofParts), clip, movie)
        } catch {
            abandon(id)
            throw error as? ClipError ?? refusal("a clip can't be written", error)
        }
        return id
    }

    /// Adds a fragment to a clip. A clip that can't be written is given up.
    package func write(_ units: [CameraUnit], until end: Int64?, to id: UInt64) throws(ClipError) {
        guard let file = files[id] else { throw ClipError(.notFound, "the clip is not being recorded any more") }
        let fragment = file.fragment(units, until: end)
        do {
            try makeRoom(for: id, fragment.count)
            try file.append(fragment)
        } catch {
            abandon(id)
            throw error as? ClipError ?? refusal("a clip can't be written", error)
        }
    }

    package func note(_ events: Set<UInt64>, in id: UInt64) { files[id]?.note(events) }

    /// Ends a clip, which from then on is in the list.
    ///
    /// - Parameter duration: in microseconds.
    package func finish(_ id: UInt64, duration: Int64) throws(ClipError) {
        guard let file = files.removeValue(forKey: id) else {
            throw ClipError(.notFound, "the clip is not being recorded any more")
        }
        do {
            let clip = try file.finish(duration: duration)
            try FileManager.default.moveItem(
                atPath: self.file(of: id, Self.ofParts), toPath: self.file(of: id, Self.ofClips))
            catalogue.end(clip)
        } catch {
            abandon(id)
            throw refusal("a clip can't be written", error)
        }
    }

    /// Gives up a clip that is being recorded.
    package func abandon(_ id: UInt64) {
        files[id] = nil
        catalogue.remove(id)
        try? FileManager.default.removeItem(atPath: file(of: id, Self.ofParts))
    }

    /// Deletes clips until there is room within the quota. Deletes once as many bytes as the disk lacks; if that frees no
    /// room, because others fill the disk or it frees room later, no more clips are deleted until there is room.
    private func makeRoom(for id: UInt64, _ count: Int) throws(ClipError) {
        guard let surplus = catalogue.grow(id, by: count) else {
            throw ClipError(.full, "the clips that are being recorded exceed the quota of \(limits.bytes) bytes")
        }
        for clip in surplus { remove(clip) }
        let needed = limits.reserve + count
        if let missing = missing(of: needed), !hasMadeRoom, let surplus = catalogue.surplus(of: missing) {
            hasMadeRoom = true
            for clip in surplus { remove(clip) }
        }
        if let missing = missing(of: needed) {
            throw ClipError(
                .full,
                "the disk has \(needed - missing) bytes left, and \(limits.reserve) are reserved for the home's store; "
                    + "free some")
        }
        hasMadeRoom = false
    }

    /// The bytes that the disk lacks; nil for none, or if that is not known.
    private func missing(of needed: Int) -> Int? {
        free(path).flatMap { $0 < needed ? needed - $0 : nil }
    }

    /// The bytes that are free on the disk of a folder; nil if that is not known.
    package static func freeBytes(of path: String) -> Int? { FileFacts.freeBytes(onDiskOf: path) }

    private func remove(_ id: UInt64) {
        catalogue.remove(id)
        try? FileManager.default.removeItem(atPath: file(of: id, Self.ofClips))
    }

    // MARK: Clips

    /// The clips of a camera that are older than one, newest first.
    ///
    /// - Parameter isShown: whether a clip counts.
    package func clips(
        of camera: ClipCamera, before id: UInt64? = nil, most: Int,
        where isShown: @Sendable (Clip) -> Bool = { _ in true }
    ) -> [Clip] {
        catalogue.clips(of: camera, before: id, most: most, where: isShown)
    }

    /// A clip that was recorded whole.
    package func clip(_ id: UInt64) -> Clip? { catalogue[id] }

    /// A piece of a clip's file; empty at its end.
    package func read(_ id: UInt64, from offset: Int, most: Int) throws(ClipError) -> [UInt8] {
        do {
            guard catalogue[id] != nil, offset >= 0,
                let file = try? OpenFile.reading(file(of: id, Self.ofClips))
            else { throw ClipError(.notFound, "there is no such clip any more") }
            try file.seek(to: offset)
            return try file.read(most)
        } catch {
            throw error as? ClipError ?? refusal("the clip can't be read", error)
        }
    }

    /// Deletes a clip.
    ///
    /// - Returns: whether it was there.
    package func delete(_ id: UInt64) -> Bool {
        guard catalogue[id] != nil else { return false }
        remove(id)
        return true
    }

    /// Deletes the clips of some cameras.
    ///
    /// - Returns: how many they were.
    package func delete(where isGone: @Sendable (ClipCamera) -> Bool) -> Int {
        let ids = catalogue.cameras.filter(isGone).flatMap { catalogue.ids(of: $0) }
        ids.forEach(remove)
        return ids.count
    }

    /// Deletes the clips that are too old, and those beyond the quota.
    ///
    /// - Parameter time: the time since 1970 by which old data is removed, in milliseconds.
    package func sweep(at time: Int64) {
        for id in catalogue.due(at: time) { remove(id) }
    }

    /// When the newest clip began, in milliseconds since 1970; nil without clips.
    package var newestStart: Int64? { catalogue.newestStart }

    /// The bytes of all clips.
    package var size: Int { catalogue.size }
}
