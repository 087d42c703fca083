internal import HearthAutomation

/// A line of a text with content.
struct TextLine {
    /// The line number, counted from 1.
    let number: Int
    /// The index of its first byte.
    let beginning: Int
    /// The index of its first byte that is not blank.
    let start: Int
    /// The index after its last byte that is neither blank nor part of a comment.
    let end: Int

    var indent: Int { start - beginning }
}

/// A line with the more deeply indented lines after it.
struct TextBlock {
    let line: TextLine
    var blocks: [TextBlock] = []
}

/// A text as lines nested by their indentation.
struct TextLines {
    /// The deepest nesting of lines.
    static let maxDepth = 64

    let bytes: [UInt8]
    private(set) var blocks: [TextBlock] = []

    init(_ text: String) throws(AutomationTextError) {
        bytes = Array(text.utf8)
        // The blocks that are still open, the innermost last.
        var open: [TextBlock] = []
        for line in Self.lines(bytes) {
            if bytes[line.beginning..<line.start].contains(0x09) {
                throw TextScanner(bytes, line).failure("indent lines with spaces, not with tabs")
            }
            while let last = open.last, last.line.indent >= line.indent { close(&open, last) }
            // The first line of a block determines the indentation of the others.
            let siblings = open.last?.blocks ?? blocks
            if let first = siblings.first, first.line.indent != line.indent {
                throw TextScanner(bytes, line).failure(
                    "this line is indented by \(line.indent), but line \(first.line.number), at the same level, by"
                        + " \(first.line.indent); make them equal")
            }
            if open.isEmpty, line.indent > 0 {
                throw TextScanner(bytes, line).failure("the first line can't be indented")
            }
            guard open.count < Self.maxDepth else {
                throw TextScanner(bytes, line).failure("lines are nested more than \(Self.maxDepth) deep")
            }
            open.append(TextBlock(line: line))
        }
        while let last = open.last { close(&open, last) }
    }

    private mutating func close(_ open: inout [TextBlock], _ block: TextBlock) {
        open.removeLast()
        if open.isEmpty { blocks.append(block) } else { open[open.count - 1].blocks.append(block) }
    }

    /// The lines with content.
    private static func lines(_ bytes: [UInt8]) -> [TextLine] {
        var lines: [TextLine] = []
        // Some editors put a byte order mark in front of UTF-8.
        var beginning = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var number = 1
        while beginning < bytes.count {
            var start = beginning
            while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
            var end = start
            var at = start
            var isQuoted = false
            var isComment = false
            while at < bytes.count, bytes[at] != 0x0A {
                let byte = bytes[at]
                if !isComment {
                    switch byte {
                    case 0x22: isQuoted.toggle()
                    case 0x5C where isQuoted && at + 1 < bytes.count && bytes[at + 1] != 0x0A: at += 1
                    case 0x23 where !isQuoted: isComment = true
                    default: break
                    }
                    if !isComment, byte != 0x20, byte != 0x09, byte != 0x0D { end = at + 1 }
                }
                at += 1
            }
            if end > start { lines.append(TextLine(number: number, beginning: beginning, start: start, end: end)) }
            beginning = at + 1
            number += 1
        }
        return lines
    }
}
