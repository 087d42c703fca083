/// Attributes of Python's types, which Jinja finds before a member of the same name.
enum PythonNames {
    /// Methods of `dict` that a template may use.
    static let dictionaryMethods: Set<String> = ["copy", "fromkeys", "get", "items", "keys", "values"]
    /// Methods of `dict` that change it. Jinja's sandbox makes them undefined.
    static let hiddenDictionaryMethods: Set<String> = ["clear", "pop", "popitem", "setdefault", "update"]
    /// Attributes of texts, lists and numbers.
    static let otherAttributes: Set<String> = [
        "capitalize", "casefold", "center", "count", "encode", "endswith", "expandtabs", "find", "format", "format_map",
        "index", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isidentifier", "islower", "isnumeric",
        "isprintable", "isspace", "istitle", "isupper", "join", "ljust", "lower", "lstrip", "maketrans", "partition",
        "removeprefix", "removesuffix", "replace", "rfind", "rindex", "rjust", "rpartition", "rsplit", "rstrip",
        "split",
        "splitlines", "startswith", "strip", "swapcase", "title", "translate", "upper", "zfill", "copy", "real", "imag",
        "numerator", "denominator", "bit_length", "bit_count", "conjugate", "is_integer", "as_integer_ratio", "hex",
        "to_bytes", "from_bytes", "fromhex",
    ]
}
