"""A network in an ONNX file as a player: ``onnx:FILE``."""

from typing import Any, ClassVar

from outflank.board import Board, Color, Square
from outflank.players.parameters import FileParameter, InvalidSetting
from outflank.players.player import refuse_without_move
from outflank.translation import N_, _

POLICY, VALUE = "policy", "value"


class OnnxPlayer:
    """A network that gives a value to each square, to the position, or to both.

    Its input is float32 (N, 3, size, size): the discs of the side to move, those of the other side,
    and the legal moves. An output ``policy`` (N, size²) has a number per square, and the highest
    legal one is played. Without it, an output ``value`` (N) or (N, 1), higher if the side to move
    stands better, rates the positions after all moves in one batch.
    """

    NAME: ClassVar = "onnx"
    DESCRIPTION: ClassVar = N_("Plays the moves of a neural network in an ONNX file.")
    FILES: ClassVar = (FileParameter("file", N_("an ONNX file; docs/machine-learning.md")),)

    def __init__(self, *, file: str | None = None) -> None:
        if file is None:
            raise InvalidSetting(_("Name the file of the network, as in onnx:network.onnx."))
        try:
            import onnxruntime
        except ImportError:
            raise InvalidSetting(
                _(
                    "A network needs onnxruntime. Install it here and on the workers: {command}",
                    command="pip install 'outflank[onnx]'",
                )
            ) from None
        options: Any = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # one core per player
        options.log_severity_level = 4  # errors are raised
        try:
            with open(file, "rb") as stream:
                self._session: Any = onnxruntime.InferenceSession(
                    stream.read(), options, providers=["CPUExecutionProvider"]
                )
        except OSError as error:
            raise InvalidSetting(
                "file: " + _("{path} cannot be read: {error}", path=file, error=error.strerror)
            ) from None
        except Exception as error:  # noqa: BLE001 - its errors have no common class
            raise InvalidSetting(
                "file: " + _("{path} is not a network: {error}", path=file, error=str(error)[:200])
            ) from None
        outputs = [one.name for one in self._session.get_outputs()]
        self._output = next((name for name in (POLICY, VALUE) if name in outputs), None)
        if len(self._session.get_inputs()) != 1 or self._output is None:
            raise InvalidSetting(
                "file: "
                + _(
                    "{path} must have one input and an output “policy” or “value”. It has the "
                    "outputs {outputs}.",
                    path=file,
                    outputs=", ".join(outputs),
                )
            )
        self._input = self._session.get_inputs()[0]

    def choose(self, board: Board) -> Square:
        refuse_without_move(board)
        moves = list(board.legal_moves)
        if self._output == POLICY:
            worth = self._run([board])[0]
            return max(moves, key=lambda square: float(worth[square]))
        after = [board.play(move).after_forced_pass for move in moves]
        values = [float(value) for value in self._run(after).reshape(-1)]
        # Of the side that moved: after a pass it is to move again, and at the end the score counts.
        for index, one in enumerate(after):
            value = (one.score > 0) - (one.score < 0) if one.is_over else values[index]
            values[index] = value if one.turn is board.turn else -value
        return moves[max(range(len(moves)), key=values.__getitem__)]

    def _run(self, boards: list[Board]) -> Any:
        import numpy as np

        size = boards[0].size
        shape = self._input.shape
        if len(shape) != 4 or any(isinstance(one, int) and one != size for one in shape[2:]):
            raise InvalidSetting(
                _(
                    "The network reads {shape}, not (N, 3, {size}, {size}) for this board.",
                    shape=shape,
                    size=size,
                )
            )
        planes: Any = np.zeros((len(boards), 3, size * size), np.float32)
        for rows, board in zip(planes, boards, strict=True):
            own, other = (board.black, board.white)[:: 1 if board.turn is Color.BLACK else -1]
            for row, squares in zip(rows, (own, other, board.legal_moves), strict=True):
                row[list(squares)] = 1
        planes = planes.reshape(-1, 3, size, size)
        if shape[0] == 1:  # a network for single positions
            parts = [
                self._session.run([self._output], {self._input.name: one[None]})[0]
                for one in planes
            ]
            return np.concatenate(parts)
        return self._session.run([self._output], {self._input.name: planes})[0]
