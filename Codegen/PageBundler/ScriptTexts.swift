internal import HearthBase

/// Short keys for the page's texts.
///
/// A key that contains a dot and is a whole string literal in a script gets a short key. A key that scripts may
/// assemble from parts is kept: one that begins like a template, or like a string literal that ends with a dot.
struct ScriptTexts {
    /// The short keys, by key.
    let short: [String: String]

    /// - Parameter texts: the JSON files.
    init(_ modules: [ScriptModule], texts: [[UInt8]]) {
        let keys = Set(texts.flatMap(ShortText.names))
        var starts: Set<String> = []
        for module in modules { starts.formUnion(module.startsOfStrings) }
        var short: [String: String] = [:]
        var number = 0
        for string in modules.ordered(by: \.path).flatMap(\.strings)
        where short[string] == nil && keys.contains(string) && string.contains(".") && !string.contains("\\") {
            guard !starts.contains(where: string.hasPrefix) else { continue }
            var key = Self.name(number)
            while keys.contains(key) {
                number += 1
                key = Self.name(number)
            }
            short[string] = key
            number += 1
        }
        self.short = short
    }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars)

    /// Two letters, or more if there are too many keys.
    private static func name(_ number: Int) -> String {
        var (scalars, rest) = ([Unicode.Scalar](), number)
        while scalars.count < 2 || rest > 0 {
            scalars.append(letters[rest % letters.count])
            rest /= letters.count
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.reversed())
        return String(text)
    }
}
