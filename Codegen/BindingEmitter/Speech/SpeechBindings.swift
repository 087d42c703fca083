internal import HearthBase

/// The Swift file with the languages in which sentences are read: the texts of `Schemas/Speech`, each unchanged.
struct SpeechBindings {
    /// The folder of the languages' files.
    static let folder = "Schemas/Speech/"
    /// The folder of the generated file.
    static let output = "Sources/HearthSpeech/Generated/"

    /// The generated file; none without languages.
    private(set) var files: [OutputFile] = []
    /// The errors; each names its file.
    private(set) var problems: [String] = []

    /// Whether a path in the package is that of a language's file.
    static func reads(_ path: String) -> Bool { path.hasPrefix(folder) && path.hasSuffix(".json") }

    /// - Parameter sources: texts by path in the package.
    init(sources: [String: String]) {
        let paths = sources.keys.filter(Self.reads).ordered()
        guard !paths.isEmpty else { return }
        var text = OutputFile.header(source: "Schemas/Speech")
        text += "\n\n/// The files of the languages in which sentences are read.\nenum LanguageTexts {\n"
        text += "    /// The texts by the languages' codes.\n    static let all: [String: String] = [\n"
        for path in paths {
            let json = sources[path] ?? ""
            if json.contains("\"\"\"#") || json.contains("\\") {
                problems.append("\(path):1:1: error: write characters as they are, without escapes")
            }
            let code = path.dropFirst(Self.folder.count).dropLast(".json".count)
            let lines = json.split(separator: "\n", omittingEmptySubsequences: false)
            let indented = lines.map { $0.isEmpty ? "" : "        \($0)" }.joined(separator: "\n")
            text += "        \"\(code)\": #\"\"\"\n\(indented)\n        \"\"\"#,\n"
        }
        files.append(OutputFile(path: Self.output + "LanguageTexts.swift", text: text + "    ]\n}\n"))
    }
}
