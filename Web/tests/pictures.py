"""Takes the screenshots in docs/pictures of the dashboard of a running demo home.

    pip install playwright
    hearth serve --demo
    python3 Web/tests/pictures.py [http://127.0.0.1:4327] [/usr/bin/chromium]
"""

import pathlib
import sys

from playwright.sync_api import expect, sync_playwright

BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:4327"
CHROMIUM = sys.argv[2] if len(sys.argv) > 2 else "/usr/bin/chromium"
FOLDER = pathlib.Path(__file__).parents[2] / "docs" / "pictures"
# The README shows them smaller than the page, so fewer pixels suffice, which saves bytes.
PICTURES = [
    ("page", "#/", 1280, 820, 0.5, "light"), ("page-phone", "#/device/living-ceiling", 390, 820, 0.75, "dark"),
    ("log", "#/log", 1280, 820, 0.5, "light"), ("editor", "#/automations", 1000, 900, 0.75, "light"),
]

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    for name, path, width, height, scale, scheme in PICTURES:
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme, device_scale_factor=scale)
        page.goto(f"{BASE}/{path}")
        expect(page.locator("h1")).to_be_visible(timeout=20_000)
        page.wait_for_timeout(1_500)
        if name == "editor":
            page.locator("a[href*='automation/']:not([href$='new'])").nth(1).click()
            page.wait_for_timeout(1_500)
        page.screenshot(path=FOLDER / f"{name}.png")
    browser.close()
