/// What a trait's `.proto` file says to the generators of other languages, so that what they write has a name of its own
/// without being told.
package struct WireFileOptions {
    /// Java: the package as it is.
    package let javaPackage: String
    /// Java: `OnOffProto`, unlike any message. Messages have files of their own.
    package let javaOuterClassname: String
    /// Go: `hearth/traits/matter/v1;matterv1`. Generated code imports itself by the path, so it is the same everywhere;
    /// where it lies, a program's go.mod says.
    package let goPackage: String
    /// Objective-C has no packages: `HearthMatter`.
    package let objcClassPrefix: String
    /// C#: `Hearth.Traits.Matter.V1`.
    package let csharpNamespace: String

    package init(_ trait: String, package: String) {
        let parts = package.split(separator: ".").map(String.init)
        let pascal = parts.map { NameWords.split($0).map(Self.capitalized).joined() }
        javaPackage = package
        javaOuterClassname = trait + "Proto"
        let short = parts.suffix(2).joined().lowercased().filter { $0 != "_" }
        goPackage = parts.joined(separator: "/") + ";" + short
        objcClassPrefix = "Hearth" + pascal.dropFirst(2).dropLast().joined()
        csharpNamespace = pascal.joined(separator: ".")
    }

    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// By name, as they stand in the file.
    package var texts: [(name: String, value: String)] {
        [
            ("csharp_namespace", csharpNamespace), ("go_package", goPackage),
            ("java_outer_classname", javaOuterClassname), ("java_package", javaPackage),
            ("objc_class_prefix", objcClassPrefix),
        ]
    }
}
