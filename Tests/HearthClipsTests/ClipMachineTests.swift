internal import Expectations
internal import HearthCameraMedia
internal import HearthClips
internal import Testing

/// What of a stream becomes a clip. Times are in milliseconds of the stream.
@Suite struct ClipMachineTests {
    private static let format = CameraFormat(video: VideoFormat(codec: "avc1.42C01E"))

    /// A stream with a picture every 500 ms and a key picture every 2 s.
    private struct Stream {
        var machine: ClipMachine
        /// What the machine has done, with times in milliseconds.
        var log: [String] = []

        init(_ limits: ClipLimits = ClipLimits()) {
            machine = ClipMachine(limits)
            take(.format(ClipMachineTests.format))
        }

        /// The hub's clock.
        var clock = Duration.zero

        mutating func take(_ part: CameraPart) { note(machine.take(part, at: clock)) }

        mutating func send(_ times: some Sequence<Int64>) {
            for time in times { take(.unit(Self.unit(time))) }
        }

        static func unit(_ time: Int64, bytes: Int = 1) -> CameraUnit {
            CameraUnit(isKey: time % 2_000 == 0, time: time * 1_000, bytes: [UInt8](repeating: 1, count: bytes))
        }

        mutating func happen(_ events: Set<UInt64> = [1]) { note(machine.happened(events, at: clock)) }

        mutating func note(_ actions: [ClipMachine.Action]) {
            for action in actions {
                switch action {
                case .begin(_, let first, let earlier, let events):
                    log.append("begin \(first / 1_000) \(earlier / 1_000) \(events.sorted())")
                case .write(let units, let until):
                    let times = units.map { $0.time / 1_000 }
                    let end = until.map { String($0 / 1_000) } ?? "end"
                    log.append("write \(times.first ?? -1)–\(times.last ?? -1) until \(end)")
                case .note(let events): log.append("note \(events.sorted())")
                case .finish(let duration): log.append("finish \(duration / 1_000)")
                }
            }
        }
    }

    private func steps(_ from: Int64, _ to: Int64) -> StrideThrough<Int64> { stride(from: from, through: to, by: 500) }

    @Test func aClipBeginsWithAKeyPictureBeforeTheEvent() {
        var stream = Stream()
        stream.send(steps(0, 31_000))
        expect(stream.log, equals: [])
        stream.happen()
        stream.send(steps(31_500, 60_000))
        // 31 s less 8 s is 23 s; the key picture before is at 22 s.
        expect(stream.log.first, equals: "begin 22000 9000 [1]")
        expect(stream.log.suffix(2), equals: ["write 50000–50500 until end", "finish 29000"])
        // Group by group.
        expect(stream.log[1], equals: "write 22000–23500 until 24000")
    }

    @Test func everyUnitIsWrittenOnce() {
        var machine = ClipMachine(ClipLimits())
        var written: [Int64] = []
        func write(_ actions: [ClipMachine.Action]) {
            for case .write(let units, _) in actions { written += units.map { $0.time / 1_000 } }
        }
        write(machine.take(.format(Self.format), at: .zero))
        for time in steps(0, 100_000) {
            write(machine.take(.unit(Stream.unit(time)), at: .zero))
            if time == 20_000 || time == 35_000 { write(machine.happened([1], at: .zero)) }
        }
        expect(written, equals: Array(steps(12_000, 54_500)))
    }

    @Test func aLaterEventExtendsTheClip() {
        var stream = Stream()
        stream.send(steps(0, 10_000))
        stream.happen([1])
        stream.send(steps(10_500, 25_000))
        stream.happen([3])
        stream.send(steps(25_500, 50_000))
        expect(
            stream.log.filter { !$0.hasPrefix("write") },
            equals: ["begin 2000 8000 [1]", "note [3]", "finish 43000"])
    }

    @Test func aClipHasAMaximumLength() {
        var stream = Stream()
        stream.send(steps(0, 10_000))
        for second in 0..<40 {
            stream.happen()
            stream.send(steps(10_500 + Int64(second) * 10_000, 20_000 + Int64(second) * 10_000))
        }
        let ends = stream.log.filter { $0.hasPrefix("finish") || $0.hasPrefix("begin") }
        expect(ends, equals: ["begin 2000 8000 [1]", "finish 300000", "begin 302000 0 [1]"])
    }

    @Test func theStreamsEndEndsTheClip() {
        var stream = Stream()
        stream.send(steps(0, 10_000))
        stream.happen()
        stream.note(stream.machine.end())
        expect(
            stream.log,
            equals: [
                "begin 2000 8000 [1]", "write 2000–3500 until 4000", "write 4000–5500 until 6000",
                "write 6000–7500 until 8000", "write 8000–9500 until 10000", "write 10000–10000 until end",
                "finish 8000",
            ])
        // What was kept from before is forgotten.
        stream.log = []
        stream.take(.format(Self.format))
        stream.happen()
        expect(stream.log, equals: [])
        stream.send([11_000, 12_000])
        expect(stream.log, equals: ["begin 12000 0 [1]"])
    }

    @Test func anotherFormatBeginsAnotherClip() {
        var stream = Stream()
        stream.send(steps(0, 10_000))
        stream.happen()
        stream.take(.format(CameraFormat(video: VideoFormat(codec: "avc1.640028"))))
        stream.send(steps(10_500, 33_000))
        expect(
            stream.log.filter { !$0.hasPrefix("write") },
            equals: ["begin 2000 8000 [1]", "finish 8000", "begin 12000 0 [1]", "finish 18000"])
    }

    @Test func theBufferIsBoundedInBytes() {
        var buffer = ClipBuffer(time: 8_000_000, bytes: 10_000)
        for time in steps(0, 20_000) { buffer.add(Stream.unit(time, bytes: 1_000)) }
        // Two groups of four units do not fit with the beginning of a third one.
        expect(buffer.units.map { $0.time / 1_000 }, equals: Array(steps(18_000, 20_000)))
        for time in steps(20_500, 21_500) { buffer.add(Stream.unit(time, bytes: 9_000)) }
        expect(buffer.units.count, equals: 0)
        buffer.add(Stream.unit(22_000))
        expect(buffer.units.count, equals: 1)
    }

    /// A stream whose time stands still ends its clip by the hub's clock, and needs another event for the next one.
    @Test func aClipEndsByTheHubsClock() {
        var stream = Stream()
        stream.send([0])
        stream.happen()
        for second in 1...200 {
            stream.clock = .seconds(second)
            stream.send([0])
            if second == 79 { expect(stream.log.contains("finish 0"), equals: false) }
        }
        expect(stream.log.filter { !$0.hasPrefix("write") }, equals: ["begin 0 0 [1]", "finish 0"])
    }

    @Test func aClipHasAMaximumSize() {
        var limits = ClipLimits()
        limits.bytes = 50_000
        var stream = Stream(limits)
        stream.send([0])
        stream.happen()
        for _ in 0..<10 { stream.take(.unit(Stream.unit(0, bytes: 2_000))) }
        expect(
            stream.log.filter { !$0.hasPrefix("write") },
            equals: [
                "begin 0 0 [1]", "finish 0", "begin 0 0 [1]", "finish 0", "begin 0 0 [1]", "finish 0", "begin 0 0 [1]",
            ])
    }

    @Test func aTimeThatGoesBackEndsTheStream() {
        var stream = Stream()
        stream.send(steps(8_000, 10_000))
        stream.happen()
        stream.send([9_000])
        expect(stream.machine.isBroken, equals: false)
        stream.send([7_999, 10_000])
        expect(stream.machine.isBroken)
        expect(stream.log.suffix(1), equals: ["finish 1000"])
    }

    /// The stream of a camera that others watch has run for a while.
    @Test func anEventBeforeTheFirstUnitCounts() {
        var stream = Stream()
        stream.happen()
        stream.send(steps(100_000, 121_000))
        expect(
            stream.log.filter { !$0.hasPrefix("write") }, equals: ["begin 100000 0 [1]", "finish 20000"])
    }

    @Test func timesThatJumpDoNotTrap() {
        var stream = Stream()
        for time: Int64 in [0, .max / 1_000_000, .min / 1_000_000, 0] {
            stream.take(.unit(CameraUnit(isKey: true, time: time &* 1_000_000, bytes: [1])))
            stream.happen()
        }
        stream.note(stream.machine.end())
        expect(stream.log.last?.hasPrefix("finish"), equals: true)
    }
}
