internal import HearthTraitCatalog
internal import HearthTraitCore

/// RvcRunMode and RvcOperationalState as a vacuum cleaner.
enum VacuumRow {
    private typealias T = StandardTraits

    private static let modes = AttributeID(T.matterRvcRunMode, "supportedModes")
    private static let state = AttributeID(T.matterRvcOperationalState, "operationalState")
    private static let change = CommandID(T.matterRvcRunMode, "ChangeToMode")
    private static let pause = CommandID(T.matterRvcOperationalState, "Pause")
    private static let resume = CommandID(T.matterRvcOperationalState, "Resume")
    private static let home = CommandID(T.matterRvcOperationalState, "GoHome")

    static let describing: [AttributeID] = [
        modes, AttributeID(T.matterRvcOperationalState, "acceptedCommandList"),
    ]

    /// Values of OperationalStateEnum. While it is emptied or cleaned it is in its dock.
    private static let words = Words([
        0: "idle", 1: "cleaning", 2: "paused", 3: "error", 64: "returning", 65: "docked", 66: "docked", 67: "docked",
        68: "docked", 69: "docked", 70: "docked",
    ])

    static func components(_ part: Part) -> [Component] {
        guard part.has(T.matterRvcRunMode), part.has(T.matterRvcOperationalState) else { return [] }
        var features = ["start", "stop"]
        if part.accepts(pause) { features.append("pause") }
        if part.accepts(home) { features.append("return_home") }
        let command = Property.command { payload, part throws(SetRefusal) in
            let words = ["start", "stop", "pause", "return_to_base"]
            switch payload.text {
            case "start" where part.integer(state) == 2 && part.accepts(resume): return resume.request(part.number)
            case "start": return mode(tag: 0x4001, part)
            case "stop": return mode(tag: 0x4000, part)
            case "pause": return pause.request(part.number)
            case "return_to_base": return home.request(part.number)
            default: throw payload.unknownWord(words)
            }
        }
        return [
            Component(
                name: "vacuum", platform: "vacuum", title: "Vacuum cleaner", isMain: true,
                options: [("supported_features", .array(features.map { .string($0) }))], properties: [command],
                ownState: { .object([("state", words.json($0.integer(state)))]) })
        ]
    }

    /// The change to the first mode with a tag; 0x4000 is Idle, 0x4001 Cleaning (Matter Application Clusters 1.4,
    /// section 7.2.7). Fields of a mode: 1 is its number, 2 its tags; field 1 of a tag is its value.
    private static func mode(tag: Int64, _ part: Part) -> [PublishedRequest] {
        let mode = part.value(modes)?.list?.compactMap(\.structure).first { mode in
            mode[2]?.list?.contains { $0.structure?[1]?.integer == tag } ?? false
        }
        guard let number = mode?[1]?.integer else { return [] }
        return change.request(part.number, ["newMode": .count(number)])
    }
}
