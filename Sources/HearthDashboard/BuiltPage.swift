/// A page as it is built into a program: its scripts joined, and all files without what means nothing to browsers.
///
/// What the page says lies in `text/`, in files of JSON. A key that scripts name as a whole has a short one there and in the
/// scripts: a string that is such a key means no other thing.
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
