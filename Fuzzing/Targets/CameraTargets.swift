internal import HearthCameraMedia

/// A codec, a decoder configuration record with its length in a byte, and a unit, as a byte stream.
func fuzzCameraByteStream(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    let codec = ["avc1.42C01E", "hvc1.1.6.L93.B0", "jpeg", "avc3"][Int(pieces.byte() % 4)]
    let isKey = pieces.byte() % 2 == 0
    let record = pieces.bytes(Int(pieces.byte()))
    let unit = CameraUnit(isKey: isKey, time: 0, bytes: pieces.bytes(1 << 16))
    let stream = ByteStream(VideoFormat(codec: codec, configuration: record)).bytes(of: unit)
    // A parameter set's length has two bytes, a start code four; a unit's length has four.
    must(stream.count <= unit.bytes.count + (isKey ? 2 * record.count : 0), "the stream is longer than its content")
}
