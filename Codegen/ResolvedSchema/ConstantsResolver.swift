internal import HearthBase
internal import TraitSchema

/// Checks enums and bitmaps.
enum ConstantsResolver {
    static func enumeration(_ syntax: ConstantsSyntax, _ findings: inout Findings) -> EnumModel {
        EnumModel(
            name: syntax.name.text, base: base(syntax, &findings), constants: constants(syntax, &findings),
            isShared: syntax.isShared, maturity: syntax.maturity, description: syntax.description,
            location: syntax.name.location)
    }

    static func bitmap(_ syntax: ConstantsSyntax, _ findings: inout Findings) -> BitmapModel {
        BitmapModel(
            name: syntax.name.text, base: base(syntax, &findings), fields: constants(syntax, &findings),
            isShared: syntax.isShared, maturity: syntax.maturity, description: syntax.description,
            location: syntax.name.location)
    }

    /// Resolves the `Feature` bitmap of a cluster: each feature has one bit and is named without `k`.
    static func features(_ syntax: ConstantsSyntax, _ findings: inout Findings) -> [FeatureModel] {
        if base(syntax, &findings).kind != .bitmap(bits: 32) {
            findings.error(syntax.base.location, "the features of a cluster are a bitmap32")
        }
        return constants(syntax, &findings).compactMap { constant in
            guard let mask = UInt32(exactly: constant.value), mask.nonzeroBitCount == 1 else {
                findings.error(constant.location, "the feature '\(constant.name)' is not one bit")
                return nil
            }
            return FeatureModel(
                name: featureName(constant.name), mask: mask, specificationName: constant.specificationName,
                maturity: constant.maturity, description: constant.description)
        }
    }

    /// `kLighting` is `Lighting` in a condition.
    private static func featureName(_ name: String) -> String {
        let rest = name.dropFirst()
        guard name.first == "k", let next = rest.first, !next.isLowercase, next.isLetter else { return name }
        return String(rest)
    }

    private static func base(_ syntax: ConstantsSyntax, _ findings: inout Findings) -> ScalarType {
        let scalar = BaseTypes.type(named: syntax.base.text)
        switch (syntax.kind, scalar?.kind) {
        case (.enumeration, .enumeration), (.bitmap, .bitmap):
            if let scalar { return scalar }
        default:
            break
        }
        let isEnum = syntax.kind == .enumeration
        findings.error(
            syntax.base.location, "'\(syntax.base.text)' can't be the base of \(isEnum ? "an enum" : "a bitmap")",
            hint: "one of: \(isEnum ? "enum8, enum16" : "bitmap8, bitmap16, bitmap32, bitmap64")")
        return BaseTypes.known(isEnum ? "enum16" : "bitmap64")
    }

    private static func constants(_ syntax: ConstantsSyntax, _ findings: inout Findings) -> [ConstantModel] {
        let thing = "\(syntax.kind.rawValue) \(syntax.name.text)"
        findings.reportDuplicates(syntax.constants.map(\.name)) { "\(thing) has '\($0)' twice" }
        findings.reportDuplicates(syntax.constants.map(\.value)) { "\(thing) has the number \($0) twice" }
        let range = BaseTypes.type(named: syntax.base.text)?.range
        return syntax.constants.map { constant in
            if let range, !range.contains(Int128(constant.value.value)) {
                findings.error(
                    constant.value.location, "'\(constant.name.text)' does not fit into \(syntax.base.text)",
                    hint: "at most \(range.upperBound)")
            }
            if syntax.kind == .bitmap, constant.value.value == 0 {
                findings.warn(constant.value.location, "'\(constant.name.text)' is a mask without a bit")
            }
            return ConstantModel(
                name: constant.name.text, value: constant.value.value,
                specificationName: specificationName(constant.annotations, &findings), maturity: constant.maturity,
                description: constant.description, location: constant.name.location)
        }.ordered(by: \.value)
    }

    private static func specificationName(
        _ annotations: [AnnotationSyntax], _ findings: inout Findings
    ) -> String? {
        var name: String?
        for annotation in annotations {
            guard annotation.key.text == "spec_name" else {
                annotation.reportUnknown(["spec_name"], &findings)
                continue
            }
            guard case .string(let text) = annotation.value else {
                annotation.reportKind("a string in quotes", &findings)
                continue
            }
            name = text
        }
        return name
    }
}
