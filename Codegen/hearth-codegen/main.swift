internal import Foundation

do {
    let command = try CommandLineParser.parse(Array(CommandLine.arguments.dropFirst()))
    exit(try command.run())
} catch let error as UsageError {
    FileHandle.standardError.write(Data("error: \(error.message)\n\(CommandLineParser.usage)\n".utf8))
    exit(64)
} catch is SchemaError {
    exit(65)
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(1)
}
