internal import HearthAutomation
internal import HearthTraitDescriptors

/// The header of an automation's text: its settings, and the blocks of its names and steps.
struct TextHeader {
    private(set) var name: String?
    private(set) var description: String?
    private(set) var isActive: Bool?
    private(set) var settings = AutomationText.Settings()
    private(set) var unknownFields: [UInt8] = []
    private(set) var uses: [TextBlock] = []
    private(set) var steps: (block: TextBlock, isOne: Bool, number: UInt32?)?
    private var said: Set<String> = []
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private static let keys = [
        "automation", "description", "active", "mode", "runs at once", "runs in all", "catch up", "may unlock and open",
        "scene", "kept", "uses", "steps", "step",
    ]

    /// Reads a line that is not indented, with its block.
    mutating func read(_ block: TextBlock) throws(AutomationTextError) {
        var scanner = TextScanner(bytes, block.line)
        let start = scanner
        guard
            let key = Self.keys.first(where: { key in
                var ahead = start
                guard key.split(separator: " ").allSatisfy({ ahead.takeWords(String($0)) }), ahead.take(":") else {
                    return false
                }
                scanner = ahead
                return true
            })
        else {
            throw start.failure("unknown line; lines that are not indented begin with \(Self.list)")
        }
        guard said.insert(key == "step" ? "steps" : key).inserted else {
            throw start.failure("\(key): is given twice; remove one")
        }
        if key == "uses" {
            uses = block.blocks
            for block in uses {
                if let inner = block.blocks.first {
                    throw TextScanner(bytes, inner.line).failure("indent this line as far as the one above it")
                }
            }
        } else if key == "steps" || key == "step" {
            var number: UInt32?
            if key == "steps", scanner.take("@") {
                number = scanner.takeNatural().flatMap(UInt32.init(exactly:))
                if number == nil { throw scanner.failure("@ needs a number, as in @7") }
            }
            steps = (block, key == "step", number)
        } else {
            if let inner = block.blocks.first {
                throw TextScanner(bytes, inner.line).failure("this line can't stand here; move it under steps:")
            }
            try readValue(of: key, &scanner)
        }
        try scanner.expectEnd()
    }

    private static let list = keys.map { $0 + ":" }.joined(separator: ", ")

    private mutating func readValue(of key: String, _ scanner: inout TextScanner) throws(AutomationTextError) {
        switch key {
        case "automation": name = try Self.text(&scanner)
        case "description": description = try Self.text(&scanner)
        case "active": isActive = try Self.yesOrNo(&scanner)
        case "mode": settings.mode = try Self.number(&scanner, TextWords.modes.map { ($0.mode, $0.word) })
        case "runs at once": settings.maxRuns = try Self.number(&scanner, [])
        case "runs in all": settings.maxExecutions = try Self.number(&scanner, [])
        case "catch up": settings.catchUp = try scanner.takeSpan()
        case "may unlock and open": settings.allowsSensitiveActions = try Self.yesOrNo(&scanner)
        case "scene": settings.scene = try Self.number(&scanner, TextWords.scenes.map { ($0.scene, $0.word) })
        default:
            guard let bytes = scanner.takeName().flatMap(TextScanner.bytes) else {
                throw scanner.failure("kept: needs hex digits; leave them as they were")
            }
            unknownFields = bytes
        }
    }

    private static func text(_ scanner: inout TextScanner) throws(AutomationTextError) -> String {
        guard let text = try scanner.takeString() else { throw scanner.failure("a text in quotes is missing here") }
        return text
    }

    private static func yesOrNo(_ scanner: inout TextScanner) throws(AutomationTextError) -> Bool {
        if scanner.takeWords("yes") { return true }
        guard scanner.takeWords("no") else { throw scanner.failure("say yes or no") }
        return false
    }

    private static func number(
        _ scanner: inout TextScanner, _ words: [(UInt32, String)]
    ) throws(AutomationTextError) -> UInt32 {
        if let number = scanner.takeNatural().flatMap(UInt32.init(exactly:)) { return number }
        for (number, word) in words {
            var ahead = scanner
            if word.split(separator: " ").allSatisfy({ ahead.takeWords(String($0).lowercased()) }) {
                scanner = ahead
                return number
            }
        }
        throw scanner.failure(
            words.isEmpty ? "a number is missing here" : "say one of \(words.map(\.1).joined(separator: ", "))")
    }
}
