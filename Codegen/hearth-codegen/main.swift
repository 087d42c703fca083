internal import Foundation

do {
    let command = try CommandLineParser.parse(Array(CommandLine.arguments.dropFirst()))
    exit(try command.run())
} catch let error as UsageError {
    report("error: \(error.message)")
    exit(64)
} catch is SchemaError {
    exit(65)
} catch let error as FileError {
    report("error: \(error)")
    exit(error.isOutput ? 73 : 65)
} catch {
    // An error from a file that was read, such as a JSON file of names.
    report("error: \(error)")
    exit(65)
}
