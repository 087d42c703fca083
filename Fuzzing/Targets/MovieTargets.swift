internal import HearthCameraMedia

/// The formats, and units with their times: the fragments of the file have the units as they were.
func fuzzMovieFragments(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    let choice = pieces.byte()
    let sounds = [
        nil, AudioFormat(codec: "opus", sampleRate: 48_000), AudioFormat(codec: "ulaw", sampleRate: 8_000),
        AudioFormat(codec: "mp4a.40.2", configuration: pieces.bytes(Int(choice >> 4)), sampleRate: 44_100),
    ]
    let codec = ["avc1.42C01E", "hvc1.1.6.L93.B0", "jpeg", "avc3"][Int(choice % 4)]
    let video = VideoFormat(codec: codec, configuration: pieces.bytes(Int(pieces.byte())))
    let format = CameraFormat(video: video, audio: sounds[Int(choice >> 2 % 4)])
    guard var movie = FragmentedMovie(format, start: time(&pieces), note: []) else { return }
    must(boxes(movie.head[...]).map(\.type) == ["ftyp", "moov"], "the head has other boxes")
    must(movie.head.dropFirst(movie.durationOffset).prefix(8) == ArraySlice(FragmentedMovie.duration(0)), "a length")
    while !pieces.isEmpty {
        var units: [CameraUnit] = []
        for _ in 0..<pieces.byte() % 8 {
            let kind = pieces.byte()
            units.append(
                CameraUnit(
                    isAudio: kind & 1 == 1 && format.audio != nil, isKey: kind & 2 == 2, time: time(&pieces),
                    bytes: pieces.bytes(Int(pieces.byte()))))
        }
        let fragment = movie.fragment(units, until: choice & 0x80 == 0 ? nil : time(&pieces))
        must(boxes(fragment[...]).map(\.type) == ["moof", "mdat"], "a fragment has other boxes")
        // Of sound without an entry in MP4 nothing is written.
        let hasSound = ["opus", "mp4a.40.2"].contains(format.audio?.codec)
        for isAudio in hasSound ? [false, true] : [false] {
            let wanted = units.filter { $0.isAudio == isAudio }.map(\.bytes)
            must(samples(of: isAudio ? 2 : 1, in: fragment) == wanted, "units of a track are others")
        }
    }
}

/// A time in microseconds, also one that makes no sense.
private func time(_ pieces: inout Pieces) -> Int64 {
    pieces.bytes(Int(pieces.byte() % 9)).reduce(0) { $0 << 8 | Int64($1) }
}

/// The boxes that a part of a file is made of, all of it.
private func boxes(_ part: ArraySlice<UInt8>) -> [(type: String, content: ArraySlice<UInt8>)] {
    var found: [(String, ArraySlice<UInt8>)] = []
    var rest = part
    while !rest.isEmpty {
        let length = number(rest.prefix(4))
        must((8...rest.count).contains(length), "a box of \(length) bytes in \(rest.count)")
        found.append((String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), rest.prefix(length).dropFirst(8)))
        rest = rest.dropFirst(length)
    }
    return found
}

private func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

/// The content of a track's samples, as a player finds it by sizes and offsets.
private func samples(of track: Int, in fragment: [UInt8]) -> [[UInt8]] {
    let parts = boxes(boxes(fragment[...])[0].content).filter { $0.type == "traf" }.map { boxes($0.content) }
    let own = parts.first { number($0[0].content.dropFirst(4)) == track } ?? []
    guard let run = own.first(where: { $0.type == "trun" })?.content.dropFirst(4) else { return [] }
    var place = number(run.dropFirst(4).prefix(4))
    return (0..<number(run.prefix(4))).map { index in
        let size = number(run.dropFirst(8 + 12 * index + 4).prefix(4))
        defer { place += size }
        must(place + size <= fragment.count, "a sample behind the end")
        return Array(fragment[place..<place + size])
    }
}
