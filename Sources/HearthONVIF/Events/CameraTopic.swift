/// What a topic of events says, as the hub understands it.
enum CameraMeaning: Hashable, Sendable {
    case motion
    case tamper
    case sound
    /// A contact at the camera's terminals.
    case input
    /// The button of a doorbell.
    case visitor
    /// Something seen, by a word of ``CameraTopic/objects``.
    case object(String)
}

/// Topics of events (ONVIF Core Specification 21.06, section 9.2.2).
enum CameraTopic {
    /// The words for what cameras see.
    static let objects = ["person", "vehicle", "animal", "face", "package"]

    /// The meaning of each known topic, by its names without prefixes. ONVIF specifies the first ones (Imaging, Analytics
    /// and Device I/O services); `MyRuleDetector` is Reolink's.
    private static let meanings: [String: CameraMeaning] = [
        "VideoSource/MotionAlarm": .motion,
        "RuleEngine/CellMotionDetector/Motion": .motion,
        "RuleEngine/MotionRegionDetector/Motion": .motion,
        "RuleEngine/FieldDetector/ObjectsInside": .motion,
        "RuleEngine/LineDetector/Crossed": .motion,
        "RuleEngine/TamperDetector/Tamper": .tamper,
        "AudioAnalytics/Audio/DetectedSound": .sound,
        "Device/Trigger/DigitalInput": .input,
        "RuleEngine/MyRuleDetector/PeopleDetect": .object("person"),
        "RuleEngine/MyRuleDetector/VehicleDetect": .object("vehicle"),
        "RuleEngine/MyRuleDetector/DogCatDetect": .object("animal"),
        "RuleEngine/MyRuleDetector/FaceDetect": .object("face"),
        "RuleEngine/MyRuleDetector/Package": .object("package"),
        "RuleEngine/MyRuleDetector/Visitor": .visitor,
    ]

    /// The meaning of a topic; nil for one that the hub does not know.
    static func meaning(_ topic: String) -> CameraMeaning? { meanings[topic] }

    /// A topic without prefixes of namespaces and without what some cameras append: `//.`, which asks for all below it.
    static func plain(_ topic: String) -> String {
        topic.split(separator: "/").prefix(16).map { name in
            String(name.split(separator: ":").last ?? "").filter {
                !$0.isWhitespace && !$0.unicodeScalars.contains { $0.isControl }
            }
        }.filter { !$0.isEmpty && $0 != "." }.joined(separator: "/")
    }
}
