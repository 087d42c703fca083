internal import HearthTemplates

/// A template with a length prefix of two bytes, and a message. It is parsed and rendered within its limits, and twice
/// with the same result.
func fuzzTemplates(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    let text = String(decoding: pieces.bytes(Int(pieces.byte()) << 8 | Int(pieces.byte())), as: UTF8.self)
    let message = String(decoding: pieces.bytes(1 << 16), as: UTF8.self)
    let template: Template
    do {
        template = try Template(parsing: text)
    } catch {
        must((0...text.unicodeScalars.count).contains(error.position), "an error is outside of the text")
        return
    }
    var variables: [String: TemplateValue] = ["value": .string(message)]
    variables["value_json"] = TemplateValue(parsingJSON: message)
    let time = TemplateTime(now: 1_774_745_999_000_000) { $0 < 1_774_746_000 ? 3_600 : 7_200 }
    func rendered() -> Result<String, TemplateError> {
        Result { () throws(TemplateError) in try template.rendered(variables, at: time) }
    }
    let first = rendered()
    must(first == rendered(), "a template is rendered in two ways")
    var budget = TemplateLimits.work
    let byMessage = Result { () throws(TemplateError) in
        try TemplateMessage([UInt8](message.utf8))?.rendered(template, at: time, within: &budget)
    }
    must(byMessage == first.map { Optional($0) }, "a message gives something else than its variables")
    switch first {
    case .success(let output):
        must(output.utf8.count <= TemplateLimits.output, "the output exceeds its limit")
        must(!template.isPlain || output == text, "a plain text is changed")
    case .failure(let error):
        must((0...text.unicodeScalars.count).contains(error.position), "an error is outside of the text")
    }
}
