@testable internal import HearthCameraMedia
internal import Expectations
internal import Testing

/// What waits for a viewer, and what one that is behind loses. The limit is 10 bytes; a key picture has 4, others 2.
struct ViewerQueueTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What is kept when the viewer joins.
        var ring: [CameraUnit] = []
        let units: [CameraUnit]
        let parts: [String]
        let lost: Int
    }

    static let cases = [
        Case(
            testDescription: "it begins with a key picture", units: [.delta(1), .sound(2), .key(3), .delta(4)],
            parts: ["f1", "K3", "d4"], lost: 2),
        Case(
            testDescription: "it begins with what is kept", ring: [.key(1), .delta(2)], units: [.delta(3)],
            parts: ["f1", "K1", "d2", "d3"], lost: 0),
        Case(
            testDescription: "what is kept does not count",
            ring: [.key(1, bytes: 12), .delta(2)], units: [.delta(3), .delta(4)],
            parts: ["f1", "K1", "d2", "d3", "d4"], lost: 0),
        Case(
            testDescription: "what was kept counts from the next key picture on",
            ring: [.key(1, bytes: 12), .delta(2)], units: [.key(3), .delta(4)],
            parts: ["f1", "K3", "d4"], lost: 2),
        Case(
            testDescription: "one that is behind loses all up to the next key picture",
            units: [.key(1), .delta(2), .delta(3), .delta(4), .delta(5), .key(6), .delta(7)],
            parts: ["f1", "K6", "d7"], lost: 5),
        Case(
            testDescription: "a key picture that does not fit takes the place of the others",
            units: [.key(1), .delta(2), .key(3, bytes: 6)], parts: ["f1", "K3"], lost: 2),
        Case(
            testDescription: "one large picture may wait", units: [.key(1, bytes: 50)], parts: ["f1", "K1"], lost: 0),
        Case(
            testDescription: "but nothing besides it", units: [.key(1, bytes: 50), .delta(2)], parts: [], lost: 2),
    ]

    private func queue(_ ring: [CameraUnit]) -> ViewerQueue {
        var kept = KeyFrameRing(.small())
        kept.add(.pictures)
        for unit in ring { kept.add(unit) }
        return ViewerQueue(.small(), beginningWith: kept)
    }

    private func rest(_ queue: inout ViewerQueue) -> [String] {
        var parts: [String] = []
        while let part = queue.take() { parts.append(part.short) }
        return parts
    }

    @Test(arguments: cases)
    func whatWaitsIsBounded(_ example: Case) {
        var queue = queue(example.ring)
        for unit in example.units { queue.add(unit, isKey: unit.isKey && !unit.isAudio, format: .pictures) }
        expect(rest(&queue), equals: example.parts)
        expect(queue.lost, equals: example.lost)
    }

    @Test func theFormatComesBeforeTheFirstUnitThatNeedsIt() {
        var queue = queue([])
        queue.add(.key(1), isKey: true, format: .pictures)
        expect(rest(&queue), equals: ["f1", "K1"])
        queue.add(.delta(2), isKey: false, format: .pictures)
        queue.add(.key(3), isKey: true, format: .other)
        expect(rest(&queue), equals: ["d2", "f2", "K3"])
    }

    /// A format that waited with units that were lost still comes.
    @Test func aFormatIsNotLostWithItsUnits() {
        var queue = queue([])
        queue.add(.key(1), isKey: true, format: .pictures)
        queue.add(.key(2), isKey: true, format: .other)
        queue.add(.delta(3, bytes: 9), isKey: false, format: .other)
        queue.add(.key(4), isKey: true, format: .other)
        expect(rest(&queue), equals: ["f2", "K4"])
    }

    // MARK: What small units cost

    @Test func smallUnitsAreBoundedInNumber() {
        var queue = ViewerQueue(CameraLimits(), beginningWith: KeyFrameRing(CameraLimits()))
        queue.add(.key(0), isKey: true, format: .pictures)
        for time in 1...5_000 { queue.add(.delta(Int64(time), bytes: 1), isKey: false, format: .pictures) }
        expect(rest(&queue), equals: [])
        expect(queue.lost, equals: 5_001)
    }

    /// A unit keeps its format alive, so a sender could fill the memory with formats.
    @Test func formatsAreBoundedInBytes() {
        var queue = ViewerQueue(CameraLimits(), beginningWith: KeyFrameRing(CameraLimits()))
        for time in 0..<100 {
            var configuration = [UInt8](repeating: 0, count: 64 << 10)
            configuration[0] = UInt8(time)
            var format = CameraFormat.pictures
            format.audio = AudioFormat(codec: "opus", configuration: configuration, sampleRate: 48_000)
            queue.add(.key(Int64(time), bytes: 1), isKey: true, format: format)
        }
        expect(rest(&queue).count, isAtMost: 2 * 16)
        expect(queue.lost, isAtLeast: 84)
    }

    /// Random units and readers: what waits never has more bytes than the limit, or is one unit; a viewer begins again
    /// with a key picture after each loss.
    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1, 2])
    func randomReadersNeverGetBrokenPictures(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        var queue = queue([])
        var waiting = 0, lost = 0
        var needsKey = true
        for time in 0..<5_000 {
            let isKey = random.next() % 5 == 0
            let unit: CameraUnit =
                isKey
                ? .key(Int64(time), bytes: Int(random.next() % 8)) : .delta(Int64(time), bytes: Int(random.next() % 6))
            queue.add(unit, isKey: isKey, format: .pictures)
            waiting += 1
            if queue.lost > lost {
                waiting = 0
                needsKey = true
                lost = queue.lost
            }
            guard random.next() % 3 == 0 else { continue }
            while let part = queue.take() {
                guard case .unit(let unit) = part else { continue }
                if needsKey { expect(unit.isKey, "seed \(seed), time \(time)") }
                needsKey = false
            }
        }
        expect(lost, isAbove: 0)
    }
}

/// A reproducible source of random numbers.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
