internal import Expectations
internal import Foundation
internal import HearthCameraMedia
internal import HearthClips
internal import HearthTraitCore
internal import HearthVirtualHome
internal import ProcessTestSupport
internal import Testing

/// Clips on a disk, of the virtual camera's H.264.
@Suite(.timeLimit(.minutes(2))) struct ClipFolderTests {
    private static let camera = ClipCamera(structureID: "home", deviceID: "garden \"camera\"", endpoint: 1)
    private static let hasFFmpeg = (try? ChildProcess.run("ffprobe", ["-version"])) != nil
    private static let whyMissing: Comment = "skipped: ffmpeg is not installed (scripts/test --all installs it)"

    /// The virtual camera's stream, read once.
    private static func stream(_ count: Int) async throws -> (format: CameraFormat, units: [CameraUnit]) {
        let clock = ManualClock()
        let home = VirtualHome(clock: clock)
        let viewer = try await home.open(CameraRequest(device: "garden-camera", endpoint: 1))
        guard case .format(let format)? = try await viewer.next() else { throw ClipError(.notFound, "no format") }
        var units: [CameraUnit] = []
        while units.count < count {
            await clock.advance(by: .milliseconds(70))
            guard case .unit(let unit)? = try await viewer.next(), !unit.isAudio else { continue }
            units.append(unit)
        }
        return (format, units)
    }

    private func limits(_ bytes: Int = 1_000_000) -> ClipLimits {
        var limits = ClipLimits()
        limits.bytes = bytes
        limits.reserve = 0
        return limits
    }

    private func record(
        _ format: CameraFormat, _ units: [CameraUnit], in folder: ClipFolder, start: Int64 = 1_000
    ) async throws -> UInt64 {
        let first = units.first?.time ?? 0
        let id = try require(
            try await folder.begin(
                Self.camera, format, first: first, start: start, events: [3], now: start))
        for (index, unit) in units.enumerated() {
            try await folder.write([unit], until: index + 1 < units.count ? units[index + 1].time : nil, to: id)
        }
        await folder.note([1], in: id)
        try await folder.finish(id, duration: (units.last?.time ?? 0) - first)
        return id
    }

    @Test(.enabled(if: hasFFmpeg, whyMissing)) func aClipIsReadByOthers() async throws {
        let (format, units) = try await Self.stream(120)
        let place = try TemporaryFolder()
        let folder = ClipFolder(place.path, limits: limits())
        try await folder.open()
        let id = try await record(format, units, in: folder)
        let clip = try require(await folder.clip(id))
        expect((clip.events, clip.start, clip.camera), are: ([1, 3], 1_000, Self.camera))
        let file = place.file(String(repeating: "0", count: 13) + String(id, radix: 16) + ".mp4")
        let probe = try await ChildProcess.run(
            "ffprobe",
            [
                "-v", "error", "-show_entries", "format=duration:stream=codec_name,width:packet=flags", "-of",
                "compact=p=0", file,
            ])
        let lines = probe.output.split(separator: "\n").map(String.init)
        expect((probe.status, probe.error), are: (0, ""))
        expect(lines.filter { $0.hasPrefix("flags") }.count, equals: 120)
        expect(lines.first?.hasPrefix("flags=K"), equals: true)
        expect(lines.contains { $0.contains("codec_name=h264|width=640") })
        let length = lines.compactMap { $0.hasPrefix("duration=") ? Double($0.dropFirst(9)) : nil }.first
        // The file's length has the last picture's, too.
        let excess = (length ?? 0) * 1_000 - Double(clip.duration)
        expect(excess >= 0 && excess < 100, "\(excess) ms")
        // Decoding it says nothing.
        let decoded = try await ChildProcess.run("ffmpeg", ["-v", "error", "-i", file, "-f", "null", "-"])
        expect((decoded.status, decoded.error), are: (0, ""))

        // A start finds it again.
        let again = ClipFolder(place.path, limits: limits())
        try await again.open()
        await expect(again.clips(of: Self.camera, most: 9), equals: [clip])
        let whole = try await again.read(id, from: 0, most: .max)
        expect(whole.count, equals: clip.bytes)
        try await expect(again.read(id, from: clip.bytes, most: 10), equals: [])
        await expect(again.delete(id), equals: true)
        await expect(again.delete(id), equals: false)
        let error = await expect(throws: ClipError.self) { try await again.read(id, from: 0, most: 1) }
        expect(error?.code, equals: .notFound)
    }

    /// Units of sound stand beside the pictures.
    @Test(.enabled(if: hasFFmpeg, whyMissing)) func soundIsKept() async throws {
        var (format, units) = try await Self.stream(30)
        format.audio = AudioFormat(codec: "opus", sampleRate: 48_000, channels: 2)
        // Silence, as RFC 6716 encodes it in the fewest bytes.
        let sound = (0..<100).map {
            CameraUnit(isAudio: true, isKey: true, time: $0 * 20_000, bytes: [0xFC, 0xFF, 0xFE])
        }
        units = (units + sound).sorted { $0.time < $1.time || $0.time == $1.time && !$0.isAudio && $1.isAudio }
        let place = try TemporaryFolder()
        let folder = ClipFolder(place.path, limits: limits())
        try await folder.open()
        let id = try require(
            try await folder.begin(Self.camera, format, first: units[0].time, start: 0, events: [1], now: 1))
        try await folder.write(units, until: nil, to: id)
        try await folder.finish(id, duration: 2_000_000)
        let file = place.path + "/0000000000000001.mp4"
        let decoded = try await ChildProcess.run(
            "ffmpeg", ["-v", "error", "-i", file, "-map", "0:v", "-map", "0:a", "-f", "null", "-"])
        expect((decoded.status, decoded.error), are: (0, ""))
    }

    @Test func whatACrashLeavesIsRemoved() async throws {
        let (format, units) = try await Self.stream(10)
        let place = try TemporaryFolder()
        let folder = ClipFolder(place.path, limits: limits())
        try await folder.open()
        let id = try await record(format, units, in: folder)
        let other = try require(
            try await folder.begin(Self.camera, format, first: 0, start: 0, events: [1], now: 0))
        try await folder.write(units, until: nil, to: other)
        _ = try place.file("0000000000009999.mp4", "not a clip")
        _ = try place.file("notes.txt", "kept")
        let again = ClipFolder(place.path, limits: limits())
        try await again.open()
        await expect(again.clips(of: Self.camera, most: 9).map(\.id), equals: [id])
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path).filter { $0.hasSuffix(".part") }
        expect(names, equals: [])
    }

    @Test func theQuotaHoldsWhileAClipIsWritten() async throws {
        let (format, units) = try await Self.stream(30)
        let place = try TemporaryFolder()
        let folder = ClipFolder(place.path, limits: limits())
        try await folder.open()
        let first = try await record(format, units, in: folder)
        let size = await folder.size
        let small = ClipFolder(place.path, limits: limits(size * 2 - 1))
        try await small.open()
        let second = try await record(format, units, in: small)
        await expect(small.clips(of: Self.camera, most: 9).map(\.id), equals: [second])
        expect(first < second)
        await expect(small.size, isAtMost: size * 2 - 1)
        // One clip that exceeds the quota is given up, and leaves nothing.
        let tiny = ClipFolder(place.path, limits: limits(size - 1))
        try await tiny.open()
        await tiny.sweep(at: 1_000)
        let error = await expect(throws: ClipError.self) { try await self.record(format, units, in: tiny) }
        expect(error?.code, equals: .full)
        try expect(FileManager.default.contentsOfDirectory(atPath: place.path), equals: [])
    }

    @Test func theStoreKeepsItsRoom() async throws {
        let (format, units) = try await Self.stream(10)
        let place = try TemporaryFolder()
        let folder = ClipFolder(place.path, limits: limits())
        try await folder.open()
        _ = try await record(format, units, in: folder)
        var limits = limits()
        // More than any disk has.
        limits.reserve = .max / 2
        let full = ClipFolder(place.path, limits: limits)
        try await full.open()
        let error = await expect(throws: ClipError.self) { try await self.record(format, units, in: full) }
        expect(error?.code, equals: .full)
        // Deleting all would not help.
        await expect(full.clips(of: Self.camera, most: 9).count, equals: 1)
    }

    /// Clips are deleted once for the room that the disk lacks, and no more if that frees none.
    @Test func aFullDiskCostsTheMissingBytes() async throws {
        let (format, units) = try await Self.stream(10)
        let place = try TemporaryFolder()
        let folder = ClipFolder(place.path, limits: limits())
        try await folder.open()
        for start: Int64 in [1_000, 2_000, 3_000] { _ = try await record(format, units, in: folder, start: start) }
        var limits = limits()
        limits.reserve = 1_000
        let full = ClipFolder(place.path, limits: limits) { _ in 1_000 }
        try await full.open()
        for _ in 0..<3 {
            let error = await expect(throws: ClipError.self) { try await self.record(format, units, in: full) }
            expect(error?.code, equals: .full)
        }
        await expect(full.clips(of: Self.camera, most: 9).map(\.id), equals: [3_000, 2_000])
    }

    @Test func clipsOfRemovedCamerasAreDeleted() async throws {
        let (format, units) = try await Self.stream(10)
        let place = try TemporaryFolder()
        let folder = ClipFolder(place.path, limits: limits())
        try await folder.open()
        _ = try await record(format, units, in: folder)
        await expect(folder.delete { _ in false }, equals: 0)
        await expect(folder.clips(of: Self.camera, most: 9).count, equals: 1)
        await expect(folder.delete { _ in true }, equals: 1)
        try expect(FileManager.default.contentsOfDirectory(atPath: place.path), equals: [])
    }

    @Test func aFolderThatCannotBeMadeIsRefused() async throws {
        let place = try TemporaryFolder()
        let file = try place.file("file", "")
        let error = await expect(throws: ClipError.self) {
            try await ClipFolder(file + "/clips", limits: limits()).open()
        }
        expect(error?.code, equals: .notWritten)
    }

    @Test func switchesSurviveAStart() throws {
        let place = try TemporaryFolder()
        var switches = ClipSwitches(in: place.path)
        expect(switches.cameras, equals: [])
        try switches.set(Self.camera, isOn: true)
        expect(ClipSwitches(in: place.path).cameras, equals: [Self.camera])
        try switches.set(Self.camera, isOn: false)
        expect(ClipSwitches(in: place.path).cameras, equals: [])
        _ = try place.file("recorded.json", "{")
        expect(ClipSwitches(in: place.path).cameras, equals: [])
    }
}
