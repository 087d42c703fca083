"""Jinja itself as the judge of HearthTemplates, with the filters that Home Assistant adds.

    python3 oracle.py golden FILE        renders the cases of a golden file again, and rewrites it
    python3 oracle.py random SEED COUNT  makes random templates of the subset, and renders them
    python3 oracle.py data FILE SEED     renders templates of discovery messages for made-up documents

The last two print a line of JSON for each case: template, value, variables, and output or error. Needs jinja2 and
orjson. The filters are written by their documentation: https://www.home-assistant.io/docs/configuration/templating
"""

import datetime
import json
import math
import random
import re
import sys

import jinja2
import orjson
from jinja2.sandbox import ImmutableSandboxedEnvironment

MISSING = object()
ZONE = datetime.timezone(datetime.timedelta(hours=1))
NOW = datetime.datetime(2026, 3, 1, 12, 34, 56, 250000, ZONE)


def or_default(compute, default):
    try:
        return compute()
    except (ValueError, TypeError):
        if default is MISSING:
            raise ValueError("invalid input, and there is no default") from None
        return default


def to_float(value, default=MISSING):
    return or_default(lambda: float(value), default)


def to_int(value, default=MISSING, base=10):
    result = jinja2.filters.do_int(value, default, base)
    if result is MISSING:
        raise ValueError("invalid input, and there is no default")
    return result


def is_number(value):
    try:
        return math.isfinite(float(value))
    except (ValueError, TypeError):
        return False


def rounded(value, precision=0, method="common", default=MISSING):
    def compute():
        factor = float(10**precision)
        number = float(value)
        if method in ("ceil", "floor"):
            result = getattr(math, method)(number * factor) / factor
        elif method == "half":
            result = round(number * 2) / 2
        else:
            result = round(number, precision)
        return int(result) if precision == 0 else result

    return or_default(compute, default)


def iif(value, if_true=True, if_false=False, if_none=MISSING):
    if value is None and if_none is not MISSING:
        return if_none
    return if_true if value else if_false


def is_defined(value):
    if isinstance(value, jinja2.Undefined):
        value()
    return value


def to_json(value, ensure_ascii=False, pretty_print=False, sort_keys=False):
    if ensure_ascii:
        return json.dumps(value, indent=2 if pretty_print else None, sort_keys=sort_keys)
    options = orjson.OPT_NON_STR_KEYS
    options |= orjson.OPT_INDENT_2 if pretty_print else 0
    options |= orjson.OPT_SORT_KEYS if sort_keys else 0
    return orjson.dumps(value, option=options).decode()


def as_timestamp(value, default=MISSING):
    def compute():
        moment = value
        if not isinstance(value, datetime.datetime):
            moment = datetime.datetime.fromisoformat(value)
        return (moment if moment.tzinfo else moment.replace(tzinfo=ZONE)).timestamp()

    return or_default(compute, default)


def timestamp_local(value, default=MISSING):
    return or_default(lambda: datetime.datetime.fromtimestamp(value, ZONE).isoformat(), default)


def environment():
    env = ImmutableSandboxedEnvironment()
    extreme = {name: env.filters[name] for name in ("min", "max")}

    def of_arguments(name):
        def function(*arguments):
            items = arguments[0] if len(arguments) == 1 else arguments
            return extreme[name](env, items)

        return function

    both = {
        "float": to_float,
        "int": to_int,
        "is_number": is_number,
        "iif": iif,
        "as_timestamp": as_timestamp,
    }
    env.filters.update(both)
    env.globals.update(both)
    env.filters.update(
        round=rounded,
        multiply=lambda value, amount, default=MISSING: or_default(lambda: float(value) * amount, default),
        add=lambda value, amount, default=MISSING: or_default(lambda: float(value) + amount, default),
        bitwise_and=lambda first, second: first & second,
        is_defined=is_defined,
        to_json=to_json,
        from_json=lambda value, default=MISSING: or_default(lambda: orjson.loads(value), default),
        timestamp_local=timestamp_local,
    )
    env.globals.update(now=lambda: NOW, min=of_arguments("min"), max=of_arguments("max"))
    env.tests["is_number"] = is_number
    return env


ENV = environment()


def rendered(case):
    """The case with what Jinja makes of it."""
    variables = dict(case.get("variables") or {})
    if case.get("value") is not None:
        variables["value"] = case["value"]
        try:
            variables["value_json"] = orjson.loads(case["value"])
        except ValueError:
            pass
    result = {key: case[key] for key in ("template", "value", "variables", "count") if case.get(key) is not None}
    try:
        result["output"] = ENV.from_string(case["template"]).render(variables)
    except jinja2.TemplateSyntaxError:
        result["error"] = "syntax"
    except jinja2.UndefinedError:
        result["error"] = "undefined"
    except Exception:  # Whatever Python raises for unsuitable values.
        result["error"] = "value"
    return result


# Random templates.

DOCUMENT = {
    "n": 7, "zero": 0, "negative": -13, "f": 21.0, "g": 2.675, "tiny": 0.00001234, "big": 1e16, "t": "On",
    "word": "light_grün", "empty": "", "digits": "42", "fraction": "-3.50", "spaced": "  a b  c ", "quote": "it's \"q\"",
    "yes": True, "no": False, "nothing": None, "list": [3, 1.5, "x", None], "numbers": [5, -2, 9.25],
    "texts": ["b", "A", "c"], "nested": {"a": {"b": [10, {"c": "deep"}]}, "items": 1}, "0": "zero key",
}  # fmt: skip


class Grammar:
    """Expressions of the subset. Types fit mostly, so that most templates have an output."""

    def __init__(self, seed):
        self.dice = random.Random(seed)

    def pick(self, *choices):
        return self.dice.choice(choices)

    def number(self, depth):
        if depth <= 0:
            return self.pick(
                "value_json.n", "value_json['f']", "value_json.g", "value_json.zero", "value_json.negative", "3", "0.5",
                "-2", "10", "1e3", "2.5", "value_json.tiny", "value_json.big", "true", "value_json.numbers[1]", "7.0")  # fmt: skip
        one, other = self.number(depth - 1), self.number(depth - 1)
        return self.pick(
            lambda: f"({one} {self.pick('+', '-', '*', '/', '//', '%')} {other})",
            lambda: f"{one} {self.pick('+', '-', '*')} {other}",
            lambda: f"-{self.number(0)}",
            lambda: f"({one})|round({self.pick('', '0', '1', '2', '3', '-1', '0, ' + repr('floor'))})",
            lambda: f"({one})|round({self.pick('1', '2')}, '{self.pick('ceil', 'floor', 'half', 'common')}')",
            lambda: f"({self.text(depth - 1)})|int({self.pick('', '0', 'none', '5')})",
            lambda: f"({self.text(depth - 1)})|float({self.pick('', '0', '1.5', 'none')})",
            lambda: f"({one})|{self.pick('abs', 'int', 'float')}",
            lambda: f"({one})|multiply({other})",
            lambda: f"({self.sequence(depth - 1)})|length",
            lambda: f"{self.pick('min', 'max')}({one}, {other})",
            lambda: f"(value_json.numbers|{self.pick('min', 'max', 'first', 'last')})",
            lambda: f"({one} if {self.condition(depth - 1)} else {other})",
        )()

    def text(self, depth):
        if depth <= 0:
            return self.pick(
                "value_json.t", "value_json['word']", "value_json.spaced", "value_json.digits", "value_json.fraction",
                "value_json.empty", "value_json.quote", "'on'", '"it\'s"', "'a,b;c'", "'x\\n\\u00e4'", "value",
                "value_json['nested']['a'].b[1].c", "value_json.missing", "'42.9'", "' 7 '", "value_json['0']")  # fmt: skip
        one, other = self.text(depth - 1), self.text(depth - 1)
        return self.pick(
            lambda: f"({one} ~ {self.anything(depth - 1)} ~ {other})",
            lambda: f"({one} + {other})",
            lambda: f"({one})|{self.pick('upper', 'lower', 'title', 'trim', 'string', 'capitalize')}",
            lambda: f"({one})|replace({other}, {self.text(0)})",
            lambda: f"({one}).{self.pick('upper', 'lower', 'strip', 'lstrip', 'rstrip')}()",
            lambda: f"({one}).replace('{self.pick('a', 'O', ' ', '')}', '{self.pick('', 'zz')}')",
            lambda: f"({one})[{self.pick('0', '-1', '1:', ':2', '::-1', '1:3', '-3:-1', '::2', '5:1:-2')}]",
            lambda: f"({self.sequence(depth - 1)})|join({self.text(0)})",
            lambda: f"({one})|truncate({self.pick('3', '8')}, {self.pick('true', 'false')}, '', {self.pick('0', '1')})",
            lambda: f"({one})|default({other}{self.pick('', ', true')})",
            lambda: f"({self.anything(depth - 1)})|{self.pick('string', 'to_json')}",
            lambda: f"({one} if {self.condition(depth - 1)} else {other})",
            lambda: f"{{0: 'off', 1: 'low', 'On': 'x', none: 'n', 2.5: 'f'}}[{self.anything(depth - 1)}]",
            lambda: f"{{'a': {one}, 'On': {other}}}.get({self.text(0)}{self.pick('', ', 5')})",
            lambda: f"iif({self.condition(depth - 1)}, {one}, {other})",
        )()

    def sequence(self, depth):
        return self.pick(
            "value_json.list", "value_json.texts", "value_json.numbers", "(1, 2)", "[]", "'abc'", "value_json.nested.a",
            f"[{self.anything(depth - 1)}, {self.anything(depth - 1)}]", f"({self.text(depth - 1)}).split({self.pick('', repr(','), repr(' '), 'none, 1')})",
            f"value_json.list[{self.pick('1:', ':-1', '::2', '::-1')}]", "value_json.nested|list", "(value_json.nested.keys()|list)",
        )  # fmt: skip

    def condition(self, depth):
        if depth <= 0:
            return self.pick(
                "value_json.yes", "value_json.no", "value_json.nothing", "value_json.missing", "true", "value_json.zero",
                "value_json.empty", "value_json.n", "value_json.list", "value_json.nested.x")  # fmt: skip
        one, other = self.condition(depth - 1), self.condition(depth - 1)
        number, text = self.number(depth - 1), self.text(depth - 1)
        sign = self.pick("==", "!=", "<", "<=", ">", ">=")
        return self.pick(
            lambda: f"{number} {sign} {self.number(depth - 1)}",
            lambda: f"{self.number(0)} < {number} <= {self.number(0)}",
            lambda: f"{self.anything(depth - 1)} {self.pick('==', '!=')} {self.anything(depth - 1)}",
            lambda: f"{text} {sign} {self.text(0)}",
            lambda: f"({one} {self.pick('and', 'or')} {other})",
            lambda: f"(not {one})",
            lambda: f"{self.anything(depth - 1)} {self.pick('in', 'not in')} {self.sequence(depth - 1)}",
            lambda: f"(({self.anything(depth - 1)}) is {self.pick('', 'not ')}{self.test()})",
            lambda: f"is_number({self.anything(depth - 1)})",
            lambda: f"({self.anything(depth - 1)})|is_number",
        )()

    def test(self):
        return self.pick(
            "defined", "undefined", "none", "number", "string", "mapping", "boolean", "true", "false", "integer", "float",
            "sequence", "iterable", "in [1, 'On', none]", "eq 7", "is_number")  # fmt: skip

    def anything(self, depth):
        return self.pick(self.number, self.text, self.condition, self.sequence)(max(depth, 0))

    def dictionary(self, depth):
        entries = [f"{self.pick(repr('a'), repr('b'), '1', repr('ü'))}: {self.anything(depth - 1)}" for _ in range(2)]
        return "{" + ", ".join(entries) + "}"

    def output(self):
        depth = self.dice.randint(0, 3)
        kind = self.dice.random()
        if kind < 0.1:
            return "{{ " + self.dictionary(depth) + self.pick("", "|to_json", "|to_json(sort_keys=true)") + " }}"
        if kind < 0.15:
            return "{{ {'a': " + self.anything(depth) + ", 'b': " + self.anything(0) + "}|tojson }}"
        if kind < 0.2:
            return "{{ (" + self.pick("value_json.list", "value_json", "value_json.nested") + ")|" + self.pick(
                "tojson", "to_json", "to_json(pretty_print=true)", "to_json(true)", "string") + " }}"  # fmt: skip
        return "{{" + self.pick("", "-") + " " + self.anything(depth) + " " + self.pick("", "-") + "}}"

    def statements(self, depth):
        parts = []
        for _ in range(self.dice.randint(1, 3)):
            kind = self.dice.random()
            if depth <= 0 or kind < 0.4:
                parts.append(self.pick("", "a ", "\n", " {x} ", "%}") + self.output())
            elif kind < 0.6:
                parts.append("{% set v = " + self.anything(2) + " %}{{ v }}" + self.statements(depth - 1))
            elif kind < 0.85:
                parts.append(
                    "{%" + self.pick("", "-", "+") + " if " + self.condition(2) + self.pick(" %}", " -%} ", "%}\n")
                    + self.statements(depth - 1) + "{% elif " + self.condition(1) + " %}y"
                    + self.pick("", "{%- else %} " + self.statements(depth - 1)) + self.pick("{% endif %}", " {%- endif -%} "))  # fmt: skip
            else:
                names, items = self.pick(
                    ("i", self.sequence(2)), ("k, i", "value_json.nested.items()"), ("k, i", "{'a': 1, 2: 'b'}.items()"))  # fmt: skip
                parts.append(
                    "{% for " + names + " in " + items + self.pick("", " if i") + " %}{{ i }}{{ loop.index }}"
                    + self.pick("", ",{{ loop.last }}{% set v = i %}{{ v }}") + "{% else %}none{% endfor %}{{ i }}{{ v }}")  # fmt: skip
        return "".join(parts)


def random_cases(seed, count):
    grammar = Grammar(seed)
    value = orjson.dumps(DOCUMENT).decode()
    for _ in range(count):
        template = grammar.statements(2)
        if len(template.encode()) <= 3000:
            yield {"template": template, "value": grammar.pick(*[value] * 9, "12.5")}


# Templates of real publishers.


def documents(template, dice):
    """Plausible messages: each member that the template names is of each kind some time."""
    pool = [0, 1, 7, 21.0, -3.5, 0.0, 100, 65535, "on", "off", "ON", "42", "3.75", "", "low", "heat", True, False, None]
    pool += [one or other for one, other in re.findall(r"'([a-z_]+)'|\"([a-z_]+)\"", template)]
    access = r"value_json((?:\.[A-Za-z_]\w*|\[['\"][^'\"]+['\"]\]|\.get\('[^']+'\)|\[\d+\])+)"
    paths = []
    for path in re.findall(access, template):
        path = re.sub(r"\.get\('([^']+)'\)", r"['\1']", path)
        steps = re.findall(r"\.([A-Za-z_]\w*)|\[['\"]([^'\"]+)['\"]\]|\[(\d+)\]", path)
        paths.append([name or item or int(index) for name, item, index in steps])
    for _ in range(12):
        document = {}
        for path in paths:
            place = document
            for step in path[:-1]:
                if not isinstance(place, dict):
                    break
                place = place.setdefault(str(step), {})
            if isinstance(place, dict) and path and dice.random() < 0.9:
                place.setdefault(str(path[-1]), dice.choice(pool + [{"a": 1}, [1, 2]] * (dice.random() < 0.1)))
        yield orjson.dumps(document).decode() if paths or dice.random() < 0.3 else str(dice.choice(pool))


def data_cases(path, seed):
    dice = random.Random(seed)
    names = "position tone volume_level duration red green blue white brightness color_temp transition effect".split()
    for entry in json.load(open(path)):
        for value in documents(entry["template"], dice):
            variables = {name: dice.choice([0, 1, 0.3, 100, "siren", 254]) for name in names if dice.random() < 0.7}
            yield {"template": entry["template"], "count": entry["count"], "value": value, "variables": variables}


def main():
    if sys.argv[1] == "golden":
        with open(sys.argv[2]) as file:
            cases = [json.loads(line) for line in file if line.strip()]
        with open(sys.argv[2], "w") as file:
            for case in cases:
                file.write(json.dumps(rendered(case), ensure_ascii=False) + "\n")
        return
    cases = random_cases(int(sys.argv[2]), int(sys.argv[3])) if sys.argv[1] == "random" else data_cases(sys.argv[2], int(sys.argv[3]))
    for case in cases:
        print(json.dumps(rendered(case)))


main()
