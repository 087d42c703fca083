internal import Expectations
internal import HearthTemplates
internal import Testing

/// A template that would take much time or memory ends with an error.
@Suite struct TemplateLimitTests {
    private static let items = TemplateValue.list(Array(repeating: .string("abcdefgh"), count: 100_000))

    private static func nested(_ open: String, _ count: Int, _ close: String) -> String {
        String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
    }

    @Test(arguments: [
        "{{ 'a' * 1000000000 }}",
        "{{ [1] * 9223372036854775807 }}",
        "{{ 'abcdefgh' * 9223372036854775807 }}",
        "{% set a = 'a' * 60000 %}{{ a }}{{ a }}",
        "{% set a = 'a' * 60000 %}{{ a ~ a }}",
        "{% set a = 'a' * 60000 %}{{ a + a }}",
        "{% set a = 'a' * 60000 %}{{ a|replace('a', 'bb') }}",
        "{% set a = 'a' * 60000 %}{{ a|replace('', a) }}",
        "{% set a = 'a' * 300 %}{{ a|join(a) }}",
        "{% for x in many %}{{ x }}{% endfor %}",
        "{% for x in ('a,' * 256).split(',') %}.{% endfor %}",
        "{% for x in 'a' * 200 %}{% for y in 'a' * 200 %}.{% endfor %}{% endfor %}",
        "{% for x in 'a' * 250 %}{% if many == many %}{% endif %}{% endfor %}",
        "{% for x in 'a' * 250 %}{% if 'x' in many %}{% endif %}{% endfor %}",
        "{% set a = 'a' * 60000 %}{% for x in 'a' * 250 %}{{ ('a' * 1000 ~ 'b') in a }}{% endfor %}",
        "{% for x in 'a' * 250 %}{{ (many * 2)|length }}{% endfor %}",
        "{{ many }}", "{{ many|to_json }}", "{{ many|join }}",
        "{{ \(nested("(", 40, ")")) }}", "{{ \(nested("[", 40, "]")) }}", "{{ \(nested("-", 40, "")) }}",
        "{{ \(nested("not ", 40, "")) }}", "{{ \(nested("1 if 1 else ", 40, "")) }}",
        "{{ \(nested("{1: ", 40, "}")) }}", "{{ \(nested("x[", 40, "]")) }}", "{{ \(nested("min(", 40, ")")) }}",
        nested("{% if 1 %}", 40, "{% endif %}"),
        "{% set a = [] %}" + String(repeating: "{% set a = [a] %}", count: 100) + "{{ a }}",
        "{% set a = [] %}" + String(repeating: "{% set a = [a] %}", count: 100) + "{{ a == a }}",
        // Tuples share their items, so that few statements make one with 2^40.
        "{% set a = (1, 1) %}" + String(repeating: "{% set a = (a, a) %}", count: 40) + "{{ {a: 1} }}",
        "{% set a = (1, 1) %}" + String(repeating: "{% set a = (a, a) %}", count: 40) + "{{ {}[a] }}",
        "{% set a = 'A' * 60000 %}{% for x in 'a' * 200 %}{{ a.endswith(a) }}{% endfor %}",
        "{% set a = '1' * 60000 %}{% for x in 'a' * 200 %}{{ a is is_number }}{% endfor %}",
        "{% set a = 'A' * 60000 %}{% for x in 'a' * 200 %}{{ a in {} }}{% endfor %}",
        String(repeating: "x", count: 4_097),
    ]) func bombsEndWithAnError(_ text: String) throws {
        let error = try require(throws: TemplateError.self) {
            try Template(parsing: text).rendered(["many": Self.items])
        }
        expect(error.code, equals: .budget, "\(error)")
    }

    @Test func longChainsOfOperatorsAreFlat() throws {
        let sum = try Template(parsing: "{{ 1\(String(repeating: " + 1", count: 900)) }}")
        expect(try sum.rendered([:]), equals: "901")
        let filters = try Template(parsing: "{{ -5\(String(repeating: "|abs", count: 900)) }}")
        expect(try filters.rendered([:]), equals: "5")
        let members = try Template(parsing: "{{ a\(String(repeating: "[0]", count: 500)) }}")
        expect(try members.rendered(["a": .string("x")]), equals: "x")
    }

    @Test func aLargeMessageMayBeRead() throws {
        let template = try Template(parsing: "{{ many[99999] }}{{ many|length }}")
        expect(try template.rendered(["many": Self.items]), equals: "abcdefgh100000")
    }
}
