internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthAutomation
@testable internal import HearthAutomationText

/// Texts that are damaged by chance or by intent.
@Suite(.timeLimit(.minutes(5))) struct TextHostileTests {
    private let names = TextTestHome.names

    /// Damaged texts are read, or refused with a valid place; a read one is the same when written and read again.
    @Test func damagedTextsAreReadOrRefused() throws {
        let seed = testSeed()
        print("damaged texts, HEARTH_SEED=\(seed)")
        var random = RandomText(seed: seed)
        var dice = Dice(seed: seed &+ 2)
        let good = (0..<60).map { _ in random.text().text(names) }
        let pieces = good.flatMap { $0.split(whereSeparator: { $0 == " " || $0 == "\n" }) }.map(String.init)
        var read = 0
        for round in 0..<3_000 {
            var bytes = Array(good[dice.below(good.count)].utf8)
            for _ in 0..<(1 + dice.below(3)) {
                let place = dice.below(bytes.count)
                switch dice.below(6) {
                case 0: bytes[place] = UInt8(dice.below(256))
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: (" " + pieces[dice.below(pieces.count)] + " ").utf8, at: place)
                case 3: bytes.removeSubrange(place..<min(bytes.count, place + dice.below(40)))
                case 4: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + dice.below(200))], at: place)
                default: bytes.swapAt(place, dice.below(bytes.count))
                }
                if bytes.isEmpty { bytes = [0x20] }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(AutomationTextError) {
                for automation in try ReadAutomation.all(in: text, names) {
                    read += 1
                    let written = automation.text.text(names)
                    let again = try ReadAutomation.all(in: written, names)
                    expect(again.map { $0.text.text(names) }, equals: [written], "round \(round), HEARTH_SEED=\(seed)")
                }
            } catch {
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                expect((1...max(1, lines.count)).contains(error.line), "round \(round), HEARTH_SEED=\(seed)")
                expect(error.column, isAbove: 0, "round \(round), HEARTH_SEED=\(seed)")
                expect(!error.message.isEmpty, "round \(round), HEARTH_SEED=\(seed)")
            }
        }
        // Some damage has no effect.
        expect(read, isAbove: 0)
    }

    @Test func bytesOfAnythingAreRefused() {
        var dice = Dice(seed: 3)
        for _ in 0..<2_000 {
            let bytes = (0..<dice.below(200)).map { _ in UInt8(dice.below(256)) }
            let text = "automation: \"x\"\nsteps:\n  " + String(decoding: bytes, as: UTF8.self)
            expect(throws: AutomationTextError.self) { try ReadAutomation.all(in: text + "\n  !", names) }
        }
    }
}
