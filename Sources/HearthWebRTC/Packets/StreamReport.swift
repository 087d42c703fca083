/// A sender's report with its name (RFC 3550, sections 6.4.1 and 6.5), from which a client computes what sound belongs
/// to a picture.
enum StreamReport {
    /// The canonical name of all streams, by which a client knows that they have one clock.
    static let name = "hearth"
    /// The time between two reports.
    static let interval = Duration.seconds(5)

    /// The report, without encryption.
    ///
    /// - Parameters:
    ///   - time: the time on any clock that all streams of the session have.
    ///   - timestamp: the stream's at that time.
    static func bytes(of stream: PacketStream, time: Duration, timestamp: UInt32) -> [UInt8] {
        let (seconds, attoseconds) = time.components
        let whole = UInt32(truncatingIfNeeded: seconds)
        // In 2⁻³² s, as NTP has it.
        let fraction = UInt32(truncatingIfNeeded: (UInt64(clamping: attoseconds / 1_000_000_000) << 32) / 1_000_000_000)
        var report: [UInt8] = [0x80, 200, 0, 6]
        for number in [stream.source, whole, fraction, timestamp, stream.packetCount, stream.byteCount] {
            report += number.networkBytes
        }
        var item: [UInt8] = [1, UInt8(truncatingIfNeeded: name.utf8.count)] + name.utf8
        // At least one zero ends the items.
        item += [UInt8](repeating: 0, count: max(0, 4 - item.count % 4))
        let length = UInt16(truncatingIfNeeded: 1 + item.count / 4)
        report += [0x81, 202]
        report += length.networkBytes
        report += stream.source.networkBytes
        return report + item
    }
}
