// The value that the codec benchmark writes and reads as a trait's struct.

extension Bench.SampleTrait.SampleStruct {
    /// 42 bytes.
    public static let filled: Self = {
        var sample = Self()
        sample.node = 19_088_743
        sample.endpoint = 1
        sample.cluster = 1026
        sample.attr = 16385
        sample.value = -2150
        sample.f = 21.5
        sample.time = 1_234_567_890_123_456_789
        sample.unit = "degC"
        return sample
    }()
}
