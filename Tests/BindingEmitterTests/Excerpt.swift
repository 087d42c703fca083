internal import Expectations
internal import Foundation
internal import Testing

/// A rule of generated code as text: a title, a schema, and excerpts of what is generated from it.
///
///     # Only writable attributes are set
///     schema
///       cluster A = 0x0F00 { attribute int8u a = 0; readonly attribute int8u b = 1; }
///     swift
///       /// Sets `a`. A number of 8 bits.
///       public func setA(_ value: UInt8) { attributes.a = value }
///     swift without
///       func setB
///
/// The lines of a section follow one another in the output with its name; their indentation does not count. With a
/// rule after the name, they are separate: see ``Rule``. A section of a name alone says that this output is empty. A
/// section `problems` has the findings, if there are any. The schema before the first title is that of excerpts without
/// one, and of those that name its clusters as `standard`.
struct Excerpt: CustomTestStringConvertible, Sendable {
    private struct Section {
        let name: String
        var lines: [String] = []
    }

    private enum Rule: String, CaseIterable {
        /// Each is a whole line of the output.
        case lines
        /// Each is a part of a line of the output.
        case with
        /// None is a part of the output.
        case without
        /// Each is in the output once.
        case once
        /// Each is in the output twice.
        case twice
        /// Each is in the output after the one before it.
        case order = "in order"
    }

    let testDescription: String
    private var sections: [Section] = []

    /// The excerpts of a text file in the folder Excerpts. A file that is missing or has none gets one that fails.
    static func read(_ file: String) -> [Excerpt] {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Excerpts/\(file).txt")
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        var found = [Excerpt(testDescription: "")]
        for line in text.components(separatedBy: "\n") where !line.isEmpty && !line.hasPrefix("#   ") {
            let last = (found.count - 1, found[found.count - 1].sections.count - 1)
            if line.hasPrefix("# ") {
                found.append(Excerpt(testDescription: "\(file): \(line.dropFirst(2))"))
            } else if line.hasPrefix("  ") {
                found[last.0].sections[last.1].lines.append(String(line.dropFirst(2)))
            } else {
                found[last.0].sections.append(Section(name: line))
            }
        }
        let common = found.removeFirst().sections
        if found.isEmpty { return [Excerpt(testDescription: file, sections: [Section(name: "excerpts")])] }
        return found.map { excerpt in
            var excerpt = excerpt
            let usesStandard = excerpt.lines("standard")?.isEmpty == false
            if excerpt.schemas.isEmpty || usesStandard { excerpt.sections += common }
            return excerpt
        }
    }

    /// The schemas, each a file of its own.
    var schemas: [String] { texts("schema") }

    /// The lines of a section; nil without the section.
    func lines(_ name: String) -> [String]? { sections.first { $0.name == name }?.lines }

    /// The names of vendors by their ids.
    var vendors: [UInt16: String] {
        let words = (lines("vendors") ?? []).map { $0.split(separator: " ") }
        return Dictionary(
            uniqueKeysWithValues: words.map { (UInt16($0[0].dropFirst(2), radix: 16) ?? 0, String($0[1])) })
    }

    /// Compares the excerpts with outputs, by their names, and the findings.
    func check(_ outputs: [String: String], problems: [String]) {
        expect(problems, equals: lines("problems") ?? [], "\(testDescription)")
        for name in ["problems", "standard", "vendors"] where texts(name).count > 1 {
            Issue.record("\(testDescription): only the first section '\(name)' has an effect")
        }
        for section in sections where !["schema", "standard", "vendors", "problems"].contains(section.name) {
            let rule = Rule.allCases.first { section.name.hasSuffix(" \($0.rawValue)") }
            let name = rule.map { String(section.name.dropLast($0.rawValue.count + 1)) } ?? section.name
            guard let text = outputs[name], rule == nil || !section.lines.isEmpty else {
                Issue.record("\(testDescription): there is no output '\(name)' to compare")
                continue
            }
            for line in Self.wrong(section.lines, rule, in: text) {
                Issue.record("\(testDescription)\nnot as in '\(section.name)':\n\(line)\nin:\n\(text)")
            }
        }
    }

    private func texts(_ name: String) -> [String] {
        sections.filter { $0.name == name }.map { $0.lines.joined(separator: "\n") }
    }

    /// The lines of a section that do not keep to its rule.
    private static func wrong(_ lines: [String], _ rule: Rule?, in text: String) -> [String] {
        func bare(_ lines: [String]) -> [String] { lines.map { $0.trimmingCharacters(in: .whitespaces) } }
        let all = bare(text.components(separatedBy: "\n")).filter { !$0.isEmpty }
        switch rule {
        case nil where lines.isEmpty: return text.isEmpty ? [] : ["an empty output"]
        case nil:
            let wanted = bare(lines)
            let isThere = all.indices.contains { all[$0...].starts(with: wanted) }
            return isThere ? [] : [lines.joined(separator: "\n")]
        case .lines: return bare(lines).filter { !all.contains($0) }
        case .with: return lines.filter { !text.contains($0) }
        case .without: return lines.filter { text.contains($0) }
        case .once: return lines.filter { text.ranges(of: $0).count != 1 }
        case .twice: return lines.filter { text.ranges(of: $0).count != 2 }
        case .order:
            var rest = text[...]
            return lines.filter { line in
                guard let range = rest.firstRange(of: line) else { return true }
                rest = rest[range.upperBound...]
                return false
            }
        }
    }
}
