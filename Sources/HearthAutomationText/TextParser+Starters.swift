internal import HearthAutomation
internal import HearthTraitDescriptors

/// A starter of a text.
struct TextStarter {
    let trait: TraitReference
    let event: UInt32?
    /// Makes the starter for the node with this id.
    let make: (TextResolver, UInt32) throws(AutomationTextError) -> Starter
}

extension TextParser {
    /// Reads "when …" or "every …"; nil if the line begins with neither.
    mutating func starter(_ scanner: inout TextScanner) throws(AutomationTextError) -> TextStarter? {
        if scanner.takeWords("every") {
            let starter = try schedule(&scanner).starter(names)
            return TextStarter(trait: starter.trait, event: starter.eventID) { _, _ in starter }
        }
        guard scanner.takeWords("when") else { return nil }
        if scanner.takeWords("somebody", "says") {
            guard let words = try scanner.takeString() else {
                throw scanner.failure("the words are missing here, in quotes: when somebody says \"good night\"")
            }
            let home = TraitReference(
                TraitTarget(deviceID: names.structureID, endpoint: 0), traitID: Starter.voiceTraitID)
            let starter = Starter(home, eventID: 0, parameters: [0: .string(words)])
            return TextStarter(trait: home, event: 0) { _, _ in starter }
        }
        let trait = try trait(&scanner).trait
        var event: UInt32?
        if scanner.takeWords("sends") {
            let word = scanner.takeName() ?? ""
            let known = names.events(trait.traitID)
            event = known.number(word).flatMap(UInt32.init(exactly:))
            guard event != nil else {
                throw scanner.failure(
                    "\(names.traitWord(trait.traitID)) has no event \(quoted(word))\(didYouMean(word, known.words))")
            }
        } else {
            guard scanner.takeWords("changes") else {
                throw scanner.failure("say changes, or sends and the name of an event")
            }
        }
        let parameters = scanner.take("(") ? try fields(&scanner, until: ")") : []
        let causes = try causes(&scanner)
        var becomes: TextSyntax?
        if scanner.takeWords("so") {
            guard scanner.takeWords("that") else { throw scanner.failure("say so that and a condition") }
            becomes = try expression(&scanner)
        }
        let (place, expression, eventID) = (scanner, becomes, event)
        let fields = names.fields(trait.traitID, event: event)
        return TextStarter(trait: trait, event: event) { resolver, id throws(AutomationTextError) in
            var starter = Starter(
                trait, eventID: eventID, parameters: try resolver.values(parameters, fields, place), causes: causes)
            if let expression { starter.becomes = try resolver.expression(expression, in: id, place) }
            return starter
        }
    }

    private func causes(_ scanner: inout TextScanner) throws(AutomationTextError) -> Set<CauseKind> {
        var causes: Set<CauseKind> = []
        guard scanner.takeWords("caused", "by") else { return causes }
        repeat {
            let word = scanner.takeName()?.lowercased() ?? ""
            guard let cause = TextWords.causes.first(where: { $0.word == word })?.cause else {
                let known = TextWords.causes.map(\.word).joined(separator: ", ")
                throw scanner.failure("\(quoted(word)) is not a cause; say one of \(known)")
            }
            causes.insert(cause)
        } while scanner.take(",")
        return causes
    }

    /// Reads the rest of an "every" line.
    private func schedule(_ scanner: inout TextScanner) throws(AutomationTextError) -> TextSchedule {
        if scanner.takeWords("time", "of") {
            guard let text = try scanner.takeString() else {
                throw scanner.failure("a cron expression in quotes is missing here, as in \"0 0 12 ? * MON-FRI\"")
            }
            return TextSchedule(days: nil, time: .cron(text))
        }
        let days = try days(&scanner)
        if scanner.takeWords("at") {
            for (type, word) in Self.sunTimes where scanner.takeWords(word) {
                return TextSchedule(days: days, time: .sun(type: type, offset: nil))
            }
            guard let hours = scanner.takeNatural(), scanner.take(":"), let minutes = scanner.takeNatural(),
                let time = TextTime(hours: hours, minutes: minutes)
            else { throw scanner.failure("say a time from 0:00 to 23:59, sunrise or sunset") }
            return TextSchedule(days: days, time: .clock(time))
        }
        let span = try scanner.takeSpan(atMost: .max).attoseconds
        let isBefore = scanner.takeWords("before")
        guard isBefore || scanner.takeWords("after"),
            let type = Self.sunTimes.first(where: { scanner.takeWords($0.word) })?.type
        else { throw scanner.failure("say before or after, and sunrise or sunset") }
        let (seconds, rest) = span.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        guard rest == 0, let offset = Int64(exactly: isBefore ? -seconds : seconds) else {
            throw scanner.failure("say the time before or after it in whole seconds")
        }
        return TextSchedule(days: days, time: .sun(type: type, offset: offset))
    }

    private static let sunTimes: [(type: UInt64, word: String)] = [(1, "sunrise"), (2, "sunset")]

    private func days(_ scanner: inout TextScanner) throws(AutomationTextError) -> [UInt64]? {
        if scanner.takeWords("day") { return nil }
        if scanner.takeWords("weekday") { return [2, 3, 4, 5, 6] }
        var days: [UInt64] = []
        repeat {
            let word = scanner.takeName()?.lowercased() ?? ""
            guard let day = TextWords.days.first(where: { $0.word == word })?.day else {
                throw scanner.failure("say every day, every weekday, or days such as every monday, friday")
            }
            days.append(day)
        } while scanner.take(",")
        return days
    }
}
