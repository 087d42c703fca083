"""Walks through the dashboard of a running demo home in two pseudo-languages, made from the English texts: one with longer
words in brackets, the other from right to left. Fails for texts that are not translated, and for layouts that do not fit.

    pip install playwright
    hearth serve --demo
    python3 Web/tests/languages.py [http://127.0.0.1:4327] [/usr/bin/chromium]
"""

import functools
import json
import re
import sys
import urllib.request

from playwright.sync_api import Page, Route, expect, sync_playwright

BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:4327"
CHROMIUM = sys.argv[2] if len(sys.argv) > 2 else "/usr/bin/chromium"
# Private-use language tags; the first part gives the direction of writing.
LANGUAGES = [("en-x-long", "ltr"), ("ar-x-long", "rtl")]
ENGLISH = re.compile(r'\["en", ?"English"\]')
LONGER = str.maketrans("aeiouAEIOUcnsy", "\u00e5\u00e9\u00ee\u00f6\u00fc\u00c5\u00c9\u00ce\u00d6\u00dc\u00e7\u00f1\u0161\u00fd")
# Words in the browser's dates, times and numbers, and Matter's units.
WRITTEN = re.compile(
    r"\b(AM|PM|[ap]\.m\.|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|January|February|March|April|June|July|August|September|"
    r"October|November|December|Mon|Tue|Wed|Thu|Fri|Sat|Sun|in|ago|now|yesterday|today|tomorrow|at|of|"
    r"seconds?|minutes?|hours?|days?|weeks?|months?|years?|sec|min|hr|h|s|W|kW|Wh|kWh|V|A|mA|mV|lx|Pa|hPa|kPa|K|Hz|ppm|ppb|Bq|µg|mg|m|l|L|C|F|dB|dBm|B|KB|MB|MHz|GHz|kHz|x)\b")
# Punctuation, symbols and numbers.
BETWEEN = re.compile(r" [·–] |, |[:;()\n]|[-\u2212+]?\d[\d.,]*")
FINGERPRINT = re.compile(r"[\w-]{20,}")

# Collects the page's texts, except for the text form of automations and the hub's messages about it.
STRINGS = """() => {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("noscript, option[lang], [translate=no], .wrong")) found.push(walker.currentNode.data);
  for (const name of ["aria-label", "aria-valuetext", "aria-description", "title", "placeholder", "alt"])
    for (const one of document.querySelectorAll(`[${name}]`)) found.push(one.getAttribute(name));
  return found.map((text) => text.trim()).filter((text) => /\\p{L}/u.test(text));
}"""


def pseudo(sentence):
    """A text in brackets and with longer words; placeholders stay."""
    if isinstance(sentence, dict):
        return {form: pseudo(text) for form, text in sentence.items()}
    parts = re.split(r"(\{\w+\})", sentence)
    words = "".join(part if part.startswith("{") else re.sub(r"([aeiou])", r"\1\1", part).translate(LONGER) for part in parts)
    return f"\u27e6{words}\u27e7"


@functools.cache
def fetched(url: str) -> str:
    with urllib.request.urlopen(url) as answer:
        return answer.read().decode()


def speak(context) -> None:
    """Adds the two pseudo-languages to a browser."""

    def script(route: Route) -> None:
        more = ", ".join(json.dumps([code, code]) for code, _ in LANGUAGES)
        body = ENGLISH.sub(lambda found: f"{found[0]}, {more}", fetched(route.request.url))
        route.fulfill(content_type="text/javascript", body=body)

    def text(route: Route) -> None:
        english = re.sub(r"/[\w-]+?((\.\w+)?\.json)$", r"/en\1", route.request.url)
        route.fulfill(json={key: pseudo(sentence) for key, sentence in json.loads(fetched(english)).items()})

    context.route(re.compile(r"/app/.*\.js$"), script)
    context.route(re.compile(r"/text/(en|ar)-x-long[\w.]*\.json$"), text)


def label(name: str) -> str:
    """The same as `label` of home/words.js."""
    spaced = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", re.sub(r"([a-z\d])([A-Z])", r"\1 \2", name))
    words = [word if re.match(r"[A-Z]{2,}", word) else word.lower() for word in re.split(r"[\s_]+", spaced)]
    return words[0][:1].upper() + words[0][1:] + "".join(" " + word for word in words[1:])


def told_by_hub(page: Page) -> set[str]:
    """All words from the hub: people's names for things, and names in schemas, both raw and as the page shows them."""
    found: set[str] = set()

    def gather(value) -> None:
        if isinstance(value, str):
            # Sensors are named by what they measure.
            for name in [value, label(value or "x"), label(value.removesuffix("Measurement") or "x")]:
                found.update([name, name.lower()])
        for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
            gather(one)

    def call(method: str, request: dict) -> dict:
        answers, token = [], ""
        while True:
            answer = page.request.post(f"{BASE}/hearth.v1.{method}", data=request | {"pageToken": token} if token else request)
            if not answer.ok:
                return {}
            answers.append(answer.json())
            gather(answers[-1])
            token = answers[-1].get("nextPageToken", "")
            if not token:
                return answers[0]

    home = call("HomeService/List", {})
    traits = {trait["id"] for device in home["devices"] for endpoint in device["endpoints"] for trait in endpoint.get("traits", [])}
    call("HomeService/GetTraitSchemas", {"traitIds": sorted(traits)})
    for structure in home["structures"]:
        call("HomeService/GetTraitSchemas", {"traitIds": [trait["id"] for trait in structure.get("traits", [])]})
        call("AutomationService/ListAutomations", {"structureId": structure["id"]})
        call("PeopleService/ListPeople", {"structureId": structure["id"]})
    call("HomeService/Read", {})
    call("HomeService/GetInfo", {})
    call("AccessService/ListCredentials", {})
    call("IntegrationsService/ListIntegrationKinds", {})
    return found


def is_told(text: str, hub: set[str]) -> bool:
    """Whether a text consists only of translated parts, words from the hub, and words that the browser formats."""
    while (shorter := re.sub("\u27e6[^\u27e6\u27e7]*\u27e7", " ", text)) != text:
        text = shorter
    if text.strip() in hub:
        return True
    if FINGERPRINT.fullmatch(text):
        return True
    pieces = [piece.strip() for piece in BETWEEN.split(text.removesuffix(" – Hearth"))]
    return all(is_of_hub(piece, hub) or not re.search(r"[^\W\d_]", WRITTEN.sub("", piece)) for piece in pieces)


def is_of_hub(text: str, hub: set[str]) -> bool:
    """Whether these are words from the hub: a name, or an attribute with its value."""
    return text in hub or any(text[:space.start()] in hub and text[space.end():] in hub for space in re.finditer(" ", text))


def walk(page: Page, way: str, hub: set[str], problems: list[str]) -> None:
    """All views that links lead to, with at most three of each kind of address."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    waiting, seen, kinds = ["#/"], set(), {}
    while waiting:
        path = waiting.pop(0)
        kind = path.split("/")[1] if path.count("/") > 1 else path
        if path in seen or kinds.get(kind, 0) >= 12:
            continue
        seen.add(path)
        kinds[kind] = kinds.get(kind, 0) + 1
        page.goto(f"{BASE}/{path}")
        if kinds[kind] == 1:
            # Opened directly, as the first page of a visit.
            page.reload()
        page.wait_for_timeout(500)
        expect(page.locator("h1")).to_be_visible()
        for summary in page.locator("summary:visible").all():
            summary.click()
        page.wait_for_timeout(200)
        waiting += page.evaluate("[...document.querySelectorAll('a[href^=\"#/\"]')].map((one) => one.getAttribute('href'))")
        if way == "ltr":
            problems += [f"{path}: {text!r} is said in no language" for text in page.evaluate(STRINGS) if not is_told(text, hub)]
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            problems.append(f"{path} is {wide} px wide at {width} px, {way}")


def main() -> None:
    problems: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for width in [360, 1280]:
            context = browser.new_context(viewport={"width": width, "height": 800}, service_workers="block")
            speak(context)
            page = context.new_page()
            page.on("pageerror", lambda error: problems.append(str(error)))
            hub = told_by_hub(page)
            page.goto(f"{BASE}/#/settings")
            for code, way in LANGUAGES:
                page.locator("select[aria-labelledby=language]").select_option(code)
                expect(page.locator("html")).to_have_attribute("lang", code, timeout=20_000)
                expect(page.locator("html")).to_have_attribute("dir", way)
                expect(page.locator("h1")).to_contain_text("\u27e6")
                walk(page, way, hub, problems)
                page.goto(f"{BASE}/#/settings")
            page.locator("select[aria-labelledby=language]").select_option("")
            expect(page.locator("html")).to_have_attribute("lang", re.compile("^en(-[A-Z]+)?$"), timeout=20_000)
            assert page.evaluate("Object.keys(localStorage)") == []
            context.close()
        browser.close()
    assert not problems, "\n".join(sorted(set(problems)))
    print("All texts of the dashboard are translated.")


main()
