// The value that every measured codec writes and reads.

extension Bench_Scalar8 {
    /// 41 bytes.
    public static let filled = Bench_Scalar8(
        node: 19_088_743, endpoint: 1, cluster: 1026, attr: 16385, value: -2150, f: 21.5,
        tNs: 1_234_567_890_123_456_789, unit: "degC")
}
