import Foundation

/// Writes a line unbuffered, also to a pipe.
func write(line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
