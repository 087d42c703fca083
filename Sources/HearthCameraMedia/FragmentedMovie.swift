/// Writes units of a camera into the boxes of a fragmented MP4 file (ISO/IEC 14496-12), without reading them. The page
/// does the same in `Web/lib/media/fragments.js`, for browsers' media sources.
///
/// Of sound, AAC and Opus are written. MP4 has no place for PCMU and PCMA that players agree on.
package struct FragmentedMovie: Sendable {
    private struct Track {
        let id: Int
        let isAudio: Bool
        var lastDuration: Int64
    }

    /// Units of time in a second: the units' own.
    private static let timescale = 1_000_000
    /// Flags of a sample: it needs no other one, or it needs others and is not a point to begin at.
    private static let keyFlags: UInt32 = 0x0200_0000
    private static let dependentFlags: UInt32 = 0x0101_0000
    /// The size of pictures whose format lacks it; the decoder reads the real size from the stream.
    private static let usualSize = (width: 1_280, height: 720)

    /// The beginning of the file: all before the first fragment.
    package let head: [UInt8]
    /// Where the length of the file, in microseconds as eight bytes, stands in ``head``.
    package let durationOffset: Int
    private let start: Int64
    private var tracks: [Track]
    private var fragments = 0

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - format: of all units.
    ///   - start: the time of the first unit.
    ///   - note: a box after the file's type, for the program that keeps the file; empty for none.
    /// - Returns: nil for a format that an MP4 file can't have: no pictures, or pictures in JPEG.
    package init?(_ format: CameraFormat, start: Int64, note: [UInt8] = []) {
        guard let video = format.video, let entry = Self.entry(of: video) else { return nil }
        self.start = start
        let width = (video.width > 0 ? video.width : Self.usualSize.width)
        let height = (video.height > 0 ? video.height : Self.usualSize.height)
        // A fifteenth of a second, until there is a second picture.
        tracks = [Track(id: 1, isAudio: false, lastDuration: 66_667)]
        var boxes = Self.track(1, entry, width: width, height: height, isAudio: false)
        if let audio = format.audio, let entry = Self.entry(of: audio) {
            tracks.append(Track(id: 2, isAudio: true, lastDuration: 20_000))
            boxes += Self.track(2, entry, width: 0, height: 0, isAudio: true)
        }
        let defaults = tracks.flatMap { track in
            MovieBox.fullBox(
                "trex", MovieBox.u32(track.id), MovieBox.u32(1), MovieBox.zeros(12))
        }
        let length = MovieBox.fullBox("mehd", version: 1, MovieBox.zeros(8))
        let header = MovieBox.fullBox(
            "mvhd", MovieBox.zeros(8), MovieBox.u32(Self.timescale), MovieBox.zeros(4), MovieBox.u32(0x0001_0000),
            MovieBox.u16(0x0100), MovieBox.zeros(10), MovieBox.unity, MovieBox.zeros(24),
            MovieBox.u32(tracks.count + 1))
        let type = MovieBox.box(
            "ftyp", Array("iso5".utf8), MovieBox.u32(512), Array("iso5iso6mp41".utf8))
        let movie = MovieBox.box("moov", header, boxes, MovieBox.box("mvex", length, defaults))
        head = type + note + movie
        // The length is the last thing in its box, before the defaults.
        durationOffset = head.count - defaults.count - 8
    }

    /// The bytes of ``head`` from ``durationOffset`` on for a file of a length.
    package static func duration(_ microseconds: Int64) -> [UInt8] { MovieBox.u64(max(microseconds, 0)) }

    /// A fragment with some units, in their order.
    ///
    /// - Parameter end: the time of the next unit; nil at the end of the file.
    package mutating func fragment(_ units: [CameraUnit], until end: Int64?) -> [UInt8] {
        fragments += 1
        var contents: [(head: (Int) -> [UInt8], bytes: [UInt8])] = []
        for index in tracks.indices {
            let own = units.filter { $0.isAudio == tracks[index].isAudio }
            if !own.isEmpty { contents.append(content(of: own, in: &tracks[index], until: end)) }
        }
        let number = fragments
        func boxes(after size: Int) -> [UInt8] {
            var offset = size + 8
            var trackBoxes: [UInt8] = []
            for content in contents {
                trackBoxes += content.head(offset)
                offset += content.bytes.count
            }
            return MovieBox.box("moof", MovieBox.fullBox("mfhd", MovieBox.u32(number)), trackBoxes)
        }
        let size = boxes(after: 0).count
        return boxes(after: size) + MovieBox.u32(8 + contents.reduce(0) { $0 + $1.bytes.count }) + Array("mdat".utf8)
            + contents.flatMap(\.bytes)
    }

    private func content(
        of units: [CameraUnit], in track: inout Track, until end: Int64?
    ) -> (head: (Int) -> [UInt8], bytes: [UInt8]) {
        var samples: [UInt8] = []
        for (index, unit) in units.enumerated() {
            let next = index + 1 < units.count ? units[index + 1].time : track.isAudio ? nil : end
            if let next {
                let (duration, isFar) = next.subtractingReportingOverflow(unit.time)
                if !isFar, duration >= 0 { track.lastDuration = duration }
            }
            samples += MovieBox.u32(Int(clamping: track.lastDuration)) + MovieBox.u32(unit.bytes.count)
            samples += MovieBox.number(unit.isKey ? Self.keyFlags : Self.dependentFlags, bytes: 4)
        }
        let (time, isFar) = (units.first?.time ?? start).subtractingReportingOverflow(start)
        let (id, count, first) = (track.id, units.count, isFar ? 0 : max(time, 0))
        let head: (Int) -> [UInt8] = { [samples] offset in
            MovieBox.box(
                "traf",
                // Offsets count from the fragment's beginning.
                MovieBox.fullBox("tfhd", flags: 0x02_0000, MovieBox.u32(id)),
                MovieBox.fullBox("tfdt", version: 1, MovieBox.u64(first)),
                MovieBox.fullBox("trun", flags: 0x000701, MovieBox.u32(count), MovieBox.u32(offset), samples))
        }
        return (head, units.flatMap(\.bytes))
    }

    // MARK: Tracks

    /// The entry of a table of samples; nil for a codec that has none.
    private static func entry(of video: VideoFormat) -> [UInt8]? {
        let name = String(video.codec.prefix { $0 != "." })
        let configuration: String
        switch name {
        case "avc1", "avc3": configuration = "avcC"
        case "hvc1", "hev1": configuration = "hvcC"
        default: return nil
        }
        let width = video.width > 0 ? video.width : usualSize.width
        let height = video.height > 0 ? video.height : usualSize.height
        // 72 pixels an inch, one picture a sample, no name of a compressor, 24 bits of color.
        return MovieBox.box(
            name, MovieBox.zeros(6), MovieBox.u16(1), MovieBox.zeros(16), MovieBox.u16(width), MovieBox.u16(height),
            MovieBox.u32(0x0048_0000), MovieBox.u32(0x0048_0000), MovieBox.zeros(4), MovieBox.u16(1),
            MovieBox.zeros(32), MovieBox.u16(0x18), MovieBox.u16(0xFFFF),
            MovieBox.box(configuration, video.configuration))
    }

    private static func entry(of audio: AudioFormat) -> [UInt8]? {
        let rate = audio.sampleRate
        let common =
            MovieBox.zeros(6) + MovieBox.u16(1) + MovieBox.zeros(8) + MovieBox.u16(audio.channels) + MovieBox.u16(16)
            + MovieBox.zeros(4) + MovieBox.u16(rate) + MovieBox.zeros(2)
        if audio.codec.hasPrefix("mp4a.40") {
            // Audio of ISO/IEC 14496-3, as an AudioSpecificConfig describes it.
            let decoder = MovieBox.descriptor(
                4, [0x40, 0x15] + MovieBox.zeros(11) + MovieBox.descriptor(5, audio.configuration))
            let stream = MovieBox.descriptor(3, MovieBox.u16(2) + [0] + decoder + MovieBox.descriptor(6, [2]))
            return MovieBox.box("mp4a", common, MovieBox.fullBox("esds", stream))
        }
        if audio.codec == "opus" {
            // "Encapsulation of Opus in ISO Base Media File Format", 4.3.2.
            let content =
                [0, UInt8(clamping: audio.channels)] + MovieBox.zeros(2) + MovieBox.u32(rate) + MovieBox.zeros(3)
            return MovieBox.box("Opus", common, MovieBox.box("dOps", content))
        }
        return nil
    }

    private static func track(_ id: Int, _ entry: [UInt8], width: Int, height: Int, isAudio: Bool) -> [UInt8] {
        let table = MovieBox.box(
            "stbl", MovieBox.fullBox("stsd", MovieBox.u32(1), entry), MovieBox.fullBox("stts", MovieBox.u32(0)),
            MovieBox.fullBox("stsc", MovieBox.u32(0)), MovieBox.fullBox("stsz", MovieBox.zeros(8)),
            MovieBox.fullBox("stco", MovieBox.u32(0)))
        let references = MovieBox.box(
            "dinf", MovieBox.fullBox("dref", MovieBox.u32(1), MovieBox.fullBox("url ", flags: 1)))
        let kind =
            isAudio
            ? MovieBox.fullBox("smhd", MovieBox.zeros(4)) : MovieBox.fullBox("vmhd", flags: 1, MovieBox.zeros(8))
        let media = MovieBox.box(
            "mdia",
            MovieBox.fullBox(
                "mdhd", MovieBox.zeros(8), MovieBox.u32(timescale), MovieBox.zeros(4), MovieBox.u16(0x55C4),
                MovieBox.zeros(2)),
            MovieBox.fullBox(
                "hdlr", MovieBox.zeros(4), Array((isAudio ? "soun" : "vide").utf8), MovieBox.zeros(13)),
            MovieBox.box("minf", kind, references, table))
        return MovieBox.box(
            "trak",
            MovieBox.fullBox(
                "tkhd", flags: 3, MovieBox.zeros(8), MovieBox.u32(id), MovieBox.zeros(8), MovieBox.zeros(12),
                MovieBox.number(UInt16(isAudio ? 0x0100 : 0), bytes: 2), MovieBox.zeros(2), MovieBox.unity,
                MovieBox.u16(width), MovieBox.zeros(2), MovieBox.u16(height), MovieBox.zeros(2)),
            media)
    }
}
