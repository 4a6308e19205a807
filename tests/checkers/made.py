"""Tiny models made by the tests, and a loopback service with scripted answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

WORDS = """the a never not retry retries more than 3 5 times upload uploads client server tests pass fail
document write limit change touch download loop counted call too many user asked add to in on of no""".split()
SPECIAL = ["[UNK]", "[PAD]", "[SEP]"]
TOKENS = {word: number for number, word in enumerate([*SPECIAL, *dict.fromkeys(WORDS)])}
NEAR = (("retry", "retries"), ("upload", "uploads"), ("never", "no"))
"""Words with almost the same vector; every other two are as good as unrelated."""


def _tokenizer(*, pairs: bool) -> Any:
    tokenizers = pytest.importorskip("tokenizers", reason="the extra vectors or nli is not installed")
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel(dict(TOKENS), unk_token="[UNK]"))
    made.normalizer = tokenizers.normalizers.Lowercase()
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    if pairs:
        made.post_processor = tokenizers.processors.TemplateProcessing(
            single="$A:0", pair="$A:0 [SEP]:0 $B:1", special_tokens=[("[SEP]", TOKENS["[SEP]"])]
        )
    return made


def static_vectors(folder: Path, *, rows: int = len(TOKENS)) -> Path:
    """A folder of static vectors as model2vec writes one."""
    numpy = pytest.importorskip("numpy", reason="the extra vectors is not installed")
    saving = pytest.importorskip("safetensors.numpy", reason="the extra vectors is not installed")
    table = numpy.eye(len(TOKENS), dtype=numpy.float32)
    for one, other in NEAR:
        table[TOKENS[other]] = 0.95 * table[TOKENS[one]] + 0.05 * table[TOKENS[other]]
    folder.mkdir(parents=True, exist_ok=True)
    _tokenizer(pairs=False).save(str(folder / "tokenizer.json"))
    saving.save_file({"embeddings": table[:rows]}, folder / "model.safetensors")
    (folder / "config.json").write_text('{"normalize": true}', encoding="utf-8")
    return folder


def inference_model(
    folder: Path, *, labels: tuple[str, ...] = ("contradiction", "entailment", "neutral")
) -> Path:
    """Return a folder with an ONNX model that answers `contradiction` if exactly one text contains `not`."""
    onnx = pytest.importorskip("onnx", reason="the package onnx, which makes the model, is not installed")
    helper, kinds = onnx.helper, onnx.TensorProto
    spot = {"contradiction": (8.0, 0.0), "entailment": (0.0, 4.0)}
    slope, base = ([spot.get(label.casefold(), (0.0, 0.0))[n] for label in labels] for n in (0, 1))

    def constant(name: str, kind: int, shape: list[int], values: list[float]) -> Any:
        return helper.make_tensor(name, kind, shape, values)

    nodes = [
        helper.make_node("Equal", ["input_ids", "word"], ["same"]),
        helper.make_node("Cast", ["same"], ["found"], to=kinds.FLOAT),
        helper.make_node("Cast", ["token_type_ids"], ["side"], to=kinds.FLOAT),
        helper.make_node("Mul", ["side", "two"], ["twice"]),
        helper.make_node("Sub", ["one", "twice"], ["sign"]),
        helper.make_node("Mul", ["found", "sign"], ["signed"]),
        helper.make_node("ReduceSum", ["signed", "axis"], ["summed"], keepdims=1),
        helper.make_node("Abs", ["summed"], ["apart"]),
        helper.make_node("Mul", ["apart", "slope"], ["raised"]),
        helper.make_node("Add", ["raised", "base"], ["logits"]),
    ]
    names = ("input_ids", "attention_mask", "token_type_ids")
    graph = helper.make_graph(
        nodes,
        "one_not",
        [helper.make_tensor_value_info(name, kinds.INT64, [1, "length"]) for name in names],
        [helper.make_tensor_value_info("logits", kinds.FLOAT, [1, len(labels)])],
        initializer=[
            constant("word", kinds.INT64, [1], [TOKENS["not"]]),
            constant("two", kinds.FLOAT, [1], [2.0]),
            constant("one", kinds.FLOAT, [1], [1.0]),
            constant("axis", kinds.INT64, [1], [1]),
            constant("slope", kinds.FLOAT, [1, len(labels)], slope),
            constant("base", kinds.FLOAT, [1, len(labels)], base),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(folder / "model.onnx"))
    _tokenizer(pairs=True).save(str(folder / "tokenizer.json"))
    config = {"id2label": {str(n): label for n, label in enumerate(labels)}, "pad_token_id": 1}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


Reply = Callable[[dict[str, Any]], tuple[int, dict[str, Any]]]


class Service:
    """A loopback service; `reply` receives each request's body and returns status and answer."""

    def __init__(self, url: str, reply: Reply) -> None:
        self.url = url
        self.reply = reply
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []


@contextmanager
def service(reply: Reply) -> Iterator[Service]:
    """A running service."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            stated.bodies.append(body)
            stated.headers.append({key.casefold(): value for key, value in self.headers.items()})
            status, answer = stated.reply(body)
            text = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    stated = Service(f"http://127.0.0.1:{server.server_address[1]}", reply)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield stated
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def asked_claim(body: dict[str, Any]) -> dict[str, Any]:
    """Return the claim that a request asks about."""
    content = body["messages"][-1]["content"]
    found = json.loads(content)
    assert isinstance(found, dict)
    return found


def anthropic(verdict: str, reason: str) -> dict[str, Any]:
    """An answer as Anthropic Messages gives one."""
    text = "Sure:\n```json\n" + json.dumps({"verdict": verdict, "reason": reason}) + "\n```"
    usage = {"input_tokens": 100, "output_tokens": 20}
    return {"content": [{"type": "text", "text": text}], "usage": usage}


def openai(verdict: str, reason: str) -> dict[str, Any]:
    """An answer as a chat completion gives one."""
    text = json.dumps({"verdict": verdict, "reason": reason})
    return {"choices": [{"message": {"role": "assistant", "content": text}}], "usage": {"prompt_tokens": 7}}
