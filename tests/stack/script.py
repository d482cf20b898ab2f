"""The request script that every variant is to answer alike, from the same reset database. Pure data.

{agent} and {property} in a path stand for the id of the row that the script has created last.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bench.spec.variants import VARIANTS, compared
from tests.stack.estate import NOBODY, Json, agent, property_of, without

SERVLET = compared(lambda one: one.servlet)
REACTIVE = compared(lambda one: not one.servlet)


@dataclass(frozen=True)
class Step:
    """A call, and the status it must get. The body is `json`, or `content` as it stands, or none."""

    name: str
    method: str
    path: str
    status: int
    json: Json | None = None
    content: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = VARIANTS
    unlike: tuple[str, ...] = ()
    """Headers of the answer in which variants may differ, for a reason that stands beside the step."""
    status_only: bool = False
    """Whether some web server refuses the request before Spring sees it, with a body and headers of its own."""


JSON = {"content-type": "application/json"}
FRAMING = ("content-length", "transfer-encoding")
"""MVC sends in chunks what is longer than Tomcat's buffer of 8 KiB, and every problem; WebFlux sends its length."""
MESSAGE = {"id": "1", "payload": "sample payload", "delay": 20}

AGENTS = (
    Step("create agent", "POST", "/agents", 201, agent()),
    Step("read new agent", "GET", "/agents/{agent}", 200),
    Step("update agent", "PUT", "/agents/{agent}", 200, agent(firstname="Ada", phone="1")),
    Step("update agent to the same", "PUT", "/agents/{agent}", 200, agent(firstname="Ada", phone="1")),
    Step("read updated agent", "GET", "/agents/{agent}", 200),
    Step("head agent", "HEAD", "/agents/{agent}", 200),
    Step("create agent with more members", "POST", "/agents", 201, agent(id=1, more={"deep": [1, 2]})),
    Step("delete agent", "DELETE", "/agents/{agent}", 204),
    Step("read deleted agent", "GET", "/agents/{agent}", 404),
    Step("update deleted agent", "PUT", "/agents/{agent}", 404, agent()),
    Step("delete deleted agent", "DELETE", "/agents/{agent}", 404),
    Step("read seeded agent", "GET", "/agents/1", 200),
    Step("delete owner", "DELETE", "/agents/7", 409),
    Step("read nobody", "GET", f"/agents/{NOBODY}", 404),
    Step("first page", "GET", "/agents", 200),
    Step("page of agents", "GET", "/agents?page=3&size=7", 200),
    Step("largest page of agents", "GET", "/agents?page=0&size=100", 200, unlike=FRAMING),
    Step("page beyond the end", "GET", "/agents?page=100000&size=100", 200),
    Step("head of a page", "HEAD", "/agents?page=3&size=7", 200),
    Step("unknown query", "GET", "/agents?size=2&color=red", 200),
    Step("options of agents", "OPTIONS", "/agents", 200),
    Step("options of an agent", "OPTIONS", "/agents/1", 200),
)

PROPERTIES = (
    Step("create property", "POST", "/properties", 201, property_of(7)),
    Step("read new property", "GET", "/properties/{property}", 200),
    Step("update property", "PUT", "/properties/{property}", 200, property_of(8, price=0)),
    Step("move property to nobody", "PUT", "/properties/{property}", 422, property_of(NOBODY)),
    Step("read updated property", "GET", "/properties/{property}", 200),
    Step("delete property", "DELETE", "/properties/{property}", 204),
    Step("read deleted property", "GET", "/properties/{property}", 404),
    Step("update deleted property", "PUT", "/properties/{property}", 404, property_of(8)),
    Step("delete deleted property", "DELETE", "/properties/{property}", 404),
    Step("create property of nobody", "POST", "/properties", 422, property_of(NOBODY)),
    Step("page of properties", "GET", "/properties?page=0&size=50", 200, unlike=FRAMING),
    Step("page of properties beyond the end", "GET", "/properties?page=100000", 200),
    Step("options of a property", "OPTIONS", "/properties/1", 200),
)

BAD_BODIES = (
    Step("empty object", "POST", "/agents", 400, {}),
    Step("empty object as property", "POST", "/properties", 400, {}),
    Step("missing field", "PUT", "/agents/1", 400, without(agent(), "email")),
    Step("null field", "POST", "/agents", 400, agent(lastname=None)),
    Step("empty field", "POST", "/agents", 400, agent(lastname="")),
    Step("long field", "POST", "/agents", 400, agent(phone="1" * 31)),
    Step("number as text", "POST", "/agents", 400, agent(lastname=17)),
    Step("object as text", "POST", "/agents", 400, agent(lastname={"a": 1})),
    Step("text as number", "POST", "/properties", 400, property_of("7")),
    Step("fraction as number", "POST", "/properties", 400, property_of(7, price=1.5)),
    Step("number beyond 64 bits", "POST", "/properties", 400, property_of(7, price=10**30)),
    Step("price too high", "POST", "/properties", 400, property_of(7, price=10**12 + 1)),
    Step("no date", "POST", "/agents", 400, agent(birthDate="yesterday")),
    Step("date that is none", "POST", "/agents", 400, agent(birthDate="2023-02-29")),
    Step("two bad fields", "POST", "/properties", 400, property_of(0, price=-1)),
    Step("no body", "POST", "/agents", 400, headers=JSON),
    Step("null", "POST", "/agents", 400, content=b"null", headers=JSON),
    Step("array", "POST", "/agents", 400, content=b"[]", headers=JSON),
    Step("half a body", "POST", "/agents", 400, content=b'{"firstname":', headers=JSON),
    Step("no UTF-8", "POST", "/agents", 400, content=b'{"firstname":"\xff"}', headers=JSON),
    # Tomcat ends the connection and cannot be told not to; Netty would end it while the client still sends.
    Step("body too large", "POST", "/agents", 413, content=b" " * 65_537, headers=JSON, unlike=("connection",)),
    Step("text body", "POST", "/agents", 415, content=b"{}", headers={"content-type": "text/plain"}),
    Step("body of no type", "PUT", "/agents/1", 415, content=b"{}"),
)

BAD_PATHS = (
    Step("id of letters", "GET", "/agents/abc", 400),
    Step("id 0", "DELETE", "/properties/0", 400),
    Step("id of a zero byte", "GET", "/agents/%00", 400, status_only=True),
    Step("negative page", "GET", "/agents?page=-1", 400),
    Step("empty page", "GET", "/agents?page=", 400),
    Step("page too large", "GET", "/properties?size=101", 400),
    Step("root", "GET", "/", 404),
    Step("no such path", "GET", "/nothing", 404),
    Step("trailing slash", "GET", "/agents/", 404),
    Step("actuator", "GET", "/actuator/health", 404),
    Step("wrong method", "PATCH", "/agents/1", 405, agent()),
    Step("wrong method on a page", "DELETE", "/properties", 405),
    Step("answer as html", "GET", "/agents/1", 406, headers={"accept": "text/html"}),
    Step("answer as anything", "GET", "/agents/1", 200, headers={"accept": "text/html, */*;q=0.1"}),
)

DOWNSTREAM = (
    Step("message", "POST", "/passthrough/messages", 200, MESSAGE),
    Step("message of unicorns", "POST", "/passthrough/messages", 200, {**MESSAGE, "payload": "\U0001f984" * 100}),
    Step("largest message", "POST", "/passthrough/messages", 200, {**MESSAGE, "payload": "x" * 10_000}, unlike=FRAMING),
    Step("message too long", "POST", "/passthrough/messages", 400, {**MESSAGE, "payload": "x" * 10_001}),
    Step("message with a long delay", "POST", "/passthrough/messages", 400, {**MESSAGE, "delay": 60_001}),
    Step("message without a delay", "POST", "/passthrough/messages", 400, without(MESSAGE, "delay")),
    Step("message to garbage", "POST", "/passthrough/messages", 502, {**MESSAGE, "payload": "fault:garbage"}),
    Step("message to a cut", "POST", "/passthrough/messages", 502, {**MESSAGE, "payload": "fault:cut"}),
    Step("message to a failure", "POST", "/passthrough/messages", 502, {**MESSAGE, "payload": "fault:500"}),
    Step("get of messages", "GET", "/passthrough/messages", 405),
    Step("options of messages", "OPTIONS", "/passthrough/messages", 200),
    Step("stream", "GET", "/passthrough/stream?seed=568042&elements=5", 200),
    Step("stream of the defaults", "GET", "/passthrough/stream", 200),
    Step("stream of garbage", "GET", "/passthrough/stream?seed=-1", 502),
    Step("stream that is cut", "GET", "/passthrough/stream?seed=-2", 200),
    Step("stream of a failure", "GET", "/passthrough/stream?seed=-4", 502),
    Step("stream of no elements", "GET", "/passthrough/stream?elements=0", 400),
    Step("stream as json", "GET", "/passthrough/stream", 406, headers={"accept": "application/json"}),
    Step("options of a stream", "OPTIONS", "/passthrough/stream", 200),
    Step("flux", "GET", "/passthrough/stream/flux?seed=568042&elements=5", 200, variants=SERVLET),
    Step("flux of garbage", "GET", "/passthrough/stream/flux?seed=-1", 502, variants=SERVLET),
    Step("flux that is cut", "GET", "/passthrough/stream/flux?seed=-2", 200, variants=SERVLET),
    Step("no flux", "GET", "/passthrough/stream/flux", 404, variants=REACTIVE),
)

WAITS = (
    Step("number", "GET", "/need-a-number?seed=7", 200),
    Step("another number", "GET", "/need-a-number?seed=9007199254740991", 200),
    Step("number of a bad seed", "GET", "/need-a-number?seed=-1", 400),
    Step("number of a seed too large", "GET", "/need-a-number?seed=9007199254740992", 400),
    Step("number after a wait", "GET", "/need-a-number/default?seed=7&least=10&most=20", 200),
    Step("number after a second", "GET", "/need-a-number/default?seed=7", 200),
    Step("least above most", "GET", "/need-a-number/default?least=20&most=10", 400),
    Step("wait too long", "GET", "/need-a-number/default?most=60001", 400),
    Step("no such way to wait", "GET", "/need-a-number/juggling", 404),
    Step("number by sleep", "GET", "/need-a-number/sleep?seed=3&least=0&most=0", 200, variants=SERVLET),
    Step("no sleep", "GET", "/need-a-number/sleep?seed=3&least=0&most=0", 404, variants=REACTIVE),
    Step("number by delay", "GET", "/need-a-number/delay?seed=3&least=0&most=0", 200, variants=REACTIVE),
    Step("no delay", "GET", "/need-a-number/delay?seed=3&least=0&most=0", 404, variants=SERVLET),
    Step("wrong method on a number", "POST", "/need-a-number", 405, {}),
    Step("person", "GET", "/person?seed=7", 200),
    Step("a hundred people", "GET", "/person?seed=7&number=100", 200, unlike=FRAMING),
    Step("nobody as people", "GET", "/person?number=0", 400),
    Step("people as text", "GET", "/person", 406, headers={"accept": "text/plain"}),
)

IN_TURN = (*AGENTS, *PROPERTIES, *BAD_BODIES, *BAD_PATHS)
AT_ONCE = (*DOWNSTREAM, *WAITS)
"""Steps that touch no row and mostly wait: no other step can change their answers."""
SCRIPT = (*IN_TURN, *AT_ONCE)
