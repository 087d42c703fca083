@testable internal import HearthCameraMedia
internal import Expectations
internal import Testing

/// What is kept since the last key picture, for viewers that join.
struct KeyFrameRingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let parts: [CameraPart]
        let kept: [Int64]
    }

    static let cases = [
        Case(testDescription: "nothing before a key picture", parts: [.unit(.delta(1)), .unit(.sound(2))], kept: []),
        Case(
            testDescription: "all since the key picture, sound too",
            parts: [.unit(.key(1)), .unit(.sound(2)), .unit(.delta(3))], kept: [1, 2, 3]),
        Case(
            testDescription: "only since the last one", parts: [.unit(.key(1)), .unit(.delta(2)), .unit(.key(3))],
            kept: [3]),
        Case(
            testDescription: "a repeated format keeps it",
            parts: [.unit(.key(1)), .format(.pictures), .unit(.delta(2))],
            kept: [1, 2]),
        Case(testDescription: "another format forgets it", parts: [.unit(.key(1)), .format(.other)], kept: []),
        Case(
            testDescription: "too many bytes forget it",
            parts: [.unit(.key(1, bytes: 18)), .unit(.delta(2, bytes: 3))],
            kept: []),
        Case(
            testDescription: "what follows too many bytes is not kept",
            parts: [.unit(.key(1, bytes: 18)), .unit(.delta(2, bytes: 3)), .unit(.delta(3))], kept: []),
        Case(
            testDescription: "just enough bytes", parts: [.unit(.key(1, bytes: 18)), .unit(.delta(2, bytes: 2))],
            kept: [1, 2]),
        Case(testDescription: "too long", parts: [.unit(.key(1)), .unit(.delta(1_002))], kept: []),
        Case(testDescription: "a key picture that is too large", parts: [.unit(.key(1, bytes: 21))], kept: []),
        Case(testDescription: "time that overflows", parts: [.unit(.key(.min)), .unit(.delta(.max))], kept: []),
        Case(testDescription: "time that goes back", parts: [.unit(.key(5)), .unit(.delta(4))], kept: [5, 4]),
    ]

    @Test(arguments: cases)
    func theRingKeepsWhatAViewerNeeds(_ example: Case) {
        var ring = KeyFrameRing(.small())
        ring.add(.pictures)
        for part in example.parts {
            switch part {
            case .format(let format): ring.add(format)
            case .unit(let unit): ring.add(unit)
            }
        }
        expect(ring.units.map(\.time), equals: example.kept)
    }

    @Test func soundWithoutPicturesBeginsAnywhere() {
        var ring = KeyFrameRing(.small())
        ring.add(.onlySound)
        ring.add(.sound(1))
        ring.add(.sound(2))
        expect(ring.units.map(\.time), equals: [2])
    }

    @Test func smallUnitsAreBoundedInNumber() {
        let limits = CameraLimits()
        var ring = KeyFrameRing(limits)
        ring.add(.pictures)
        ring.add(.key(0))
        for time in 1...32_000 { ring.add(.delta(Int64(time), bytes: 1)) }
        expect(ring.units.count, equals: 32_001)
        for time in 32_001...33_000 { ring.add(.delta(Int64(time), bytes: 1)) }
        expect(ring.units.count, equals: 0)
    }
}
