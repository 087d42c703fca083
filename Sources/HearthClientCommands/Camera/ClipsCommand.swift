internal import Hearth
internal import HearthBase
internal import HearthPhrases
internal import HearthTerminal
internal import HearthTraitCore

/// `hearth camera clips DEVICE`: lists, saves and deletes clips, and switches their recording.
enum ClipsCommand {
    static func run(
        _ words: [String], of device: HomeListing.Device, _ endpoint: UInt16?, _ arguments: Arguments
    ) async throws(CommandError) {
        switch (words.first ?? "list", words.count) {
        case ("list", 0...1): try await list(device, endpoint, arguments)
        case ("on", 1): try await record(device, endpoint, true, arguments)
        case ("off", 1): try await record(device, endpoint, false, arguments)
        case ("save", 3): try await save(words[1], of: device, endpoint, words[2])
        case ("delete", 2): try await delete(words[1], of: device, endpoint, arguments)
        default:
            throw CommandError(.usage, "say nothing more, on, off, save CLIP FILE or delete CLIP")
        }
    }

    private static func list(
        _ device: HomeListing.Device, _ endpoint: UInt16?, _ arguments: Arguments
    ) async throws(CommandError) {
        let found = try await CommandError.ofHome { try await device.object.clips(endpoint: endpoint) }
        if arguments.has("json") {
            let list = found.clips.map { clip in
                JSON.object([
                    ("id", .string(clip.id)), ("start", .string(HistoryTime.utc(clip.start))),
                    ("milliseconds", .number(clip.milliseconds)), ("bytes", .number(clip.bytes)),
                    ("events", .array(clip.events.map { .string($0) })),
                ])
            }
            let problem = found.problem.map { [("problem", JSON.string($0))] } ?? []
            return try printLine(
                JSON.object([("recorded", .bool(found.isRecorded))] + problem + [("clips", .array(list))]).text)
        }
        let way =
            !found.keepsClips
            ? "This hub keeps no clips."
            : found.isRecorded
                ? found.problem.map { "\(device.name) is not recorded at the moment: \($0)." }
                    ?? "\(device.name) is recorded at its events."
                : "\(device.name) is not recorded; hearth camera clips \(ShellLine.word(device.name)) on begins."
        if !found.clips.isEmpty {
            var table = Table(["CLIP", "TIME", "SECONDS", "SIZE", "EVENTS"])
            for clip in found.clips {
                table.add([
                    clip.id, LocalTime.dateAndTime(clip.start), String(clip.duration.components.seconds),
                    "\((clip.bytes + 999) / 1_000) kB", clip.events.map(word).joined(separator: ", "),
                ])
            }
            try printLine(table.text(columns: Screen(arguments).columns))
        }
        try printLine(way)
    }

    /// A type of event in small letters: "garage door opened" of "EVENT_TYPE_GARAGE_DOOR_OPENED".
    private static func word(_ event: String) -> String {
        event.dropFirst("EVENT_TYPE_".count).lowercased().split(separator: "_").joined(separator: " ")
    }

    private static func record(
        _ device: HomeListing.Device, _ endpoint: UInt16?, _ isOn: Bool, _ arguments: Arguments
    ) async throws(CommandError) {
        try await CommandError.ofHome(changing: device.name) {
            try await device.object.setRecorded(isOn, endpoint: endpoint)
        }
        try GroupsCommand.tell(
            [("device", device.name), ("recorded", isOn ? "true" : "false")],
            isOn
                ? "\(device.name) is recorded at its events from now on, from 8 s before to 20 s after them"
                : "\(device.name) is not recorded any more; its clips stay until they are deleted or too old", arguments
        )
    }

    private static func find(
        _ id: String, of device: HomeListing.Device, _ endpoint: UInt16?
    ) async throws(CommandError) -> CameraClip {
        let found = try await CommandError.ofHome { try await device.object.clips(endpoint: endpoint, most: .max) }
        guard let clip = found.clips.first(where: { $0.id == id }) else {
            throw CommandError(
                .refused,
                "\(device.name) has no clip \(quoted(id)); hearth camera clips \(ShellLine.word(device.name)) lists them"
            )
        }
        return clip
    }

    private static func save(
        _ id: String, of device: HomeListing.Device, _ endpoint: UInt16?, _ path: String
    ) async throws(CommandError) {
        try OutputFile.refuseTerminal(path)
        let clip = try await find(id, of: device, endpoint)
        let pieces = try await CommandError.ofHome { try device.object.file(of: clip) }
        let output = try OutputFile(path)
        var (iterator, bytes) = (pieces.makeAsyncIterator(), 0)
        while let piece = try await next(&iterator) {
            guard try output.write(piece) else { return }
            bytes += piece.count
        }
        printError("\(device.name): \(bytes) bytes of MP4, \(clip.duration.components.seconds) s")
    }

    private static func next(
        _ iterator: inout AsyncThrowingStream<[UInt8], any Error>.Iterator
    ) async throws(CommandError) -> [UInt8]? {
        do {
            return try await iterator.next()
        } catch let error as HomeError {
            throw CommandError(error)
        } catch {
            throw CommandError(.refused, "\(error)")
        }
    }

    private static func delete(
        _ id: String, of device: HomeListing.Device, _ endpoint: UInt16?, _ arguments: Arguments
    ) async throws(CommandError) {
        let clip = try await find(id, of: device, endpoint)
        try await CommandError.ofHome(changing: device.name) { try await device.object.delete(clip) }
        try GroupsCommand.tell([("deleted", clip.id)], "The clip \(clip.id) of \(device.name) is deleted", arguments)
    }
}

extension CameraClip {
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds.multipliedReportingOverflow(by: 1_000).partialValue &+ attoseconds / 1_000_000_000_000_000
    }
}
