import Foundation

/// Writes a line at once, also into a pipe.
func write(line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
