"""Draws the figures as SVG: a group of bars for each work, with one bar for each server."""

import common
import report

COLOURS = {common.HEARTH: "#d9480f", common.CPP: "#4263eb", common.GO: "#1098ad", common.FLOOR: "#868e96",
           "raw protobuf-c": "#868e96", "Python upb": "#1098ad"}
COLUMNS, WIDTH, LEFT, BAR, GAP, TITLE, MARGIN = 2, 470, 120, 16, 5, 42, 24


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def text(x, y, words, style=""):
    return f'<text x="{x:g}" y="{y:g}" {style}>{escaped(words)}</text>'


def chart(x, y, group):
    """The lines of SVG, and the height of the group."""
    values = group["values"]
    better = "less is better" if group["less"] else "more is better"
    out = [text(x, y + 15, group["title"], 'class="title"'),
           text(x, y + 30, f"{group['unit']}, {better}", 'class="unit"')]
    room, top = WIDTH - LEFT - 80, max(values.values()) or 1
    for index, (name, value) in enumerate(values.items()):
        at = y + TITLE + index * (BAR + GAP)
        width = max(1, room * value / top)
        out.append(text(x + LEFT - 6, at + 12, name, 'class="name"'))
        out.append(f'<rect x="{x + LEFT:g}" y="{at:g}" width="{width:.1f}" height="{BAR}" '
                   f'fill="{COLOURS.get(name, "#495057")}"/>')
        out.append(text(x + LEFT + width + 5, at + 12, report.number(value), 'class="value"'))
    return out, TITLE + len(values) * (BAR + GAP) + 18


def draw(figures):
    charts = [group for part in figures.values() for group in part["charts"]]
    body, heights = [], [MARGIN + 34] * COLUMNS
    for group in charts:
        column = heights.index(min(heights))
        lines, height = chart(MARGIN + column * (WIDTH + MARGIN), heights[column], group)
        body += lines
        heights[column] += height
    width, height = MARGIN + COLUMNS * (WIDTH + MARGIN), max(heights) + MARGIN
    head = f"""<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
<style>
text {{ font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 12px; fill: #212529; }}
.heading {{ font-size: 18px; font-weight: bold; }}
.title {{ font-size: 13px; font-weight: bold; }}
.unit {{ font-size: 11px; fill: #6c757d; }}
.name {{ text-anchor: end; }}
</style>
<rect width="{width}" height="{height}" fill="#ffffff"/>"""
    heading = text(MARGIN, MARGIN + 14, "Hearth's RPC beside its peers", 'class="heading"')
    (common.HERE / "RESULTS.svg").write_text("\n".join([head, heading, *body, "</svg>"]) + "\n")
