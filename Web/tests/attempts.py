"""Attempts of a page from elsewhere on a hub on the visitor's machine, each with the request that arrives and the hub's answer.

An attempt is JavaScript in a page. It gets `hub` (an origin), `command` and `read` (addresses of a method that changes
something and of one that reads), `body` (a JSON request that changes something) and `own` (the page's own origin). It
returns what the page could read of the answer, or null.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Attempt:
    name: str
    script: str
    #: The method and the start of the content type that arrive; None if the browser sends nothing.
    arrives: tuple[str, str | None] | None
    #: The statuses that the hub may answer.
    statuses: tuple[int, ...] = (403,)
    #: Whether it opens the hub's own page, whose calls are allowed.
    opens_page: bool = False


HELPERS = """
const quiet = (promise) => promise.then((answer) => answer.type === 'opaque' ? null : answer.text()).catch(() => null);
const soon = (milliseconds) => new Promise((done) => setTimeout(() => done(null), milliseconds));
const put = (tag, attributes) => Promise.race([soon(700), new Promise((done) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.onload = () => done('loaded');
  element.onerror = () => done(null);
  document.body.append(element);
})]);
const frame = async (attributes) => {
  const element = Object.assign(document.createElement('iframe'), { name: 'frame' + Math.random(), ...attributes });
  document.body.append(element);
  await soon(500);
  return element;
};
const readable = (element) => { try { return element.contentDocument?.body?.innerText || null; } catch { return null; } };
const form = async (enctype, method = 'POST', action = command) => {
  const target = await frame({});
  const element = Object.assign(document.createElement('form'), { method, action, enctype, target: target.name });
  // A form of text is NAME=VALUE: it becomes JSON by a field that begins in the name and ends in the value.
  const [name, value] = enctype === 'text/plain' ? [body.slice(0, -1) + ', "x": "', '"}'] : ['message', body];
  element.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(element);
  element.submit();
  await soon(400);
  return readable(target);
};
const post = (type, more = {}) => quiet(fetch(command, { method: 'POST', headers: { 'content-type': type }, body, ...more }));
const through = (status, to) => own + '/redirect/' + status + '?' + encodeURIComponent(to);
const sandboxed = (script) => frame({ sandbox: 'allow-scripts allow-forms',
  srcdoc: `<script>const [command, read, body] = ${JSON.stringify([command, read, body])}; ${script}</${'script'}>` }).then(() => null);
"""

EVENT_SOURCE = """
    return new Promise((done) => { const source = new EventSource(read); source.onopen = () => done('opened');
    source.onmessage = source.onopen; source.onerror = () => { source.close(); done(null); }; })"""
WEB_SOCKET = """
    return new Promise((done) => { const socket = new WebSocket(read.replace('http', 'ws'));
    socket.onopen = () => done('opened'); socket.onerror = () => done(null); })"""

POST, GET, ASKED = ("POST", "text/plain"), ("GET", None), ("OPTIONS", None)

ATTEMPTS = [
    # Simple requests (without a CORS preflight) that try to change something.
    Attempt("no-cors POST of text/plain", "return post('text/plain', { mode: 'no-cors' })", POST),
    Attempt("no-cors POST of application/json", "return post('application/json', { mode: 'no-cors' })", POST),
    Attempt("no-cors POST without a type", """
        return quiet(fetch(command, { method: 'POST', mode: 'no-cors', body: new Blob([body]) }))""", ("POST", None)),
    Attempt("no-cors POST of a form", "return quiet(fetch(command, { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ message: body }) }))",
            ("POST", "application/x-www-form-urlencoded")),
    Attempt("no-cors POST with credentials", "return post('text/plain', { mode: 'no-cors', credentials: 'include' })", POST),
    Attempt("no-cors POST that outlives the page", "return post('text/plain', { mode: 'no-cors', keepalive: true })", POST),
    Attempt("cors POST of text/plain", "return post('text/plain')", POST),
    Attempt("XMLHttpRequest of text/plain", """
        return new Promise((done) => { const call = new XMLHttpRequest(); call.open('POST', command);
        call.onload = () => done(call.responseText); call.onerror = () => done(null); call.send(body); })""", POST),
    Attempt("sendBeacon", "navigator.sendBeacon(command, body); await soon(200)", POST),
    Attempt("form", "return form('application/x-www-form-urlencoded')", ("POST", "application/x-www-form-urlencoded")),
    Attempt("form of text/plain that looks like JSON", "return form('text/plain')", POST),
    Attempt("form with parts", "return form('multipart/form-data')", ("POST", "multipart/form-data")),
    Attempt("ping of a link", """
        const link = Object.assign(document.createElement('a'), { href: '#', ping: command }); document.body.append(link);
        link.click(); await soon(200)""", ("POST", "text/ping")),
    Attempt("report of a broken policy", """
        const { contentDocument: page } = await frame({ src: own + '/report?' + encodeURIComponent(command) });
        page.body.append(Object.assign(page.createElement('img'), { src: own + '/cat.png' })); await soon(800)""",
            ("POST", "application/csp-report")),
    Attempt("POST sent on by the page's server", """
        return quiet(fetch(through(307, command), { method: 'POST', mode: 'no-cors', body }))""", POST),
    # Requests with a CORS preflight.
    Attempt("POST of application/json", "return post('application/json')", ASKED),
    Attempt("POST of application/proto", "return post('application/proto')", ASKED),
    Attempt("POST of application/connect+proto", "return post('application/connect+proto')", ASKED),
    Attempt("POST of application/grpc-web", "return post('application/grpc-web+proto')", ASKED),
    Attempt("POST of application/json with credentials", "return post('application/json', { credentials: 'include' })", ASKED),
    Attempt("POST with a token", "return quiet(fetch(command, { method: 'POST', headers: { authorization: 'Bearer x' }, body }))", ASKED),
    Attempt("PUT", "return quiet(fetch(command, { method: 'PUT', body }))", ASKED),
    Attempt("sendBeacon of application/json", """
        navigator.sendBeacon(command, new Blob([body], { type: 'application/json' })); await soon(200)""", ASKED),
    Attempt("JSON sent on by the page's server", """
        return quiet(fetch(through(307, command), { method: 'POST', headers: { 'content-type': 'application/json' }, body }))""", ASKED),
    # Requests that try to read.
    Attempt("no-cors GET", "return quiet(fetch(read, { mode: 'no-cors' }))", GET),
    Attempt("cors GET", "return quiet(fetch(read))", GET),
    Attempt("cors GET with credentials", "return quiet(fetch(read, { credentials: 'include' }))", GET),
    Attempt("no-cors HEAD", "return quiet(fetch(read, { method: 'HEAD', mode: 'no-cors' }))", ("HEAD", None)),
    Attempt("GET of a method that changes something", """
        return quiet(fetch(command + '?encoding=json&message=' + encodeURIComponent(body), { mode: 'no-cors' }))""", GET),
    Attempt("GET sent on by the page's server", "return quiet(fetch(through(302, read)))", GET),
    Attempt("img", "return put('img', { src: read })", GET),
    Attempt("script", "return put('script', { src: read })", GET),
    Attempt("script of a module", "return put('script', { src: read, type: 'module' })", GET),
    Attempt("stylesheet", "return put('link', { href: read, rel: 'stylesheet' })", GET),
    Attempt("video", "return put('video', { src: read })", GET),
    Attempt("object", "await put('object', { data: read })", GET),
    Attempt("iframe", "return readable(await frame({ src: read }))", GET),
    Attempt("form that reads", "return form('', 'GET', read)", GET),
    Attempt("EventSource", EVENT_SOURCE, GET),
    Attempt("WebSocket", WEB_SOCKET, GET),
    Attempt("script of a worker", """
        const worker = new Worker(URL.createObjectURL(new Blob([`try { importScripts('${read}');
        postMessage('loaded') } catch { postMessage(null) }`])));
        return Promise.race([soon(700), new Promise((done) => (worker.onmessage = (event) => done(event.data)))])""", GET),
    Attempt("prefetch", "await put('link', { href: read, rel: 'prefetch' })", GET),
    Attempt("another window", """
        const other = open(read); await soon(500);
        try { return other.document.body.innerText || null } catch { return null } finally { other?.close() }""", GET),
    # Pages with an opaque origin.
    Attempt("POST from a sandbox", "return sandboxed(`fetch(command, { method: 'POST', mode: 'no-cors', body })`)", POST),
    Attempt("JSON from a sandbox", """
        return sandboxed(`fetch(command, { method: 'POST', headers: { 'content-type': 'application/json' }, body })`)""", ASKED),
    Attempt("GET from a sandbox", "return sandboxed(`fetch(read)`)", GET),
    Attempt("form from a sandbox", """
        return sandboxed(`const form = document.createElement('form'); form.method = 'POST'; form.action = command;
        form.enctype = 'text/plain'; (document.body || document.documentElement).append(form); form.submit()`)""", POST),
]

#: Attempts to misuse the hub's own pages, by frames and windows: the page must get null.
LURES = [
    Attempt("the page in a frame", "return readable(await frame({ src: hub + '/' }))", GET, (200,)),
    Attempt("a script of the page", "return put('script', { src: hub + '/app/main.js' })", GET, (200,)),
    Attempt("a module of the page", "return put('script', { src: hub + '/app/main.js', type: 'module' })", GET, (200,)),
    Attempt("text of the page", "return quiet(fetch(hub + '/app/text/en.json'))", GET, (200, 403)),
    Attempt("the page's window", """
        const other = open(hub + '/'); await soon(600); const is = other.closed; other?.close();
        return is ? null : 'is in reach'""", GET, (200,), opens_page=True),
    Attempt("the metrics", "return quiet(fetch(hub + '/metrics'))", GET),
    Attempt("a picture of the page", "return put('img', { src: hub + '/app/favicon.svg' })", GET, (200,)),
]

#: Attempts after DNS rebinding: the page's own host name leads to the hub, so the browser sees no foreign origin.
REBOUND = [
    Attempt("POST of application/json", "return post('application/json')", ("POST", "application/json"), (421,)),
    Attempt("POST of application/proto", "return post('application/proto')", ("POST", "application/proto"), (421,)),
    Attempt("POST of text/plain", "return post('text/plain')", POST, (421,)),
    Attempt("POST with Connect's version", """
        return post('', { headers: { 'content-type': 'application/json', 'connect-protocol-version': '1' } })""", ("POST", "application/json"), (421,)),
    Attempt("POST of application/grpc", "return post('application/grpc')", ("POST", "application/grpc"), (421, 505)),
    Attempt("POST of application/grpc-web", "return post('application/grpc-web+proto')", ("POST", "application/grpc-web"), (421,)),
    Attempt("a watch", """
        return quiet(fetch(hub + '/hearth.v1.HomeService/Watch', {
          method: 'POST', headers: { 'content-type': 'application/connect+proto' }, body: new Uint8Array(5) }))""",
            ("POST", "application/connect+proto"), (421,)),
    Attempt("a visitor's question", """
        return quiet(fetch(hub + '/hearth.v1.AccessService/GetServerIdentity?encoding=json&message=%7B%7D'))""", GET, (421,)),
    Attempt("GET", "return quiet(fetch(read))", GET, (421,)),
    Attempt("OPTIONS", "return quiet(fetch(command, { method: 'OPTIONS' }))", ASKED, (421,)),
    Attempt("the page", "return quiet(fetch('/'))", GET, (421,)),
    Attempt("a file of the page", "return quiet(fetch('/app/main.js'))", GET, (421,)),
    Attempt("the metrics", "return quiet(fetch('/metrics'))", GET, (421,)),
    Attempt("the health", "return quiet(fetch('/healthz'))", GET, (421,)),
    Attempt("EventSource", EVENT_SOURCE, GET, (421,)),
    Attempt("WebSocket", WEB_SOCKET, GET, (421,)),
    Attempt("iframe", "return readable(await frame({ src: read }))", GET, (421,)),
    Attempt("form", "return form('application/x-www-form-urlencoded')", ("POST", "application/x-www-form-urlencoded"), (421,)),
]
