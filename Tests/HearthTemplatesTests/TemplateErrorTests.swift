internal import Expectations
internal import HearthTemplates
internal import Testing

/// Constructs outside the subset, and what a template cannot compute, are errors that name the construct.
@Suite struct TemplateErrorTests {
    private func error(_ text: String, _ variables: [String: TemplateValue] = [:]) throws -> TemplateError {
        try require(throws: TemplateError.self) { try Template(parsing: text).rendered(variables) }
    }

    @Test(arguments: [
        ("{{ states('sensor.x') }}", "the function 'states' is not supported", 3),
        ("{{ states.sensor.x }}", "the name 'states' is not supported as a value", 3),
        ("{{ now }}", "the name 'now' is not supported as a value", 3),
        ("{{ value | regex_findall('x') }}", "the filter 'regex_findall' is not supported", 11),
        ("{{ value | a.b }}", "the filter 'a.b' is not supported", 11),
        ("{{ value is divisibleby 2 }}", "the test 'divisibleby' is not supported", 12),
        ("{{ value.encode('ascii') }}", "the method '.encode()' is not supported", 9),
        ("{{ value['get']('a') }}", "a call of a value is not supported", 15),
        ("{{ 10 ** 9 }}", "the operator '**' is not supported", 6),
        ("{{ '%d' % 5 }}", "the operator '%' on a text is not supported", 8),
        ("{{ min(*value) }}", "arguments with '*' are not supported", 7),
        ("{{ value[1, 2] }}", "an index with ',' is not supported", 10),
        ("{{ '\\N{DASH}' }}", "the escape '\\N' is not supported; write the character", 3),
        ("{% macro m() %}{% endmacro %}", "the statement 'macro' is not supported", 3),
        ("{% raw %}{{ x }}{% endraw %}", "the statement 'raw' is not supported", 3),
        ("{% set ns.x = 1 %}", "a namespace in 'set' is not supported", 9),
        ("{% set x %}1{% endset %}", "a 'set' block is not supported; write 'set NAME = VALUE'", 9),
        ("{% for x in y recursive %}{% endfor %}", "a recursive loop is not supported", 14),
        ("{{ now() }}", "'now()' is not supported without a clock", 3),
        ("{{ 5|timestamp_local }}", "'timestamp_local' is not supported without a clock", 4),
        ("{{ 'a'.upper }}", "'.upper' without a call is not supported", 6),
        ("{{ {}.items }}", "'.items' is a method of dictionaries in Python; write [\"items\"] for the member", 5),
        (
            "{{ {1: 2}|tojson }}{{ {1: 2, 'a': 3}|tojson }}",
            "'tojson' is supported for dictionaries with texts as keys; use 'to_json'", 36
        ),
        ("{{ '7'|int(0, 0) }}", "'int' takes a base from 2 to 36", 6),
    ]) func namesUnsupportedConstructs(_ text: String, _ message: String, _ position: Int) throws {
        expect(try error(text), equals: TemplateError(.notSupported, message, position))
    }

    @Test(arguments: [
        ("{{ value", "'{{' has no end '}}'", 0), ("{% if a %}", "a statement has no 'endif'", 10),
        ("{% if a ", "'{%' has no end '%}'", 0), ("x{# y", "the comment has no end '#}'", 1),
        ("{{ 'a }}", "a text has no closing quote", 3), ("{{ (1] }}", "']' closes no bracket", 5),
        ("{% endif %}", "'endif' ends no statement", 3), ("{{ 1 2 }}", "expected '}}' before a number", 5),
        ("{{ }}", "expected an expression before '}}'", 3), ("{{ 012 }}", "a number begins with 0", 3),
        ("{{ 0x }}", "a number has no digits", 3), ("{{ a ? b }}", "an unexpected character", 5),
        ("{{ '\\x4' }}", "an escape in a text names no character", 3),
        ("{{ x|abs(1) }}", "the filter 'abs' takes at most 0 arguments", 9),
        ("{{ x|default(a=1) }}", "the filter 'default' takes no argument 'a'", 13),
        ("{{ x|default(1, default_value=2) }}", "the filter 'default' takes no argument 'default_value'", 16),
        ("{{ x|replace('a') }}", "the filter 'replace' needs 2 arguments or more", 12),
        ("{{ min() }}", "'min' needs 1 arguments or more", 6),
        ("{{ x is in }}", "the test 'in' needs an argument", 8),
        ("{{ x is none 5 }}", "the test 'none' takes no argument", 8),
        ("{{ x[] }}", "an index is missing", 7), ("{% set true = 1 %}", "'true' takes no value", 7),
        ("{% for x of y %}{% endfor %}", "expected 'in' before 'of'", 9),
    ]) func refusesWhatIsNoTemplate(_ text: String, _ message: String, _ position: Int) throws {
        expect(try error(text), equals: TemplateError(.syntax, message, position))
    }

    @Test(arguments: [
        ("{{ a.b }}", "'.b' needs a value, and what is before it is undefined", 4),
        ("{{ a['b'] }}", "an index needs a value, and what is before it is undefined", 4),
        ("{{ a|is_defined }}", "'is_defined' needs a value, and there is none in the message; add 'default'", 4),
        ("{{ 1 + a }}", "'+' needs a value, and there is none in the message; add 'default'", 5),
        ("{{ 5.lower() }}", "a value of type int has no method 'lower'", 4),
    ]) func namesWhatNeedsAValue(_ text: String, _ message: String, _ position: Int) throws {
        let variables: [String: TemplateValue] = ["n": 5].mapValues { .int($0) }
        let text = text.replacing("5.lower", with: "n.lower")
        expect(try error(text, variables), equals: TemplateError(.undefined, message, position))
    }

    @Test(arguments: [
        ("{{ 1 // 0 }}", "division by zero", 5), ("{{ 1 + 'a' }}", "'+' does not take int and str", 5),
        ("{{ 9223372036854775807 + 1 }}", "an integer would have more than 64 bits", 23),
        ("{{ 9223372036854775808 }}", "an integer has more than 64 bits", 3),
        ("{{ '99999999999999999999'|int(0) }}", "an integer would have more than 64 bits", 25),
        ("{{ 1e300|int }}", "an integer would have more than 64 bits", 8),
        ("{{ 'x'|float }}", "'float' needs a number or a default, and the value is of type str", 6),
        ("{{ 1 < 'a' }}", "'<' does not compare int and str", 7),
        ("{% for x in 5 %}{% endfor %}", "a value of type int has no items", 12),
    ]) func namesUnsuitableValues(_ text: String, _ message: String, _ position: Int) throws {
        expect(try error(text), equals: TemplateError(.value, message, position))
    }
}
