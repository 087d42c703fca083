"""A demo hub of a test's own, whose process can be killed and restarted, and whose methods are called in JSON."""

import json
import pathlib
import re
import ssl
import sys
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Tests" / "PythonTestSupport"))

from processes import HubProcess  # noqa: E402


class Hub(HubProcess):
    def __init__(self, hearth: str, folder: str, *options: str) -> None:
        super().__init__(hearth, f"{folder}/home.db", "--demo", *options)

    def call(self, method: str, body: dict, token: str | None = None) -> dict:
        """Calls a method of `hearth.v1`, or of a trait by its full name."""
        name = method if method.startswith("hearth.") else f"hearth.v1.{method}"
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        scheme = "https" if token else "http"
        request = urllib.request.Request(f"{scheme}://{self.listen}/{name}", data=json.dumps(body).encode(), headers=headers)
        with urllib.request.urlopen(request, context=ssl._create_unverified_context(), timeout=10) as answer:
            return json.load(answer)

    def number(self, metric: str) -> int:
        """A metric with a single value from `/metrics`."""
        with urllib.request.urlopen(f"http://{self.listen}/metrics", timeout=10) as answer:
            return int(re.search(rf"^{metric} (\d+)$", answer.read().decode(), re.MULTILINE)[1])

    def device(self, name: str) -> dict:
        return next(one for one in self.call("HomeService/List", {})["devices"] if one["name"] == name)

    def trait(self, device: str, endpoint: int, trait: str, token: str | None = None) -> dict:
        """The attributes of one of Matter's traits."""
        target = {"deviceId": device, "endpoint": endpoint}
        return self.call(f"hearth.traits.matter.v1.{trait}Service/Get", {"target": target}, token)["attributes"]
