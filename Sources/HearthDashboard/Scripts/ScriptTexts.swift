internal import HearthBase

/// Short keys of what a page says.
///
/// A key with a point in it that stands in scripts as a whole string gets one, in the scripts and in the files of text. One that
/// may be put together keeps its own: where a template begins, or a string ends with a point, as the key begins.
struct ScriptTexts {
    /// Each key that has a short one, and that.
    let short: [String: String]

    /// - Parameter texts: files of JSON.
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

    /// Two letters, or more where there are more keys than that.
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
