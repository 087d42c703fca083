internal import Hearth
internal import HearthBase
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// The attribute that a history is of, and how its history is shown.
struct HistorySubject {
    let device: HomeListing.Device
    let trait: TraitDescriptor
    let attribute: AttributeDescriptor
    let target: TraitTarget
    /// The words of its values, as the state of the device has them.
    let words: AttributeWords

    init(device: HomeListing.Device, trait: UnknownTrait, attribute: AttributeDescriptor) {
        self.device = device
        self.trait = trait.descriptor
        self.attribute = attribute
        target = trait.target
        words = AttributeWords(attribute, of: trait, of: device)
    }

    private typealias Column = AttributeHistory<Double>.Column

    /// The trait with its device and endpoint.
    var path: TraitPath { TraitPath(target, trait.id) }

    /// As `hearth history DEVICE` lists it.
    var name: String { "\(trait.name).\(attribute.name)" }

    var title: String { "\(device.name): \(name)" }

    /// What people may call it for short: its trait, and the ends of its name, such as "Power" of activePower.
    var shortNames: [String] {
        let name = attribute.name
        return [trait.name] + name.indices.filter { name[$0].isUppercase }.map { String(name[$0...]) }
    }

    /// Whether the value is one of a few states, not a number.
    var isState: Bool { words.isState }

    private func text(_ number: Double) -> String { words.text(number) }

    // MARK: The picture

    /// Columns before the picture.
    static let margin = 14

    func plot(_ answer: AttributeHistory<Double>, until: Double) -> [String] {
        let start = answer.start
        let length = max(answer.columnLength / .seconds(1), 0.001)
        let count = min(max(Int(exactly: ((until - start) / length).rounded(.up)) ?? 1, 1), 10_000)
        var columns = [Column?](repeating: nil, count: count)
        for column in answer.columns {
            let index = Int(exactly: ((column.start - start) / length).rounded())
            if let index, columns.indices.contains(index) { columns[index] = column }
        }
        let lines = isState ? states(columns, length) : numbers(columns)
        let axis = margin("") + "└" + String(repeating: "─", count: count)
        let (first, last) = (Self.minute(start), Self.minute(min(until, start + Double(count) * length)))
        let gap = max(2, count + 1 - first.count - last.count)
        return lines.picture + [axis, margin("") + first + String(repeating: " ", count: gap) + last] + lines.words
    }

    private func margin(_ text: String) -> String {
        let width = Self.margin - 2
        let fitting = cut(text, to: width)
        return String(repeating: " ", count: max(0, width - columnCount(fitting))) + fitting + " "
    }

    private static func minute(_ time: Double) -> String { String(LocalTime.dateAndTime(time).dropLast(3)) }

    private func numbers(_ columns: [Column?]) -> (picture: [String], words: [String]) {
        let ranges = columns.map { column -> ClosedRange<Double>? in
            guard let low = column?.min, let high = column?.max, low <= high else { return nil }
            return low...high  // in range: checked above
        }
        guard let plot = Plot(ranges) else { return ([], ["It was not known at any time in this period."]) }
        let rows = plot.lowest == plot.highest ? 1 : 10
        let picture = plot.lines(rows: rows).enumerated().map { index, line in
            let label = index == 0 ? text(plot.highest) : index == rows - 1 ? text(plot.lowest) : ""
            return margin(label) + "│" + line
        }
        let known = columns.compactMap { $0 }.map { ($0, $0.known / .seconds(1)) }
        let time = known.reduce(0) { $0 + $1.1 }
        let mean = time > 0 ? known.reduce(0) { $0 + ($1.0.mean ?? 0) * $1.1 } / time : nil
        var words = ["lowest \(text(plot.lowest))", "highest \(text(plot.highest))"]
        if let mean { words.append("mean \(text(mean))") }
        words.append("last \(columns.compactMap { $0 }.last?.last.map(text) ?? "not known")")
        return (picture, [words.joined(separator: ", ")])
    }

    private func states(
        _ columns: [Column?], _ length: Double
    ) -> (picture: [String], words: [String]) {
        var times: [Double: Double] = [:]
        for (value, time) in columns.compactMap({ $0 }).flatMap(\.times) {
            times[value, default: 0] += time / .seconds(1)
        }
        let all = columns.compactMap { $0?.known }.reduce(0) { $0 + $1 / .seconds(1) }
        let values = times.keys.sorted(by: >)
        let picture = values.map { value in
            let shares = columns.map { column in
                (column?.times[value] ?? .zero) / .seconds(1) / length
            }
            return margin(text(value)) + "│" + Plot.line(shares)
        }
        let words = values.map { value in
            let time = times[value] ?? 0
            return "\(text(value)) for \(Self.length(time)) (\(Phrase.percent(time, of: all)))"
        }
        let last = columns.compactMap { $0 }.last?.last.map(text) ?? "not known"
        return (picture, [(words + ["last \(last)"]).joined(separator: ", ")])
    }

    /// "3 d 4 h", "4 h 12 min", "12 min", "40 s".
    static func length(_ seconds: Double) -> String {
        guard let whole = Int(exactly: seconds.rounded()) else { return "\(seconds) s" }
        let (days, hours, minutes) = (whole / 86_400, whole % 86_400 / 3_600, whole % 3_600 / 60)
        let parts = [(days, "d"), (hours, "h"), (minutes, "min"), (whole % 60, "s")]
        let first = parts.firstIndex { $0.0 > 0 } ?? 3
        return parts[first...].prefix(2).filter { $0.0 > 0 || whole == 0 }.map { "\($0.0) \($0.1)" }
            .joined(separator: " ")
    }

    // MARK: The table, and for programs

    func table(_ answer: AttributeHistory<Double>) -> Table {
        var table = Table(isState ? ["FROM", "LAST", "TIMES"] : ["FROM", "LOWEST", "HIGHEST", "MEAN", "LAST"])
        for column in answer.columns {
            let start = LocalTime.dateAndTime(column.start)
            let last = column.last.map(text) ?? "not known"
            if isState {
                let times = Self.states(of: column).map { "\(text($0.value)) \(Self.length($0.time / .seconds(1)))" }
                table.add([start, last, times.joined(separator: ", ")])
            } else {
                table.add([start] + [column.min, column.max, column.mean].map { $0.map(text) ?? "-" } + [last])
            }
        }
        return table
    }

    func printJSON(_ answer: AttributeHistory<Double>) throws(CommandError) {
        func seconds(_ duration: Duration) -> JSON { .number("\(duration / .seconds(1))") }
        func number(_ number: Double?) -> JSON {
            number.map { .number(Int64(exactly: $0).map { "\($0)" } ?? "\($0)") } ?? .null
        }
        for column in answer.columns {
            var members: [(String, JSON)] = [
                ("start", .string(HistoryTime.utc(column.start))), ("seconds", seconds(answer.columnLength)),
                ("known", seconds(column.known)), ("changes", .number(column.changes)), ("last", number(column.last)),
            ]
            if isState {
                let states = Self.states(of: column).map { (name(of: $0.value), seconds($0.time)) }
                members.append(("states", .object(states)))
            } else {
                if let unit = words.rawUnit { members.append(("unit", .string(unit))) }
                members += [("min", number(column.min)), ("max", number(column.max)), ("mean", number(column.mean))]
            }
            try printLine(JSON.object(members).text)
        }
    }

    /// The schema's name of a state, for programs.
    private func name(of state: Double) -> String {
        guard let raw = UInt64(exactly: state) else { return "\(state)" }
        return trait.text(attribute.field.type == .boolean ? .bool(raw != 0) : .unsigned(raw), attribute.field)
    }

    /// The time in each state, in ascending order of the states.
    private static func states(of column: Column) -> [(value: Double, time: Duration)] {
        column.times.sorted { $0.key < $1.key }.map { (value: $0.key, time: $0.value) }
    }

    /// The first line of CSV, with the units of its numbers.
    var head: String {
        func named(_ name: String, _ unit: String?) -> String { unit.map { Self.cell("\(name) (\($0))") } ?? name }
        return "time,\(named("raw", words.rawUnit)),\(named("value", words.unit))"
    }

    /// A line of CSV: the time, the recorded number, and the number in the unit that people use or the state in words.
    func row(of sample: RecordedValue<TraitValue>) -> String {
        let (raw, number): (String, Double?) =
            switch sample.value {
            case .signed(let value)?: ("\(value)", Double(value))
            case .double(let value)?: ("\(value)", value)
            default: ("", nil)
            }
        return HistoryTime.utc(sample.time) + ",\(raw)," + Self.cell(number.map(words.plain) ?? "")
    }

    private static func cell(_ text: String) -> String {
        let isPlain = !text.unicodeScalars.contains { [",", "\"", "\n", "\r"].contains($0) }
        return isPlain ? text : "\"" + text.escaped(["\"": "\"\""]) + "\""
    }
}

extension AttributeWords {
    /// The words of an attribute of a device as it is now.
    init(_ attribute: AttributeDescriptor, of trait: UnknownTrait, of device: HomeListing.Device) {
        let endpoint = device.endpoints.first { $0.id == trait.target.endpoint }
        self.init(
            attribute, of: trait.descriptor,
            in: DeviceReading.Part(
                endpoint: trait.target.endpoint, deviceTypes: endpoint?.deviceTypes.map(\.id) ?? [],
                name: endpoint?.name ?? "", traits: [DeviceReading.Trait(trait.descriptor, trait.values)]))
    }
}
