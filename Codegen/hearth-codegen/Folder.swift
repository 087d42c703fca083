internal import Foundation
internal import HearthBase

/// A file could not be read or written.
struct FileError: Error, CustomStringConvertible {
    var description: String
    /// Whether writing failed: exit code 73 instead of 65.
    var isOutput = false
}

/// A folder on disk; paths are relative to it.
struct Folder {
    var path: String

    private func absolute(_ relative: String) -> String {
        path.isEmpty ? relative : path + "/" + relative
    }

    func read(_ relative: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: absolute(relative)) else {
            throw FileError(description: "\(absolute(relative)) cannot be read; is the path right?")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw FileError(description: "\(absolute(relative)) is not UTF-8")
        }
        return text.withoutByteOrderMark
    }

    /// The text of a file; nil if it does not exist.
    func readIfThere(_ relative: String) throws -> String? {
        FileManager.default.fileExists(atPath: absolute(relative)) ? try read(relative) : nil
    }

    /// Writes a file unless it already has this text, so that nothing is rebuilt needlessly.
    func write(_ text: String, to relative: String) throws {
        if try readIfThere(relative) == text { return }
        do {
            let url = URL(fileURLWithPath: absolute(relative))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            throw FileError(
                description: "\(absolute(relative)) cannot be written: \(error.localizedDescription)", isOutput: true)
        }
    }

    func remove(_ relative: String) throws {
        do {
            try FileManager.default.removeItem(atPath: absolute(relative))
        } catch {
            throw FileError(
                description: "\(absolute(relative)) cannot be removed: \(error.localizedDescription)", isOutput: true)
        }
    }

    func isFolder(_ relative: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: absolute(relative), isDirectory: &isFolder) && isFolder.boolValue
    }

    /// All files below a subfolder, sorted; empty if the subfolder is missing.
    func files(below subfolder: String) -> [String] {
        let found = FileManager.default.subpaths(atPath: absolute(subfolder)) ?? []
        var isFolder: ObjCBool = false
        return found.map { subfolder + "/" + $0 }.filter {
            FileManager.default.fileExists(atPath: absolute($0), isDirectory: &isFolder) && !isFolder.boolValue
        }.ordered()
    }
}

/// Reports the first findings only: a maker mends those first, and then sees the rest.
func report(_ findings: [String]) {
    let most = 20
    findings.prefix(most).forEach(report)
    if findings.count > most { report("… and \(findings.count - most) more") }
}

/// Writes to standard error, where editors and SwiftPM look for `file:line:column`.
func report(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
