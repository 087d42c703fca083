"""Takes the screenshots in docs/pictures of the dashboard of a running demo home.

    pip install playwright pillow
    hearth serve --demo
    python3 Web/tests/pictures.py [http://127.0.0.1:4327] [/usr/bin/chromium]

With the option --tour NAME it takes the home, the log and an automation, on a phone and a computer, in English and
German, and puts them together as docs/pictures/NAME.png. Each one is also in the folder NAME of the system's folder for
temporary files, to look at. With an older program as the hub, a tour shows what its page looked like.
"""

import argparse
import pathlib
import tempfile

from PIL import Image
from playwright.sync_api import expect, sync_playwright

FOLDER = pathlib.Path(__file__).parents[2] / "docs" / "pictures"
# The README shows them smaller than the page, so fewer pixels suffice, which saves bytes.
PICTURES = [
    ("page", "#/", 1280, 820, 0.5, "light"), ("page-phone", "#/device/living-ceiling", 390, 820, 0.75, "dark"),
    ("log", "#/log", 1280, 820, 0.5, "light"), ("editor", "#/automations", 1000, 900, 0.75, "light"),
]
TOUR = [("home", "#/"), ("log", "#/log"), ("editor", "#/automations")]
TOUR_SIZES = [(1280, 820), (390, 820)]
TOUR_LANGUAGES = ["en-GB", "de-DE"]
#: The scale in a picture of a tour, and its colours, which keep it below 300 KB.
TOUR_SCALE, TOUR_COLOURS, GAP = 0.45, 64, 12


def take(browser, base, name, path, width, height, scale, scheme, locale, file):
    page = browser.new_page(
        viewport={"width": width, "height": height}, color_scheme=scheme, device_scale_factor=scale, locale=locale)
    page.goto(f"{base}/{path}")
    expect(page.locator("h1")).to_be_visible(timeout=20_000)
    page.wait_for_timeout(1_500)
    if name == "editor":
        page.locator("a[href*='automation/']:not([href$='new'])").nth(1).click()
        page.wait_for_timeout(1_500)
    page.screenshot(path=file)
    page.close()


def tour(browser, base, name):
    """A row for each view, with the sizes of one language beside those of the other."""
    folder = pathlib.Path(tempfile.gettempdir()) / name
    folder.mkdir(exist_ok=True)
    rows = [[] for _ in TOUR]
    for locale in TOUR_LANGUAGES:
        for row, (view, path) in zip(rows, TOUR):
            for width, height in TOUR_SIZES:
                file = folder / f"{view}-{width}-{locale[:2]}.png"
                take(browser, base, view, path, width, height, 1, "light", locale, file)
                row.append(file)
    sheet(rows, name)


def sheet(files, name):
    """Puts pictures together in rows of equal height."""
    rows = [[small(Image.open(file).convert("RGB")) for file in row] for row in files]
    width = max(sum(picture.width + GAP for picture in row) for row in rows) + GAP
    whole = Image.new("RGB", (width, sum(row[0].height + GAP for row in rows) + GAP), "#888")
    y = GAP
    for row in rows:
        x = GAP
        for picture in row:
            whole.paste(picture, (x, y))
            x += picture.width + GAP
        y += row[0].height + GAP
    whole.quantize(TOUR_COLOURS).save(FOLDER / f"{name}.png", optimize=True)


def small(picture):
    return picture.resize([round(side * TOUR_SCALE) for side in picture.size], Image.LANCZOS)


parser = argparse.ArgumentParser()
parser.add_argument("--tour", metavar="NAME")
parser.add_argument("--sheet", nargs="+", metavar=("NAME", "FILE"), help="puts files together, two rows of them")
parser.add_argument("base", nargs="?", default="http://127.0.0.1:4327")
parser.add_argument("chromium", nargs="?", default="/usr/bin/chromium")
options = parser.parse_args()
if options.sheet:
    files = options.sheet[1:]
    half = (len(files) + 1) // 2
    sheet([files[:half], files[half:]], options.sheet[0])
    raise SystemExit
with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
    if options.tour:
        tour(chromium, options.base, options.tour)
    else:
        for name, path, width, height, scale, scheme in PICTURES:
            file = FOLDER / f"{name}.png"
            take(chromium, options.base, name, path, width, height, scale, scheme, "en-GB", file)
    chromium.close()
