extension HomeKitErrorCode {
    /// HomeKit's name without the prefix `HMErrorCode`, such as "NotFound".
    public var name: String {
        let name = "\(self)"
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}
