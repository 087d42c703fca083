/// A page as it is built into a program: its scripts are joined, and all files are minified.
///
/// The page's texts are in `text/`, in JSON files. A text key that scripts contain as a string literal is replaced by a
/// short key, in the scripts and in the JSON files. A string literal that equals a text key must therefore be one.
package enum BuiltPage {
    /// The files of a page, in no order.
    package static func files(
        of folder: [(path: String, bytes: [UInt8])]
    ) throws(ScriptError) -> [(path: String, bytes: [UInt8])] {
        let scripts = try PageScripts(folder)
        let keys = scripts.shortKeys(of: folder.filter { isText($0.path) }.map(\.bytes))
        var files = try scripts.joined(keys: keys)
        for (path, bytes) in folder where !path.hasSuffix(".js") {
            if path.hasSuffix(".css") {
                files.append((path, ShortText.style(bytes)))
            } else if path.hasSuffix(".json") {
                files.append((path, ShortText.data(bytes, names: isText(path) ? keys : [:])))
            } else {
                files.append((path, bytes))
            }
        }
        return files
    }

    private static func isText(_ path: String) -> Bool { path.hasPrefix("text/") && path.hasSuffix(".json") }
}
