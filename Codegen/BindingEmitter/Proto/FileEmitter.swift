internal import Foundation
internal import ProtoSchema

/// Writes a file as data for server reflection.
struct FileEmitter {
    let pool: DescriptorPool
    /// The files with Swift code of their own, here or in another module.
    let bound: Set<String>

    /// `hearth/v1/home.proto` → `Hearth_V1_HomeFile`.
    static func type(_ path: String) -> String { String(ProtoNames.swiftFile(path).dropLast(".swift".count)) + "File" }

    func emit(_ file: ProtoFile, into text: inout CodeText) {
        text.line("/// `\(file.path)` as data, for server reflection.")
        text.block("public enum \(Self.type(file.path))") { text in
            text.line("/// The file and its imports.")
            text.line("public static let descriptor: FileDescriptor = FileDescriptor(")
            text.indented { arguments(file, &$0, end: ")") }
        }
    }

    private func arguments(_ file: ProtoFile, _ text: inout CodeText, end: String) {
        text.line("path: \(file.path.quoted),")
        let imports = file.imports.map(\.path)
        if imports.isEmpty {
            text.line("dependencies: [],")
        } else {
            text.line("dependencies: [")
            text.indented { text in
                for path in imports { dependency(path, end: imports.count == 1 ? "" : ",", &text) }
            }
            text.line("],")
        }
        text.line("base64: \"\"\"")
        text.indented { text in
            let bytes = FileDescriptorSet(pool).descriptor(of: file.path) ?? []
            let base64 = Data(bytes).base64EncodedString(options: .lineLength76Characters)
            for line in base64.split(whereSeparator: \.isNewline) { text.line(String(line)) }
            text.line("\"\"\"\(end)")
        }
    }

    /// A file without Swift code, which declares only options, is written inside its importer.
    private func dependency(_ path: String, end: String, _ text: inout CodeText) {
        if path == WellKnown.descriptorFile {
            text.line("FileDescriptor.descriptorProto\(end)")
        } else if bound.contains(path) {
            text.line("\(Self.type(path)).descriptor\(end)")
        } else if let file = pool.files.first(where: { $0.path == path }) {
            text.line("FileDescriptor(")
            text.indented { arguments(file, &$0, end: ")\(end)") }
        }
    }
}
