internal import Foundation
internal import Expectations
internal import Testing

/// Replays the seeds and the fuzzer's findings as normal tests.
@Suite struct ReplayTests {
    @Test(arguments: FuzzTarget.allCases)
    func nothingThatWasFoundComesBack(_ target: FuzzTarget) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        var count = 0
        for kind in ["Corpus", "Found"] {
            let cases = folder.appendingPathComponent(kind).appendingPathComponent(target.rawValue)
            for name in (try? FileManager.default.contentsOfDirectory(atPath: cases.path))?.sorted() ?? [] {
                target.run([UInt8](try Data(contentsOf: cases.appendingPathComponent(name))))
                count += 1
            }
        }
        expect(count, isAbove: 0, "there are no seeds for \(target)")
    }

    @Test(arguments: FuzzTarget.allCases)
    func noiseDoesNoHarm(_ target: FuzzTarget) {
        let seed = UInt64.random(in: .min ... .max)
        print("seed of noise for \(target): \(seed)")
        var state = seed
        func random() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        for _ in 0..<300 { target.run((0..<Int(random())).map { _ in random() }) }
    }
}
