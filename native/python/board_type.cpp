// The 8×8 board and its sets of squares as Python types.
//
// Python's outflank.board.Board and SquareSet say what a board can do and hold no data. The two types made
// here derive from them, hold the bits, and do the hot part: legal moves, flips, play. Whatever is not hot
// (names, texts, errors) is the base class's Python code. They are written against Python's own C interface
// because a move costs about as much as one Python call: nanobind's instance bookkeeping would double it.
#include "board_type.hpp"

#include "rules.hpp"

namespace nb = nanobind;
using outflank::Bitboard;
using outflank::Position;

namespace {

struct SquareSetObject {
    PyObject_HEAD
    Bitboard bits;
};

struct BoardObject {
    PyObject_HEAD
    Position position;
    bool white_to_move;
};

// Made once, when outflank.board is imported, and kept for the life of the process.
PyTypeObject* square_set_type = nullptr;
PyTypeObject* board_type = nullptr;
PyObject* colors[2] = {nullptr, nullptr};  // Black, White

PyObject* make_square_set(Bitboard bits) {
    auto* set = reinterpret_cast<SquareSetObject*>(square_set_type->tp_alloc(square_set_type, 0));
    if (set) set->bits = bits;
    return reinterpret_cast<PyObject*>(set);
}

PyObject* make_board(Position position, bool white_to_move) {
    auto* board = reinterpret_cast<BoardObject*>(board_type->tp_alloc(board_type, 0));
    if (board) {
        board->position = position;
        board->white_to_move = white_to_move;
    }
    return reinterpret_cast<PyObject*>(board);
}

void free_object(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);  // instances of a heap type own a reference to it
}

// Neither type holds references to other objects, so the garbage collector need not know them. The Python base
// class would pass its membership on unless the type has a traverse function of its own.
int traverse_nothing(PyObject*, visitproc, void*) { return 0; }

// A square given as an int from 0 to 63; −1 for anything else, which is left to Python code.
int plain_square(PyObject* value) {
    if (!PyLong_CheckExact(value)) return -1;
    int overflow = 0;
    const long square = PyLong_AsLongAndOverflow(value, &overflow);
    return overflow == 0 && square >= 0 && square < 64 ? static_cast<int>(square) : -1;
}

// splitmix64's finaliser: every bit of the input moves about half of the bits of the output.
Bitboard mix(Bitboard value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31);
}

Py_hash_t as_hash(Bitboard value) {
    const auto hash = static_cast<Py_hash_t>(value);
    return hash == -1 ? -2 : hash;  // −1 means "error" to Python
}

// --- Sets of squares --------------------------------------------------------------------------------

SquareSetObject* as_set(PyObject* self) { return reinterpret_cast<SquareSetObject*>(self); }

PyObject* set_new(PyTypeObject*, PyObject* args, PyObject*) {
    PyObject* bits = nullptr;
    if (!PyArg_ParseTuple(args, "O!", &PyLong_Type, &bits)) return nullptr;
    const Bitboard value = PyLong_AsUnsignedLongLong(bits);
    if (PyErr_Occurred()) return nullptr;
    return make_square_set(value);
}

PyObject* set_bits(PyObject* self, void*) { return PyLong_FromUnsignedLongLong(as_set(self)->bits); }
PyObject* board_size(PyObject*, void*) { return PyLong_FromLong(8); }
Py_ssize_t set_length(PyObject* self) { return outflank::count(as_set(self)->bits); }
int set_truth(PyObject* self) { return as_set(self)->bits != 0; }
Py_hash_t set_hash(PyObject* self) { return as_hash(mix(as_set(self)->bits)); }

PyObject* set_iterator(PyObject* self) {
    Bitboard bits = as_set(self)->bits;
    PyObject* squares = PyTuple_New(outflank::count(bits));
    if (!squares) return nullptr;
    for (Py_ssize_t index = 0; bits; ++index, bits &= bits - 1) {
        PyTuple_SET_ITEM(squares, index, PyLong_FromLong(outflank::first(bits)));  // cached by Python
    }
    PyObject* iterator = PyObject_GetIter(squares);
    Py_DECREF(squares);
    return iterator;
}

int set_contains(PyObject* self, PyObject* value) {
    const int square = plain_square(value);
    if (square >= 0) return (as_set(self)->bits >> square) & 1;
    PyObject* base = reinterpret_cast<PyObject*>(square_set_type->tp_base);
    PyObject* answer = PyObject_CallMethod(base, "__contains__", "OO", self, value);
    if (!answer) return -1;
    const int truth = PyObject_IsTrue(answer);
    Py_DECREF(answer);
    return truth;
}

PyObject* set_compare(PyObject* self, PyObject* other, int operation) {
    if ((operation != Py_EQ && operation != Py_NE) || Py_TYPE(other) != square_set_type) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    const bool equal = as_set(self)->bits == as_set(other)->bits;
    return PyBool_FromLong(equal == (operation == Py_EQ));
}

PyGetSetDef set_attributes[] = {
    {"bits", set_bits, nullptr, "The squares as the bits of one integer.", nullptr},
    {"size", board_size, nullptr, "The size of the board the squares are on.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyType_Slot set_slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(set_new)},
    {Py_tp_dealloc, reinterpret_cast<void*>(free_object)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse_nothing)},
    {Py_tp_free, reinterpret_cast<void*>(PyObject_Free)},
    {Py_tp_iter, reinterpret_cast<void*>(set_iterator)},
    {Py_tp_hash, reinterpret_cast<void*>(set_hash)},
    {Py_tp_richcompare, reinterpret_cast<void*>(set_compare)},
    {Py_tp_getset, set_attributes},
    {Py_sq_length, reinterpret_cast<void*>(set_length)},
    {Py_sq_contains, reinterpret_cast<void*>(set_contains)},
    {Py_nb_bool, reinterpret_cast<void*>(set_truth)},
    {0, nullptr},
};

PyType_Spec set_spec = {"outflank._native.SquareSet", sizeof(SquareSetObject), 0, Py_TPFLAGS_DEFAULT, set_slots};

// --- Boards -------------------------------------------------------------------------------------------

BoardObject* as_board(PyObject* self) { return reinterpret_cast<BoardObject*>(self); }

Position turned_round(Position position) { return {position.opponent, position.mover}; }

PyObject* board_new(PyTypeObject*, PyObject* args, PyObject*) {
    PyObject *mover = nullptr, *opponent = nullptr, *turn = nullptr;
    if (!PyArg_ParseTuple(args, "O!O!O", &PyLong_Type, &mover, &PyLong_Type, &opponent, &turn)) return nullptr;
    const Bitboard mover_bits = PyLong_AsUnsignedLongLong(mover);
    if (PyErr_Occurred()) return nullptr;
    const Bitboard opponent_bits = PyLong_AsUnsignedLongLong(opponent);
    if (PyErr_Occurred()) return nullptr;
    return make_board({mover_bits, opponent_bits}, turn == colors[1]);
}

PyObject* board_turn(PyObject* self, void*) { return Py_NewRef(colors[as_board(self)->white_to_move]); }
PyObject* board_mover(PyObject* self, void*) { return PyLong_FromUnsignedLongLong(as_board(self)->position.mover); }
PyObject* board_opponent(PyObject* self, void*) {
    return PyLong_FromUnsignedLongLong(as_board(self)->position.opponent);
}
PyObject* board_legal_moves(PyObject* self, void*) {
    return make_square_set(outflank::legal_moves(as_board(self)->position));
}

PyObject* board_opponent_moves(PyObject* self, void*) {
    return make_square_set(outflank::legal_moves(turned_round(as_board(self)->position)));
}

bool mover_stuck(PyObject* self) { return !outflank::legal_moves(as_board(self)->position); }
bool opponent_stuck(PyObject* self) { return !outflank::legal_moves(turned_round(as_board(self)->position)); }

PyObject* board_must_pass(PyObject* self, void*) {
    return PyBool_FromLong(mover_stuck(self) && !opponent_stuck(self));
}
PyObject* board_is_over(PyObject* self, void*) { return PyBool_FromLong(mover_stuck(self) && opponent_stuck(self)); }

// The square a caller means, by number at once and by name through Python; −1 with an exception set.
int square_of(PyObject* self, PyObject* move) {
    int square = plain_square(move);
    if (square >= 0) return square;
    PyObject* number = PyObject_CallMethod(self, "square", "O", move);
    if (!number) return -1;
    square = static_cast<int>(PyLong_AsLong(number));
    Py_DECREF(number);
    return square;
}

Bitboard turned_by(Position position, int square) {
    return position.empties() & outflank::bit(square) ? outflank::flips(position, square) : 0;
}

PyObject* board_flips(PyObject* self, PyObject* move) {
    const int square = square_of(self, move);
    return square < 0 ? nullptr : make_square_set(turned_by(as_board(self)->position, square));
}

PyObject* board_play(PyObject* self, PyObject* move) {
    const int square = square_of(self, move);
    if (square < 0) return nullptr;
    const BoardObject* board = as_board(self);
    const Bitboard turned = turned_by(board->position, square);
    if (!turned) return PyObject_CallMethod(self, "_refuse_move", "i", square);  // raises
    return make_board(outflank::play(board->position, square, turned), !board->white_to_move);
}

PyObject* board_pass_turn(PyObject* self, PyObject*) {
    if (!mover_stuck(self) || opponent_stuck(self)) return PyObject_CallMethod(self, "_refuse_pass", nullptr);  // raises
    return make_board(turned_round(as_board(self)->position), !as_board(self)->white_to_move);
}

Py_hash_t board_hash(PyObject* self) {
    const BoardObject* board = as_board(self);
    const Bitboard turn = board->white_to_move ? 0x9e3779b97f4a7c15ULL : 0;
    return as_hash(mix(board->position.mover ^ mix(board->position.opponent ^ turn)));
}

PyObject* board_compare(PyObject* self, PyObject* other, int operation) {
    if ((operation != Py_EQ && operation != Py_NE) || Py_TYPE(other) != board_type) Py_RETURN_NOTIMPLEMENTED;
    const BoardObject *left = as_board(self), *right = as_board(other);
    const bool equal = left->position == right->position && left->white_to_move == right->white_to_move;
    return PyBool_FromLong(equal == (operation == Py_EQ));
}

PyGetSetDef board_attributes[] = {
    {"size", board_size, nullptr, "How many squares the board is wide and high.", nullptr},
    {"turn", board_turn, nullptr, "The side to move.", nullptr},
    {"mover_bits", board_mover, nullptr, "The discs of the side to move.", nullptr},
    {"opponent_bits", board_opponent, nullptr, "The discs of the other side.", nullptr},
    {"legal_moves", board_legal_moves, nullptr, "The squares where the side to move may play.", nullptr},
    {"opponent_moves", board_opponent_moves, nullptr, "Where the other side could play if it were to move.", nullptr},
    {"must_pass", board_must_pass, nullptr, "Whether only the other side has a move.", nullptr},
    {"is_over", board_is_over, nullptr, "Whether neither side can move any more.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMethodDef board_methods[] = {
    {"flips", board_flips, METH_O, "The discs that a move turns; none where the move is illegal."},
    {"play", board_play, METH_O, "The position after a move, the other side to move."},
    {"pass_turn", board_pass_turn, METH_NOARGS, "The position after a forced pass."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot board_slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(board_new)},
    {Py_tp_dealloc, reinterpret_cast<void*>(free_object)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse_nothing)},
    {Py_tp_free, reinterpret_cast<void*>(PyObject_Free)},
    {Py_tp_hash, reinterpret_cast<void*>(board_hash)},
    {Py_tp_richcompare, reinterpret_cast<void*>(board_compare)},
    {Py_tp_getset, board_attributes},
    {Py_tp_methods, board_methods},
    {0, nullptr},
};

PyType_Spec board_spec = {"outflank._native.Board", sizeof(BoardObject), 0, Py_TPFLAGS_DEFAULT, board_slots};

PyTypeObject* make_type(PyType_Spec* spec, nb::handle base) {
    PyObject* bases = PyTuple_Pack(1, base.ptr());
    PyObject* type = bases ? PyType_FromSpecWithBases(spec, bases) : nullptr;
    Py_XDECREF(bases);
    if (!type) throw nb::python_error();
    return reinterpret_cast<PyTypeObject*>(type);
}

}  // namespace

void bind_board_types(nb::module_& module) {
    using namespace nb::literals;
    module.def(
        "make_square_set_type",
        [](nb::type_object base) {
            square_set_type = make_type(&set_spec, base);
            return nb::borrow<nb::object>(reinterpret_cast<PyObject*>(square_set_type));
        },
        "base"_a, nb::sig("def make_square_set_type(base: type) -> typing.Any"),
        "The type of sets of 8×8 squares, derived from the Python class that says what sets can do.");
    module.def(
        "make_board_type",
        [](nb::type_object base, nb::object squares, nb::object black, nb::object white) {
            if (squares.ptr() != reinterpret_cast<PyObject*>(square_set_type)) {
                throw nb::type_error("make_board_type: expected the type that make_square_set_type returned");
            }
            colors[0] = black.release().ptr();
            colors[1] = white.release().ptr();
            board_type = make_type(&board_spec, base);
            return nb::borrow<nb::object>(reinterpret_cast<PyObject*>(board_type));
        },
        "base"_a, "squares"_a, "black"_a, "white"_a,
        nb::sig("def make_board_type(base: type, squares: object, black: object, white: object) -> typing.Any"),
        "The type of 8×8 boards, derived from the Python class that says what boards can do.");
}
