internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// Matter, LevelControl and ColorControl: Options, ExecuteIfOff.
@Suite struct ExecuteIfOffTests {
    @Test(
        arguments: [
            (0, 0, 0, false), (1, 0, 0, true), (1, 1, 0, false), (0, 1, 1, true), (0, 0, 1, false), (2, 2, 2, false),
        ] as [(UInt64, UInt64, UInt64, Bool)])
    func theMaskSaysWhichBitsTheCommandSets(_ options: UInt64, _ mask: UInt64, _ override: UInt64, _ isSet: Bool) {
        expect(ExecuteIfOff.isSet(options: options, mask: mask, override: override), equals: isSet)
    }

    @Test func onlyLevelAndColorHaveTheRule() {
        expect(ExecuteIfOff.applies(to: 0x0008))
        expect(ExecuteIfOff.applies(to: 0x0300))
        expect(!ExecuteIfOff.applies(to: 0x0006))
        expect(!ExecuteIfOff.applies(to: 0xFFF1_0008))
    }
}
