// The values that every codec under the benchmark writes and reads. (SwiftPM also wants one Swift file in a target.)

extension Bench_Scalar8 {
    /// 41 bytes.
    public static let filled = Bench_Scalar8(
        node: 19_088_743, endpoint: 1, cluster: 1026, attr: 16385, value: -2150, f: 21.5,
        tNs: 1_234_567_890_123_456_789, unit: "degC")
}

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
