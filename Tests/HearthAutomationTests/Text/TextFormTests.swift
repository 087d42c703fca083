internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation
@testable internal import HearthAutomationText

/// The form of a text, and the variations that a person may write.
struct TextFormTests {
    private let lock = TraitReference(TraitTarget(deviceID: "lock", endpoint: 1), traitID: 0x101)
    private let lamp = TraitReference(TraitTarget(deviceID: "lamp", endpoint: 1), traitID: 8)
    private let time = TraitReference(TraitTarget(deviceID: "home", endpoint: 0), traitID: TimeTrait.id)

    private var evening: AutomationText {
        let unlocked = AutomationExpression.operation(
            .equals, [.field(FieldReference(3, 0)), .constant(.unsigned(2))])
        let evening = AutomationExpression.operation(
            .between,
            [
                .field(FieldReference(6, 0)), .constant(.structure([0: .unsigned(18), 1: .unsigned(0)])),
                .field(FieldReference(6, 2)),
            ])
        let graph = AutomationGraph(
            root: AutomationNode(
                1,
                .sequential([
                    AutomationNode(
                        2,
                        .select([
                            AutomationNode(3, .starter(Starter(lock, becomes: unlocked))),
                            AutomationNode(
                                4,
                                .starter(
                                    TextSchedule(days: [2, 6], time: .sun(type: 2, offset: -1_800))
                                        .starter(TextTestHome.names))),
                            AutomationNode(5, .manualStarter),
                        ])),
                    AutomationNode(6, .stateReader(time)),
                    AutomationNode(7, .condition(Condition(evening, hold: .seconds(90)))),
                    AutomationNode(
                        8,
                        .ifChain(
                            IfChain(
                                [
                                    IfChain.Branch(
                                        unlocked,
                                        AutomationNode(
                                            9,
                                            .action(
                                                Action(
                                                    lamp, commandID: 0,
                                                    fields: [
                                                        0: .constant(.unsigned(100)), 1: .constant(.null),
                                                        2: .constant(.unsigned(3)),
                                                    ],
                                                    onFailure: .stop))))
                                ],
                                otherwise: AutomationNode(
                                    10,
                                    .sequential([
                                        AutomationNode(11, .delay(.seconds(300))),
                                        AutomationNode(12, .execution(automationID: "movie")),
                                    ]))))),
                    AutomationNode(
                        13,
                        .action(
                            Action(
                                TraitReference(.room("kitchen"), deviceType: 0x100, traitID: 6), commandID: 0,
                                onFailure: .retry(times: 3, after: .seconds(10))))),
                    AutomationNode(14, .restoration),
                ])))
        var settings = AutomationText.Settings()
        settings.mode = 2
        return AutomationText(name: "Evening", description: "Lights at dusk", settings: settings, graph: graph)
    }

    private let text = """
        automation: "Evening"
        description: "Lights at dusk"
        active: yes
        mode: restart

        uses:
          "Front Door" = device lock
          "Hall Lamp" = device lamp
          "Kitchen" = room kitchen
          "Movie Night" = automation movie

        steps:
          any of:
            when "Front Door" DoorLock changes so that its lockState = unlocked
            every monday, friday 30 min before sunset
            when started by hand
          read home Time
          only if home Time.currentTime between 18:00 and home Time.sunsetTime stays true for 1 min 30 s
          if "Front Door" DoorLock.lockState = unlocked:
            "Hall Lamp" LevelControl.moveToLevel(level: 100, transitionTime: null, options: executeIfOff|couple) or stop
          else:
            wait 5 min
            run "Movie Night"
          all in room "Kitchen" as OnOffLight OnOff.off or retry 3 times after 10 s
          put back

        """

    @Test func namesStandInPlaceOfNumbers() throws {
        expect(evening.text(TextTestHome.names), equals: text)
        try expect(TextTestHome.read(text).text, equals: evening)
    }

    /// As people write: in other cases, without ids, with comments, blank lines and synonyms.
    @Test func peopleMayWriteItDifferently() throws {
        let written = """
            # Lights
            Automation: "Evening"
            mode:Restart

            description: "Lights at dusk"   # when it gets dark
            Steps:
                Any of:
                  when "front door" doorlock changes so that "Front Door" DoorLock.LockState is Unlocked

                  every Monday, Friday 30min before sunset
                  When started by hand
                @6 read Home time
                only if (@6.currentTime between 18:00 and (@6.sunsetTime)) stays true for 90 s
                if "FRONT DOOR" DoorLock.lockState == unlocked:
                  "lamp" LevelControl.moveToLevel(transitionTime: null, level: 0x64, options: couple | executeIfOff) or stop
                else:
                      wait 5 minutes
                      run "Movie Night"
                all in room "kitchen" as onofflight OnOff.off or retry 3 times after 10 s
                put back
            """
        let read = try TextTestHome.read(written)
        expect(read.open, equals: [])
        expect(read.text, equals: evening)
    }

    /// Two lines are a sequence; one line is the node alone.
    @Test func aLineMoreMakesABranchASequence() throws {
        let one = "automation: \"x\"\nsteps:\n  if true:\n    wait 1 s\n"
        let two = one + "    wait 2 s\n"
        func branch(_ text: String) throws -> AutomationNode? {
            guard case .ifChain(let chain)? = try TextTestHome.read(text).text.graph.root.children.first?.kind else {
                return nil
            }
            return chain.branches.first?.node
        }
        try expect(branch(one), equals: AutomationNode(3, .delay(.seconds(1))))
        let delays = [AutomationNode(4, .delay(.seconds(1))), AutomationNode(5, .delay(.seconds(2)))]
        try expect(branch(two), equals: AutomationNode(3, .sequential(delays)))
    }

    /// A line inserted between two others keeps the explicit numbers.
    @Test func linesCanBePutBetweenOthers() throws {
        let text =
            "automation: \"x\"\nsteps:\n  wait 1 s\n  wait 2 s\n  wait 3 s\n  @4 read home Time\n  let $x = @4.sunsetTime\n"
        try expect(TextTestHome.read(text).text.graph.nodes.map(\.id), equals: [1, 2, 3, 5, 4, 6])
    }

    @Test(arguments: [
        ("every weekday at sunrise", TextSchedule(days: [2, 3, 4, 5, 6], time: .sun(type: 1, offset: nil))),
        ("every sunday 1 h after sunset", TextSchedule(days: [1], time: .sun(type: 2, offset: 3_600))),
        ("every time of \"0 0 12 ? * *\"", TextSchedule(days: nil, time: .cron("0 0 12 ? * *"))),
    ])
    func timesAreSaidAsPeopleSayThem(line: String, schedule: TextSchedule) throws {
        let read = try TextTestHome.read("automation: \"x\"\nsteps:\n  \(line)\n").text.graph
        expect(read.root.children.map(\.kind), equals: [.starter(schedule.starter(TextTestHome.names))])
    }

    @Test(arguments: [
        ("true or false and not true", "true or false and not true"),
        ("(true or false) and true", "(true or false) and true"), ("not (true and false)", "not (true and false)"),
        ("1 + 2 * 3 - 4", "(1 + 2 * 3) - 4"), ("(1 + 2) * 3", "(1 + 2) * 3"), ("-$x", "negated($x)"),
        ("$x held for 60", "$x held for 60"), ("isonline(@1.0)", "isOnline(@1.0)"), ("$x is not 5", "$x != 5"),
        ("1 = 2 or 3 < 4", "1 = 2 or 3 < 4"), ("$a between 1 and 2 and true", "$a between 1 and 2 and true"),
    ])
    func operatorsBindAsPeopleReadThem(written: String, again: String) throws {
        let text = try TextTestHome.read("automation: \"x\"\nsteps:\n  let $r = \(written)\n").text
        expect(text.text(TextTestHome.names).hasSuffix("let $r = \(again)\n"))
    }

    /// A number whose type is ambiguous says its type.
    @Test func numbersAreOfTheKindThatTheSchemaSays() throws {
        let head = "automation: \"x\"\nsteps:\n  read \"lamp\" Sample\n  only if "
        func constant(_ condition: String) throws -> AutomationExpression? {
            let nodes = try TextTestHome.read(head + condition + "\n").text.graph.nodes
            return nodes.last?.expressions.first.flatMap { expression in
                if case .operation(_, let operands) = expression { operands.last } else { nil }
            }
        }
        try expect(constant("\"lamp\" Sample.temperature > 5"), equals: .constant(.signed(5)))
        try expect(constant("\"lamp\" Sample.ratio > 5"), equals: .constant(.double(5)))
        try expect(constant("\"lamp\" Sample.share > 0.5"), equals: .constant(.float(0.5)))
        try expect(constant("\"lamp\" Sample.temperature > 5u"), equals: .constant(.unsigned(5)))
        try expect(
            constant("\"lamp\" Sample.range = {low: 1, high: 2}"),
            equals: .constant(.structure([0: .unsigned(1), 1: .signed(2)])))
        try expect(constant("\"lamp\" Sample.modes contains 7"), equals: .constant(.unsigned(7)))
    }
}
