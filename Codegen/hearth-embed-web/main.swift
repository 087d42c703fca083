internal import Foundation

// hearth-embed-web FOLDER OUTPUT.swift: writes the files of a page as texts into a Swift file, for the plugin EmbedWeb.
do {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
        throw EmbedError("usage: hearth-embed-web FOLDER OUTPUT.swift")
    }
    let swift = Data(try EmbeddedFolder(path: arguments[1]).swift().utf8)
    let output = URL(fileURLWithPath: arguments[2])
    // Don't write an unchanged file, so that nothing is compiled needlessly.
    if FileManager.default.contents(atPath: output.path) == swift { exit(0) }
    try swift.write(to: output, options: .atomic)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
