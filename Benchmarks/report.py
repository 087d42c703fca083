"""Tables in Markdown, the summary of all bars, and the data of the picture."""

import common


class Section:
    """One benchmark's part of the file of results."""

    def __init__(self, title, intro):
        self.title, self.intro = title, intro
        self.lines, self.missing, self.bars, self.charts = [], [], [], []

    def table(self, *columns):
        self.lines += ["", "| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]

    def row(self, *cells):
        self.lines.append("| " + " | ".join(cells) + " |")

    def not_measured(self, server, work, reason):
        self.missing.append(f"- not measured: {server}, {work}: {reason}")

    def bar(self, work, wanted, value, limit, at_most=False):
        """Adds a line of the summary. `value` is None if it could not be measured."""
        met = None if value is None else (value <= limit if at_most else value >= limit)
        self.bars.append({"work": work, "wanted": wanted, "value": value, "met": met})

    def chart(self, title, unit, values, less_is_better=False):
        """Adds a group of bars to the picture: server → value."""
        if values:
            self.charts.append({"title": title, "unit": unit, "values": values, "less": less_is_better})

    @property
    def text(self):
        missing = "".join(f"\n{line}" for line in self.missing)
        return self.intro.strip() + "\n" + "\n".join(self.lines) + "\n" + missing

    def keep(self, name):
        print(self.text, flush=True)
        common.keep(self.title, self.text)
        return common.keep_figures(name, {"bars": self.bars, "charts": self.charts})


def number(value):
    if value is None:
        return "–"
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.2f}" if value < 100 else f"{value:.0f}"


def rates(section, figures, servers, works, bases, unit="calls/s", cpu="CPU µs/call", chart=None):
    """A table of rates and CPU with ratios to each base, and one chart for each work."""
    columns = ["server", "load", unit] + [f"× {label}" for label, _ in bases]
    columns += [cpu] + [f"× {label}" for label, _ in bases] + [f"spread of {unit}"]
    section.table(*columns)
    for work in works:
        for server in servers:
            if not figures.has(server, work):
                section.not_measured(server, work, figures.missing.get((server, work), "it did not run"))
                continue
            cells = [server, work, number(figures.median(server, work, "rate"))]
            cells += [number(figures.ratio(server, base, work, "rate")) for _, base in bases]
            cells.append(number(figures.median(server, work, "cpu")))
            cells += [number(figures.ratio(server, base, work, "cpu")) for _, base in bases]
            low, high = figures.spread(server, work, "rate")
            section.row(*cells, f"{number(low)} to {number(high)}")
        if chart:
            section.chart(
                f"{chart}, {work}", unit,
                {s: figures.median(s, work, "rate") for s in servers if figures.has(s, work)})


def summarise(figures):
    """Writes the section that lists every bar."""
    lines = ["| work | bar | measured | met |", "| --- | --- | --- | --- |"]
    for part in figures.values():
        for bar in part["bars"]:
            met = {True: "yes", False: "**no**", None: "not measured"}[bar["met"]]
            lines.append(f"| {bar['work']} | {bar['wanted']} | {number(bar['value'])} | {met} |")
    text = """Repeat with `Benchmarks/run`; each part below says with what it was made and how to repeat it alone. The picture is
[RESULTS.svg](RESULTS.svg). × is a ratio of medians of one run, to the server that is named.

""" + "\n".join(lines)
    common.keep(common.SUMMARY, text)
    print(text)
