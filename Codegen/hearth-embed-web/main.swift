internal import Foundation

// hearth-embed-web FOLDER OUTPUT.swift: the files of a page as text in a Swift file, for the plugin EmbedWeb.
do {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
        throw EmbedError("usage: hearth-embed-web FOLDER OUTPUT.swift")
    }
    let swift = Data(try EmbeddedFolder(path: arguments[1]).swift().utf8)
    let output = URL(fileURLWithPath: arguments[2])
    // A file that is right already is left alone, so that nothing is compiled without need.
    if FileManager.default.contents(atPath: output.path) == swift { exit(0) }
    try swift.write(to: output, options: .atomic)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
