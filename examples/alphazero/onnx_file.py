"""Write a network as an ONNX file, for the player ``onnx:FILE``; without the package ``onnx``.

    python examples/alphazero/onnx_file.py alphazero-run/alphazero.npz network.onnx

An ONNX file is a protocol buffer: fields with a number, a type and a value.
"""

import struct
import sys
from pathlib import Path

import numpy as np
from network import Floats, Network

FLOAT, INT64 = 1, 7


def varint(number: int) -> bytes:
    number &= 2**64 - 1
    parts = []
    while number > 127:
        parts.append(number & 127 | 128)
        number >>= 7
    return bytes([*parts, number])


def field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def tensor(name: str, values: Floats) -> bytes:
    dimensions = b"".join(field(1, size) for size in values.shape)
    data = values.astype("<f4").tobytes()
    return dimensions + field(2, FLOAT) + field(8, name) + field(9, data)


def whole_numbers(name: str, values: list[int]) -> bytes:
    data = struct.pack(f"<{len(values)}q", *values)
    return field(1, len(values)) + field(2, INT64) + field(8, name) + field(9, data)


def node(kind: str, inputs: str, output: str) -> bytes:
    names = b"".join(field(1, name) for name in inputs.split())
    return names + field(2, output) + field(4, kind)


def port(name: str, *shape: int | str) -> bytes:
    sizes = [field(1, one) if isinstance(one, int) else field(2, one) for one in shape]
    dimensions = b"".join(field(1, one) for one in sizes)
    return field(1, name) + field(2, field(1, field(1, FLOAT) + field(2, dimensions)))


def onnx_bytes(network: Network) -> bytes:
    size, cells = network.size, network.size**2
    nodes = [node("Reshape", "board flat", "x")]
    before = "x"
    for number in (1, 2, 3):
        nodes.append(node("MatMul", f"{before} w{number}", f"m{number}"))
        nodes.append(node("Add", f"m{number} b{number}", f"a{number}"))
        nodes.append(node("Relu", f"a{number}", f"r{number}"))
        if number > 1:
            nodes.append(node("Add", f"r{number} {before}", f"h{number}"))
        before = "r1" if number == 1 else f"h{number}"
    nodes += [node("MatMul", f"{before} wp", "mp"), node("Add", "mp bp", "policy")]
    nodes += [node("MatMul", f"{before} wv", "mv"), node("Add", "mv bv", "av")]
    nodes.append(node("Tanh", "av", "value"))
    graph = b"".join(field(1, one) for one in nodes) + field(2, "outflank")
    graph += b"".join(field(5, tensor(name, w)) for name, w in network.weights.items())
    graph += field(5, whole_numbers("flat", [-1, 3 * cells]))
    graph += field(11, port("board", "N", 3, size, size))
    graph += field(12, port("policy", "N", cells)) + field(12, port("value", "N", 1))
    return field(1, 8) + field(7, graph) + field(8, field(2, 13))  # IR version 8, operators 13


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    target.write_bytes(onnx_bytes(Network.load(source)))
    print(f"{target}: {target.stat().st_size / np.float64(1e6):.2f} MB")
