/// The attributes that every cluster has, whether or not its file lists them.
public enum GlobalAttributes {
    /// The ids that carry a global attribute, with 0xFFFA, the event list of older files.
    public static let ids: ClosedRange<UInt32> = 0xFFF8...0xFFFD

    public static let generatedCommandList: UInt32 = 0xFFF8
    public static let acceptedCommandList: UInt32 = 0xFFF9
    public static let attributeList: UInt32 = 0xFFFB
    public static let featureMap: UInt32 = 0xFFFC
    public static let clusterRevision: UInt32 = 0xFFFD
}
