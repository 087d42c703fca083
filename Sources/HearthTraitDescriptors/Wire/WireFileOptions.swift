/// The file options of a trait's `.proto` file, so that generated code of other languages has unique names without
/// further options.
package struct WireFileOptions {
    /// Java: the package unchanged.
    package let javaPackage: String
    /// Java: `OnOffProto`, which differs from all messages. Messages have separate files.
    package let javaOuterClassname: String
    /// Go: `hearth/traits/matter/v1;matterv1`. Generated code imports itself by the path, so it is the same everywhere;
    /// a program's go.mod maps it to a location.
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

    /// By name, in the order of the file.
    package var texts: [(name: String, value: String)] {
        [
            ("csharp_namespace", csharpNamespace), ("go_package", goPackage),
            ("java_outer_classname", javaOuterClassname), ("java_package", javaPackage),
            ("objc_class_prefix", objcClassPrefix),
        ]
    }
}
