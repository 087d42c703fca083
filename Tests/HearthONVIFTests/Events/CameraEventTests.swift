internal import Expectations
internal import HearthEntities
@testable internal import HearthONVIF
internal import HearthXML
internal import Testing

@Suite struct CameraEventTests {
    static func notification(
        _ topic: String, _ item: String, _ value: String, _ operation: String = "Changed", source: String = "1"
    ) -> String {
        """
        <wsnt:NotificationMessage><wsnt:Topic Dialect="x">\(topic)</wsnt:Topic><wsnt:Message>
        <tt:Message UtcTime="0000-00-00T00:00:00Z" PropertyOperation="\(operation)"><tt:Source>
        <tt:SimpleItem Name="Source" Value="\(source)"/></tt:Source><tt:Data><tt:SimpleItem Name="Other" Value="7"/>
        <tt:SimpleItem Name="\(item)" Value="\(value)"/></tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage>
        """
    }

    private func messages(_ texts: String...) throws -> [CameraMessage] {
        let answer = """
            <tev:PullMessagesResponse xmlns:tev="urn:e" xmlns:wsnt="urn:n" xmlns:tt="urn:t">\(texts.joined())
            </tev:PullMessagesResponse>
            """
        return CameraMessage.all(try XMLValue(reading: Array(answer.utf8)))
    }

    @Test(arguments: [
        ("tns1:VideoSource/MotionAlarm", "VideoSource/MotionAlarm"),
        ("tns1:RuleEngine/CellMotionDetector/Motion//.", "RuleEngine/CellMotionDetector/Motion"),
        (" tns1:RuleEngine/tnsx:MyRuleDetector/Visitor//. ", "RuleEngine/MyRuleDetector/Visitor"),
        ("a\u{1}b/\nc\u{9B}", "ab/c"), ("//.", ""), ("", ""), (":/:", ""),
        (String(repeating: "a/", count: 99), Array(repeating: "a", count: 16).joined(separator: "/")),
    ])
    func topicsArePlain(topic: String, plain: String) { expect(CameraTopic.plain(topic), equals: plain) }

    @Test func messagesAreRead() throws {
        let found = try messages(
            Self.notification("tns1:VideoSource/MotionAlarm//.", "State", "true"),
            Self.notification("tns1:Device/Trigger/DigitalInput", "LogicalState", "0", "Initialized"),
            Self.notification("//.", "State", "true"), "<wsnt:NotificationMessage/>",
            Self.notification("tns1:RuleEngine/LineDetector/Crossed", "ObjectId", "12", ""))
        expect(
            found.map(\.topic),
            equals: [
                "VideoSource/MotionAlarm", "Device/Trigger/DigitalInput", "RuleEngine/LineDetector/Crossed",
            ])
        expect(found.map(\.operation), equals: [.changed, .initialized, .event])
        expect(found.map(\.isOn), equals: [true, false, nil])
        expect(found.map(\.source), equals: ["1", "1", "1"])
    }

    /// What follows from messages, as text.
    private func text(_ reports: [EntityReport]) -> [String] {
        reports.flatMap { report in
            report.states.map { "\($0.entity)=\($0.values[.on] == .bool(true))" }
                + report.events.map { "\($0.entity)!\($0.type)" }
        }
    }

    @Test func aShortMotionIsNotLost() throws {
        var states = CameraStates()
        let motion = try ["true", "false", "true"].flatMap { value in
            try messages(Self.notification("tns1:VideoSource/MotionAlarm", "State", value))
        }
        expect(
            text(states.take(motion, at: .zero, now: .zero)), equals: ["motion=true", "motion=false", "motion=true"])
    }

    @Test func topicsBecomeStatesAndEvents() throws {
        var states = CameraStates()
        func take(_ topic: String, _ value: String, _ operation: String = "Changed", source: String = "1") throws
            -> [String]
        {
            text(
                states.take(
                    try messages(Self.notification("tns1:\(topic)", "State", value, operation, source: source)),
                    at: .seconds(1), now: .zero))
        }
        try expect(take("VideoSource/MotionAlarm", "false", "Initialized"), equals: ["motion=false"])
        try expect(take("VideoSource/MotionAlarm", "true"), equals: ["motion=true"])
        try expect(take("RuleEngine/CellMotionDetector/Motion", "true"), equals: [])
        try expect(take("VideoSource/MotionAlarm", "false"), equals: [])
        try expect(take("RuleEngine/CellMotionDetector/Motion", "false", "Deleted"), equals: ["motion=false"])
        try expect(take("RuleEngine/TamperDetector/Tamper", "1"), equals: ["tamper=true"])
        try expect(take("AudioAnalytics/Audio/DetectedSound", "true"), equals: ["sound=true"])
        // An active input is a closed contact.
        try expect(take("Device/Trigger/DigitalInput", "true", source: "a"), equals: ["input/a=false"])
        try expect(take("RuleEngine/MyRuleDetector/PeopleDetect", "true", "Initialized"), equals: [])
        for (topic, event) in [
            ("PeopleDetect", "camera!person"), ("VehicleDetect", "camera!vehicle"), ("DogCatDetect", "camera!animal"),
            ("FaceDetect", "camera!face"), ("Package", "camera!package"), ("Visitor", "visitor!press"),
        ] {
            try expect(take("RuleEngine/MyRuleDetector/\(topic)", "false"), equals: [])
            try expect(take("RuleEngine/MyRuleDetector/\(topic)", "true"), equals: [event])
            try expect(take("RuleEngine/MyRuleDetector/\(topic)", "true"), equals: [])
        }
    }

    @Test func aMotionWithoutAStateEnds() throws {
        var states = CameraStates()
        let crossed = try messages(Self.notification("tns1:RuleEngine/LineDetector/Crossed", "ObjectId", "12", ""))
        expect(text(states.take(crossed, at: .zero, now: .zero)), equals: ["motion=true"])
        expect(text(states.take(crossed, at: .zero, now: .seconds(4))), equals: [])
        expect(states.nextEnd, equals: .seconds(14))
        expect(text(states.timePassed(now: .seconds(13)).map { [$0] } ?? []), equals: [])
        expect(text(states.timePassed(now: .seconds(14)).map { [$0] } ?? []), equals: ["motion=false"])
        expectNil(states.nextEnd)
    }

    @Test func aStateOutlastsAnEarlierEvent() throws {
        var states = CameraStates()
        let topic = "tns1:RuleEngine/LineDetector/Crossed"
        let crossed = try messages(Self.notification(topic, "ObjectId", "12", ""))
        expect(text(states.take(crossed, at: .zero, now: .zero)), equals: ["motion=true"])
        let on = try messages(Self.notification(topic, "State", "true"))
        expect(text(states.take(on, at: .zero, now: .seconds(5))), equals: [])
        expectNil(states.nextEnd)
    }

    @Test func eventsHaveARate() throws {
        func visitor(_ values: [String], sources: Int = 1) throws -> [CameraMessage] {
            try (0..<sources).flatMap { source in
                try values.flatMap {
                    try messages(
                        Self.notification("tns1:RuleEngine/MyRuleDetector/Visitor", "x", $0, source: "\(source)"))
                }
            }
        }
        var states = CameraStates()
        func rings(_ messages: [CameraMessage], _ second: Int) -> Int {
            let now = Duration.seconds(second)
            _ = states.timePassed(now: now)
            return states.take(messages, at: .zero, now: now).count
        }
        // Changes without a state.
        try expect([0, 5, 9, 10, 15].map { rings(try visitor(["-"]), $0) }, equals: [1, 0, 0, 1, 0])
        states = CameraStates()
        try expect([0, 0, 1].map { rings(try visitor(["-"], sources: 100), $0) }, equals: [1, 0, 1])
        states = CameraStates()
        let presses = try visitor(Array(repeating: ["true", "false"], count: 25).flatMap { $0 })
        expect([0, 1].map { rings(presses, $0) }, equals: [1, 1])
    }

    @Test("A subscription's first answer ends what it does not name, but no input")
    func formerSourcesEnd() throws {
        var states = CameraStates()
        func take(_ source: String, _ value: String, _ operation: String = "Initialized") throws -> [String] {
            let motion = Self.notification("tns1:VideoSource/MotionAlarm", "State", value, operation, source: source)
            return text(states.take(try messages(motion), at: .zero, now: .zero))
        }
        let input = try messages(Self.notification("tns1:Device/Trigger/DigitalInput", "State", "true"))
        expect(text(states.take(input, at: .zero, now: .zero)), equals: ["input/1=false"])
        try expect(take("old", "true", "Changed"), equals: ["motion=true"])
        states.subscribed()
        try expect(take("old", "true"), equals: [])
        states.subscribed()
        try expect(take("new", "false"), equals: ["motion=false"])
        try expect(take("new", "true"), equals: ["motion=true"])
        states.subscribed()
        expect(text(states.take([], at: .zero, now: .zero)), equals: ["motion=false"])
    }

    @Test func referencesAreLimited() throws {
        func subscription(_ parameters: String) throws -> EventSubscription? {
            let answer =
                "<r><SubscriptionReference><Address>http://h/x</Address><ReferenceParameters>\(parameters)"
                + "</ReferenceParameters></SubscriptionReference></r>"
            return EventSubscription(try XMLValue(reading: Array(answer.utf8)), host: "h")
        }
        func nested(_ count: Int) -> String { "<p>" + String(repeating: "<a/>", count: count) + "</p>" }
        try expect(subscription(nested(63))?.parameters.first?.children.count, equals: 63)
        try expectNil(subscription(nested(64)))
        try expectNil(subscription("<p>" + String(repeating: "a", count: 9_000) + "</p>"))
        try expectNil(subscription("<p>" + (0..<16_000).map { "<a xmlns='u\($0)'/>" }.joined() + "</p>"))
    }

    @Test func unknownTopicsAreCounted() throws {
        var states = CameraStates()
        for number in 0..<100 {
            _ = states.take(
                try messages(Self.notification("tns1:A/\(number % 50)", "State", "true")), at: .zero, now: .zero)
        }
        expect(states.leftOut.count, equals: 32)
        expect(
            states.leftOut.first,
            equals: LeftOut("A/0", .unsupported("the hub does not know this event; it came 2 times")))
    }

    @Test func sourcesAreLimited() throws {
        var states = CameraStates()
        for number in 0..<200 {
            let input = Self.notification("tns1:Device/Trigger/DigitalInput", "State", "true", source: "\(number)")
            let report = states.take(try messages(input), at: .zero, now: .zero)
            expect(!report.isEmpty, equals: number < 64)
        }
    }

    @Test func knownTopicsOfATreeAreFound() throws {
        let tree = """
            <r xmlns:w="urn:w" xmlns:t="urn:t"><w:TopicSet><t:VideoSource><MotionAlarm w:topic="true"><MessageDescription>
            <Source topic="true"/></MessageDescription></MotionAlarm><Other w:topic="true"/></t:VideoSource><t:RuleEngine>
            <MyRuleDetector><Visitor w:topic="true"/><Package/></MyRuleDetector></t:RuleEngine></w:TopicSet></r>
            """
        expect(
            try XMLValue(reading: Array(tree.utf8)).topics,
            equals: ["VideoSource/MotionAlarm", "RuleEngine/MyRuleDetector/Visitor"])
    }

    @Test func memorySurvivesARestart() throws {
        var memory = CameraMemory()
        memory.subscription = EventSubscription(
            place: CameraPlace(port: 81, "/pull?1"),
            parameters: [XMLValue(XMLName("urn:a", "Id"), attributes: [XMLName("b"): "c"], text: "7")])
        memory.topics = ["VideoSource/MotionAlarm"]
        memory.inputs = ["1"]
        expect(CameraMemory(memory.bytes), equals: memory)
        for text in [
            "", "7", #"{"subscription":7,"topics":["x",7],"inputs":[null]}"#, #"{"subscription":{"target":"x"}}"#,
        ] {
            expect(CameraMemory(Array(text.utf8)), equals: CameraMemory())
        }
    }
}
