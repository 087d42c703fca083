internal import HearthTraitCore
internal import HearthTraits
internal import TranscriptTestSupport

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// A bench that plays the inputs of a transcript:
///
///     A transition reports its level each second and at the end
///       light level=100
///       moveToLevel level=200 transitionTime=25 | remainingTime 25
///       pass 10 | +1: currentLevel 140, +2: currentLevel 180, +2.5: currentLevel 200, remainingTime 0, idle
///
/// Inputs: first the device, see ``TranscriptDevice``; then a command with its arguments, which are null or 0 where they
/// are missing; `write` with attributes; `sense` with what the device notices; `pass` with seconds; `restart` with the
/// device after a power cut; `read` with attributes.
/// Effects: the attributes that are reported, with the seconds since the input; events and responses with their
/// fields; the status of a refusal; `idle` if the device waits for no time after a `pass`.
struct BehaviorStage {
    private var bench = Bench([])
    private var hasDevice = false

    private struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// The input with its effects.
    mutating func play(_ input: String) -> String {
        guard hasDevice else {
            let device = TranscriptDevice(input)
            (bench, hasDevice) = (Bench(device.behaviors), true)
            return input + (device.mistake.map { " | \($0)" } ?? "")
        }
        let effects = effects(of: input)
        return input + (effects.isEmpty ? "" : " | " + effects.joined(separator: ", "))
    }

    private mutating func effects(of input: String) -> [String] {
        let words = Transcript.words(input)
        let (start, reports, events) = (bench.now, bench.reports.count, bench.events.count)
        var effects: [String] = []
        do {
            effects = try act(words[0], Array(words.dropFirst()))
        } catch let error as TraitError {
            effects = ["\(error.status)" + (error.clusterStatus.map { " \($0)" } ?? "")]
        } catch {
            effects = ["\(error)"]
        }
        // A dictionary has the reports of a moment.
        let order = traits.map(\.descriptor.id)
        let new = bench.reports.dropFirst(reports).enumerated().sorted { left, right in
            func key(_ entry: (offset: Int, element: Bench.Report)) -> (Duration, Int, Int) {
                (entry.element.time, order.firstIndex(of: entry.element.traitID) ?? 0, entry.offset)
            }
            return key(left) < key(right)
        }
        for report in new.map(\.element) {
            let passed = (report.time - start) / .seconds(1)
            let trait = descriptor(report.traitID)
            let values = trait?.attributes.compactMap { attribute in
                report.values[attribute.id].map { "\(attribute.name) \(trait?.text($0, attribute.field) ?? "")" }
            }
            let time = passed == passed.rounded() ? "\(Int(passed))" : "\(passed)"
            effects.append((passed == 0 ? "" : "+\(time): ") + (values ?? []).joined(separator: ", "))
        }
        for event in bench.events.dropFirst(events) {
            let trait = descriptor(event.traitID)
            guard let known = trait?.event(event.eventID) else {
                effects.append("unknown event \(event.eventID)")
                continue
            }
            effects.append("\(known.name)(\(trait?.text(event.fields, known.fields) ?? ""))")
        }
        if words[0] == "pass", bench.device.deadline == nil { effects.append("idle") }
        return effects
    }

    private mutating func act(_ name: String, _ words: [String]) throws -> [String] {
        switch name {
        case "pass":
            guard let seconds = words.first.flatMap({ Double($0) }) else { throw Mistake(description: "no seconds") }
            bench.pass(.milliseconds(Int((seconds * 1_000).rounded())))
        case "restart":
            let device = TranscriptDevice(words.joined(separator: " "))
            if let mistake = device.mistake { throw Mistake(description: mistake) }
            bench = bench.restarted(device.behaviors)
        case "sense": bench.sense(try Self.sensed(words))
        case "read": return try words.map(read)
        case "write":
            let (trait, values) = try attributes(words)
            try bench.write(trait.id, values)
        default: return try send(name, words)
        }
        return []
    }

    // MARK: Commands and attributes

    private var traits: [TraitInstance] { bench.device.description.endpoints[0].traits }

    private func descriptor(_ id: UInt32) -> TraitDescriptor? { traits.map(\.descriptor).first { $0.id == id } }

    private mutating func send(_ name: String, _ words: [String]) throws -> [String] {
        for trait in traits.map(\.descriptor) {
            guard let command = trait.command(named: name) else { continue }
            var values = StructureValue()
            for word in words {
                let (name, text) = Transcript.pair(word)
                guard let field = command.arguments.fields.first(where: { $0.name == name }) else {
                    throw Mistake(description: "no argument \(name)")
                }
                values[field.id] = try trait.value(of: field, from: text)
            }
            // As of a typed command: null, or else 0 by decoding.
            for field in command.arguments.fields where field.isNullable && !field.isOptional {
                values[field.id] = values[field.id] ?? .null
            }
            values = try trait.decodeArguments(
                of: command, trait.encodeArguments(of: command, values).span.bytes)
            let answer = try bench.send(trait.id, command, values)
            guard let answer, let response = command.response else { return [] }
            return ["\(response.name)(\(trait.text(answer, response)))"]
        }
        throw Mistake(description: "no command \(name)")
    }

    private func attributes(_ words: [String]) throws -> (TraitDescriptor, StructureValue) {
        var values = StructureValue()
        var written: TraitDescriptor?
        for word in words {
            let (name, text) = Transcript.pair(word)
            let (trait, attribute) = try attribute(name)
            values[attribute.id] = try trait.value(of: attribute.field, from: text)
            written = trait
        }
        guard let written else { throw Mistake(description: "no attributes") }
        return (written, values)
    }

    /// An attribute by its name, or by its trait's and its own: `LevelControl.options`.
    private func attribute(_ name: String) throws -> (TraitDescriptor, AttributeDescriptor) {
        let parts = name.split(separator: ".")
        for trait in traits.map(\.descriptor) where parts.count == 1 || trait.name == parts[0] {
            if let attribute = trait.attribute(named: String(parts[parts.count - 1])) { return (trait, attribute) }
        }
        throw Mistake(description: "no attribute \(name)")
    }

    private func read(_ name: String) throws -> String {
        let (trait, attribute) = try attribute(name)
        let value = traits.first { $0.descriptor.id == trait.id }?.attributes[attribute.id]
        return "\(name) \(value.map { trait.text($0, attribute.field) } ?? "missing")"
    }

    private static func sensed(_ words: [String]) throws -> PhysicalInput {
        let word = words.count > 1 ? words[1] : ""
        let number = Int(word)
        return switch words[0] {
        case "temperature": .temperature(number.map { Int16($0) })
        case "humidity": .humidity(number.map { UInt16($0) })
        case "illuminance": .illuminance(number.map { UInt16($0) })
        case "motion": .motion
        case "contact": .contact(isClosed: word == "closed")
        case "leak": .leak(isDetected: word == "wet")
        case "position": .switchPosition(UInt8(number ?? 0))
        case "smoke": .smoke(severity: UInt8(number ?? 0))
        case "co": .carbonMonoxide(severity: UInt8(number ?? 0))
        case "mute": .mute
        case "battery": .battery(halfPercent: UInt8(number ?? 0))
        case "keypad": .keypad(code: Array(word.utf8), locks: words.contains("locks"))
        case "thumbTurn": .thumbTurn(locks: words.contains("locks"))
        case "toggle": .toggle
        case "bridge": .bridgeLink(isUp: word == "up")
        case "jam": .jam
        default: throw Mistake(description: "nothing senses \(words[0])")
        }
    }
}
