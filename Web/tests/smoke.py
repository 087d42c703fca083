"""A short walk through the dashboard of a running demo home by each installed engine: Chromium, WebKit, Firefox.

    pip install playwright websockets
    hearth serve --demo
    python3 Web/tests/smoke.py [http://127.0.0.1:4327] [Chromium|WebKit|Firefox …]
"""

import http.client
import json
import sys

from engines import ENGINES, Engine, Missing

BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:4327"
CHOSEN = sys.argv[2:] or list(ENGINES)
#: A device that the demo home's simulated family does not use.
STAND = "living-spinner"
SWITCH = f'.tile:has(a[href="#/device/{STAND}"]) button.tile-body'
TROUBLE = """(() => {
    window.trouble = [];
    addEventListener('error', (event) => trouble.push(event.message));
    addEventListener('unhandledrejection', (event) => trouble.push(String(event.reason)));
    addEventListener('securitypolicyviolation', (event) => trouble.push(event.violatedDirective));
    return true;
})()"""


def switched(on: str) -> str:
    return f"document.querySelector({json.dumps(SWITCH)}).getAttribute('aria-pressed') === '{on}'"


def call(method: str, body: dict):
    """Calls the hub as a program of the hub's user."""
    connection = http.client.HTTPConnection(BASE.split("//")[1], timeout=10)
    connection.request("POST", f"/{method}", json.dumps(body), {"content-type": "application/json"})
    assert connection.getresponse().status == 200
    connection.close()


def from_elsewhere(command: str):
    call(f"hearth.traits.matter.v1.OnOffService/{command}", {"target": {"deviceId": STAND, "endpoint": 1}})


def moves(engine: Engine, name: str, place: str):
    """A tile that moves, because tiles are sorted by name, keeps its focus."""
    engine.evaluate(f"document.querySelector({json.dumps(SWITCH)}).focus()")
    call("hearth.v1.HomeService/UpdateDevice", {"deviceId": STAND, "name": name})
    engine.wait(f"document.querySelector({json.dumps(SWITCH)}).closest('li').{place} === null", f"a device called {name} is not where it belongs")
    assert engine.evaluate(f"document.activeElement === document.querySelector({json.dumps(SWITCH)})"), "a tile that moves loses its focus"


def shows_home(engine: Engine):
    engine.wait("document.querySelectorAll('.tile').length > 10 && document.querySelector('h1').textContent", "the home is not shown", 60)
    engine.evaluate(TROUBLE)


def walk(engine: Engine):
    engine.goto(f"{BASE}/#/")
    shows_home(engine)

    before = engine.evaluate(f"document.querySelector({json.dumps(SWITCH)}).getAttribute('aria-pressed')")
    after = "false" if before == "true" else "true"
    engine.click(SWITCH)
    engine.wait(switched(after), "a press does not switch")
    engine.press("Enter")
    engine.wait(switched(before), "the Enter key does not switch back")
    from_elsewhere("Off" if before == "true" else "On")
    engine.wait(switched(after), "a change from elsewhere does not come")
    from_elsewhere("On" if before == "true" else "Off")
    engine.wait(switched(before), "a second change from elsewhere does not come")

    try:
        moves(engine, "Zzz", "nextElementSibling")
        moves(engine, "Aaa", "previousElementSibling")
    finally:
        call("hearth.v1.HomeService/UpdateDevice", {"deviceId": STAND, "name": "Display Stand"})

    tile = "[...document.querySelectorAll('.tile')].find((one) => one.querySelector('input[type=range]'))"
    for key in ("Home", "ArrowRight", "ArrowRight", "ArrowRight"):
        engine.evaluate(f"{tile}.querySelector('input[type=range]').focus()")
        engine.press(key)
    wanted = engine.evaluate(f"{tile}.querySelector('input[type=range]').value")
    engine.wait(f"{tile}.getAttribute('aria-busy') !== 'true' && {tile}.querySelector('.tile-body').getAttribute('aria-label').includes('{wanted}')", "keys do not dim")

    engine.click(f'a[href="#/device/{STAND}"]')
    engine.wait(f"location.hash === '#/device/{STAND}' && document.querySelector('h1').textContent !== ''", "the device's page is not shown")
    engine.wait("!document.querySelector('.tile') || document.querySelector('h1').matches(':focus')", "the heading has no focus")
    engine.reload()
    engine.wait(f"location.hash === '#/device/{STAND}' && document.querySelector('h1')", "a reload leads elsewhere", 60)
    engine.evaluate(TROUBLE)
    engine.back()
    engine.wait("location.hash === '#/' && document.querySelectorAll('.tile').length > 10", "there is no way back")
    engine.reload()
    shows_home(engine)
    engine.click(SWITCH)
    engine.wait(switched(after), "a press does not switch after a reload")
    engine.click(SWITCH)
    engine.wait(switched(before), "it does not switch back after a reload")
    trouble = engine.evaluate("trouble")
    assert trouble == [], trouble


failed = False
for name in CHOSEN:
    try:
        with ENGINES[name]().opened() as engine:
            try:
                walk(engine)
                print(f"{name}: the walk found nothing to trip over, by {engine.evaluate('navigator.userAgent')}", flush=True)
            except AssertionError as reason:
                failed = True
                print(f"{name}: {reason}", flush=True)
    except (Missing, ImportError) as reason:
        print(f"skipped: {name}, as {reason} (scripts/test-web --all installs it)", flush=True)
raise SystemExit(1 if failed else 0)
