enum DemoHouse {
    static func devices(seed: UInt64, isLively: Bool) -> [VirtualDevice] { [] }
}
