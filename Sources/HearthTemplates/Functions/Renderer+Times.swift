extension Renderer {
    /// Home Assistant's `as_timestamp`: seconds since 1970 of a time, or of a text with an ISO 8601 date and time.
    mutating func timestamp(
        _ value: TemplateValue, default other: TemplateValue?
    ) throws(TemplateError) -> TemplateValue {
        if case .moment(let moment) = value { return .double(moment.timestamp) }
        if case .string(let text) = value {
            guard let time else { throw error(.notSupported, "'as_timestamp' is not supported without a clock") }
            if let moment = TemplateMoment(iso: text.stripped, time) { return .double(moment.timestamp) }
        }
        guard let other else { throw error(.value, "'as_timestamp' needs a date and time, or a default") }
        return other
    }

    /// Home Assistant's `timestamp_local`: the home's time of seconds since 1970, in ISO 8601.
    mutating func localTime(
        _ value: TemplateValue, default other: TemplateValue?
    ) throws(TemplateError) -> TemplateValue {
        try requireDefined(value, "'timestamp_local'")
        guard let time else { throw error(.notSupported, "'timestamp_local' is not supported without a clock") }
        if let seconds = value.number, let microseconds = Int(exactly: (seconds * 1_000_000).rounded(.toNearestOrEven)),
            let moment = time.local(microseconds)
        {
            return try made(moment.text(separator: "T"))
        }
        guard let other else { throw error(.value, "'timestamp_local' needs seconds since 1970, or a default") }
        return other
    }
}
