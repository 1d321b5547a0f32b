// Boards and their sets of squares as Python types: one kind for 8×8, in one machine word, one for all other sizes.
//
// Python's outflank.board.Board and SquareSet define the interface and hold no data. The types defined here
// derive from them, hold the bits, and implement the hot path: legal moves, flips, play. Everything else
// (names, texts, errors) is Python code in the base class. They use Python's C API
// because a move costs about as much as one Python call: nanobind's instance bookkeeping would double it.
#include "board_type.hpp"

#include "rules.hpp"
#include "wide/rules.hpp"

namespace nb = nanobind;
using outflank::Bitboard;
using outflank::Position;
namespace wide = outflank::wide;

namespace {

// splitmix64's finalizer: every bit of the input affects about half of the bits of the output.
Bitboard mix(Bitboard value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31);
}

// --- 8×8 ----------------------------------------------------------------------------------------------

struct Eight {
    struct Squares {
        Bitboard bits;

        static constexpr const char* ARGUMENTS = "O!|i";
        static Squares from_python(PyObject* bits, int) { return {PyLong_AsUnsignedLongLong(bits)}; }
        PyObject* to_python() const { return PyLong_FromUnsignedLongLong(bits); }
        static constexpr int size() { return 8; }
        int count() const { return outflank::count(bits); }
        bool any() const { return bits != 0; }
        bool has(int square) const { return bits >> square & 1; }
        Bitboard hash() const { return mix(bits); }
        bool operator==(const Squares&) const = default;
        template <typename Visit>
        void for_each(Visit visit) const {
            for (Bitboard left = bits; left; left &= left - 1) visit(outflank::first(left));
        }
    };

    struct Board {
        Position position;

        static Board of(Squares mover, Squares opponent) { return {{mover.bits, opponent.bits}}; }
        static constexpr int size() { return 8; }
        Squares mover() const { return {position.mover}; }
        Squares opponent() const { return {position.opponent}; }
        Board passed() const { return {{position.opponent, position.mover}}; }
        Squares legal_moves() const { return {outflank::legal_moves(position)}; }
        Squares flips(int square) const {
            return {position.empties() & outflank::bit(square) ? outflank::flips(position, square) : 0};
        }
        Board played(int square, Squares turned) const { return {outflank::play(position, square, turned.bits)}; }
        Bitboard hash(Bitboard turn) const { return mix(position.mover ^ mix(position.opponent ^ turn)); }
        bool operator==(const Board&) const = default;
    };
};

// --- All other sizes ----------------------------------------------------------------------------------

// Python's integers are aligned to sixteen bytes at most, so objects hold words and no vector registers.
struct Wide {
    struct Squares {
        wide::Words words;
        int side;

        static constexpr const char* ARGUMENTS = "O!i";
        static Squares of(wide::Squares squares, int side) { return {squares.words(), side}; }
        // The caller checks that the number fits the board.
        static Squares from_python(PyObject* bits, int side) {
            wide::Words words{};
            const nb::int_ word_size(64);
            nb::object left = nb::borrow(bits);
            for (int i = 0; i * 64 < side * side; ++i) {
                if (i) left = left >> word_size;
                words[static_cast<std::size_t>(i)] = PyLong_AsUnsignedLongLongMask(left.ptr());
            }
            return of(wide::spread(words, side), side);
        }
        PyObject* to_python() const {
            const wide::Words compacted = wide::compact(wide::Squares(words), side);
            if (side <= 8) return PyLong_FromUnsignedLongLong(compacted[0]);
            char digits[SQUARES_DIGITS + 1] = {};
            for (int i = 0; i < SQUARES_DIGITS; ++i) {
                const int bit = (SQUARES_DIGITS - 1 - i) * 4;
                digits[i] = "0123456789abcdef"[compacted[static_cast<std::size_t>(bit / 64)] >> bit % 64 & 15];
            }
            return PyLong_FromString(digits, nullptr, 16);
        }
        wide::Squares squares() const { return wide::Squares(words); }
        int size() const { return side; }
        int count() const { return wide::count(squares()); }
        bool any() const { return static_cast<bool>(squares()); }
        bool has(int square) const { return squares().has(wide::spread(square, side)); }
        Bitboard hash() const {
            Bitboard hash = static_cast<Bitboard>(side);
            for (const Bitboard word : words) hash = mix(hash ^ word);
            return hash;
        }
        bool operator==(const Squares&) const = default;
        template <typename Visit>
        void for_each(Visit visit) const {
            wide::for_each(squares(), [&](wide::Square square) { visit(wide::compact(square, side)); });
        }

    private:
        static constexpr int SQUARES_DIGITS = wide::SQUARES / 4;
    };

    struct Board {
        wide::Words own, other;
        int side;

        static Board of(Squares mover, Squares opponent) { return {mover.words, opponent.words, mover.side}; }
        int size() const { return side; }
        wide::Position position() const { return {wide::Squares(own), wide::Squares(other)}; }
        Squares mover() const { return {own, side}; }
        Squares opponent() const { return {other, side}; }
        Board passed() const { return {other, own, side}; }
        Squares legal_moves() const {
            return Squares::of(wide::legal_moves(position(), wide::board(side)), side);
        }
        Squares flips(int number) const {
            const wide::Square square = wide::spread(number, side);
            const wide::Position now = position();
            return Squares::of(now.taken().has(square) ? wide::Squares() : wide::flips(now, square), side);
        }
        Board played(int number, Squares turned) const {
            const wide::Position after = wide::play(position(), wide::spread(number, side), turned.squares());
            return {after.mover.words(), after.opponent.words(), side};
        }
        Bitboard hash(Bitboard turn) const { return mix(mover().hash() ^ mix(opponent().hash() ^ turn)); }
        bool operator==(const Board&) const = default;
    };
};

// --- Objects ------------------------------------------------------------------------------------------

PyObject* colors[2] = {nullptr, nullptr};  // Black, White

void free_object(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);  // instances of a heap type own a reference to it
}

// Neither type holds references to other objects, so they need no garbage collection. The Python base
// class would enable it unless the type has its own traverse function.
int traverse_nothing(PyObject*, visitproc, void*) { return 0; }

// A square given as an int below `squares`; −1 for anything else, which Python code handles.
int plain_square(PyObject* value, int squares) {
    if (!PyLong_CheckExact(value)) return -1;
    int overflow = 0;
    const long square = PyLong_AsLongAndOverflow(value, &overflow);
    return overflow == 0 && square >= 0 && square < squares ? static_cast<int>(square) : -1;
}

Py_hash_t as_hash(Bitboard value) {
    const auto hash = static_cast<Py_hash_t>(value);
    return hash == -1 ? -2 : hash;  // −1 means "error" to Python
}

PyTypeObject* make_type(const char* name, int size, PyType_Slot* slots, nb::handle base) {
    PyType_Spec spec = {name, size, 0, Py_TPFLAGS_DEFAULT, slots};
    PyObject* bases = PyTuple_Pack(1, base.ptr());
    PyObject* type = bases ? PyType_FromSpecWithBases(&spec, bases) : nullptr;
    Py_XDECREF(bases);
    if (!type) throw nb::python_error();
    return reinterpret_cast<PyTypeObject*>(type);
}

template <typename Kind>
struct SquareSetType {
    using Squares = typename Kind::Squares;

    struct Object {
        PyObject_HEAD
        Squares squares;
    };

    // Created once, when outflank.board is imported, and kept for the lifetime of the process.
    static inline PyTypeObject* type = nullptr;

    static const Squares& of(PyObject* self) { return reinterpret_cast<Object*>(self)->squares; }

    static PyObject* make(const Squares& squares) {
        auto* set = reinterpret_cast<Object*>(PyType_GenericAlloc(type, 0));
        if (set) set->squares = squares;
        return reinterpret_cast<PyObject*>(set);
    }

    static PyObject* create(PyTypeObject*, PyObject* args, PyObject*) {
        PyObject* bits = nullptr;
        int size = 8;
        if (!PyArg_ParseTuple(args, Squares::ARGUMENTS, &PyLong_Type, &bits, &size)) return nullptr;
        const Squares squares = Squares::from_python(bits, size);
        if (PyErr_Occurred()) return nullptr;
        return make(squares);
    }

    static PyObject* bits(PyObject* self, void*) { return of(self).to_python(); }
    static PyObject* size(PyObject* self, void*) { return PyLong_FromLong(of(self).size()); }
    static Py_ssize_t length(PyObject* self) { return of(self).count(); }
    static int truth(PyObject* self) { return of(self).any(); }
    static Py_hash_t hash(PyObject* self) { return as_hash(of(self).hash()); }

    static PyObject* iterator(PyObject* self) {
        PyObject* squares = PyTuple_New(of(self).count());
        if (!squares) return nullptr;
        Py_ssize_t index = 0;
        of(self).for_each([&](int square) {
            PyTuple_SetItem(squares, index++, PyLong_FromLong(square));  // cached by Python
        });
        PyObject* iterator = PyObject_GetIter(squares);
        Py_DECREF(squares);
        return iterator;
    }

    static int contains(PyObject* self, PyObject* value) {
        const int size = of(self).size();
        const int square = plain_square(value, size * size);
        if (square >= 0) return of(self).has(square);
        PyObject* base = static_cast<PyObject*>(PyType_GetSlot(type, Py_tp_base));
        PyObject* answer = PyObject_CallMethod(base, "__contains__", "OO", self, value);
        if (!answer) return -1;
        const int truth = PyObject_IsTrue(answer);
        Py_DECREF(answer);
        return truth;
    }

    static PyObject* compare(PyObject* self, PyObject* other, int operation) {
        if ((operation != Py_EQ && operation != Py_NE) || Py_TYPE(other) != type) Py_RETURN_NOTIMPLEMENTED;
        return PyBool_FromLong((of(self) == of(other)) == (operation == Py_EQ));
    }

    static inline PyGetSetDef attributes[] = {
        {"bits", bits, nullptr, "The squares as the bits of one integer.", nullptr},
        {"size", size, nullptr, "The size of the board the squares are on.", nullptr},
        {nullptr, nullptr, nullptr, nullptr, nullptr},
    };

    static inline PyType_Slot slots[] = {
        {Py_tp_new, reinterpret_cast<void*>(create)},
        {Py_tp_dealloc, reinterpret_cast<void*>(free_object)},
        {Py_tp_traverse, reinterpret_cast<void*>(traverse_nothing)},
        {Py_tp_free, reinterpret_cast<void*>(PyObject_Free)},
        {Py_tp_iter, reinterpret_cast<void*>(iterator)},
        {Py_tp_hash, reinterpret_cast<void*>(hash)},
        {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
        {Py_tp_getset, attributes},
        {Py_sq_length, reinterpret_cast<void*>(length)},
        {Py_sq_contains, reinterpret_cast<void*>(contains)},
        {Py_nb_bool, reinterpret_cast<void*>(truth)},
        {0, nullptr},
    };

    static nb::object derive(const char* name, nb::type_object base) {
        type = make_type(name, sizeof(Object), slots, base);
        return nb::borrow<nb::object>(reinterpret_cast<PyObject*>(type));
    }
};

template <typename Kind>
struct BoardType {
    using Board = typename Kind::Board;
    using Squares = typename Kind::Squares;
    using Sets = SquareSetType<Kind>;

    struct Object {
        PyObject_HEAD
        Board board;
        bool white_to_move;
    };

    static inline PyTypeObject* type = nullptr;

    static Object* as_object(PyObject* self) { return reinterpret_cast<Object*>(self); }
    static const Board& of(PyObject* self) { return as_object(self)->board; }

    static PyObject* make(const Board& position, bool white_to_move) {
        auto* board = reinterpret_cast<Object*>(PyType_GenericAlloc(type, 0));
        if (board) {
            board->board = position;
            board->white_to_move = white_to_move;
        }
        return reinterpret_cast<PyObject*>(board);
    }

    static PyObject* create(PyTypeObject*, PyObject* args, PyObject*) {
        PyObject *mover = nullptr, *opponent = nullptr, *turn = nullptr;
        int size = 8;
        if (!PyArg_ParseTuple(args, "O!O!O|i", &PyLong_Type, &mover, &PyLong_Type, &opponent, &turn, &size)) {
            return nullptr;
        }
        const Squares mover_squares = Squares::from_python(mover, size);
        if (PyErr_Occurred()) return nullptr;
        const Squares opponent_squares = Squares::from_python(opponent, size);
        if (PyErr_Occurred()) return nullptr;
        return make(Board::of(mover_squares, opponent_squares), turn == colors[1]);
    }

    static bool can_move(const Board& board) { return board.legal_moves().any(); }

    static PyObject* size(PyObject* self, void*) { return PyLong_FromLong(of(self).size()); }
    static PyObject* turn(PyObject* self, void*) { return Py_NewRef(colors[as_object(self)->white_to_move]); }
    static PyObject* mover(PyObject* self, void*) { return of(self).mover().to_python(); }
    static PyObject* opponent(PyObject* self, void*) { return of(self).opponent().to_python(); }
    static PyObject* legal_moves(PyObject* self, void*) { return Sets::make(of(self).legal_moves()); }
    static PyObject* opponent_moves(PyObject* self, void*) { return Sets::make(of(self).passed().legal_moves()); }
    static PyObject* must_pass(PyObject* self, void*) {
        return PyBool_FromLong(!can_move(of(self)) && can_move(of(self).passed()));
    }
    static PyObject* is_over(PyObject* self, void*) {
        return PyBool_FromLong(!can_move(of(self)) && !can_move(of(self).passed()));
    }

    // The square of an argument: a number here, a name or pair through Python; −1 with an exception set.
    static int square_of(PyObject* self, PyObject* move) {
        const int size = of(self).size();
        int square = plain_square(move, size * size);
        if (square >= 0) return square;
        PyObject* number = PyObject_CallMethod(self, "square", "(O)", move);  // "O" would unpack a tuple
        if (!number) return -1;
        square = static_cast<int>(PyLong_AsLong(number));
        Py_DECREF(number);
        return square;
    }

    static PyObject* flips(PyObject* self, PyObject* move) {
        const int square = square_of(self, move);
        return square < 0 ? nullptr : Sets::make(of(self).flips(square));
    }

    static PyObject* play(PyObject* self, PyObject* move) {
        const int square = square_of(self, move);
        if (square < 0) return nullptr;
        const Squares turned = of(self).flips(square);
        if (!turned.any()) return PyObject_CallMethod(self, "_refuse_move", "i", square);  // raises
        return make(of(self).played(square, turned), !as_object(self)->white_to_move);
    }

    static PyObject* pass_turn(PyObject* self, PyObject*) {
        if (can_move(of(self)) || !can_move(of(self).passed())) {
            return PyObject_CallMethod(self, "_refuse_pass", nullptr);  // raises
        }
        return make(of(self).passed(), !as_object(self)->white_to_move);
    }

    static Py_hash_t hash(PyObject* self) {
        return as_hash(of(self).hash(as_object(self)->white_to_move ? 0x9e3779b97f4a7c15ULL : 0));
    }

    static PyObject* compare(PyObject* self, PyObject* other, int operation) {
        if ((operation != Py_EQ && operation != Py_NE) || Py_TYPE(other) != type) Py_RETURN_NOTIMPLEMENTED;
        const bool equal = of(self) == of(other) && as_object(self)->white_to_move == as_object(other)->white_to_move;
        return PyBool_FromLong(equal == (operation == Py_EQ));
    }

    static inline PyGetSetDef attributes[] = {
        {"size", size, nullptr, "How many squares the board is wide and high.", nullptr},
        {"turn", turn, nullptr, "The side to move.", nullptr},
        {"mover_bits", mover, nullptr, "The discs of the side to move.", nullptr},
        {"opponent_bits", opponent, nullptr, "The discs of the other side.", nullptr},
        {"legal_moves", legal_moves, nullptr, "The squares where the side to move may play.", nullptr},
        {"opponent_moves", opponent_moves, nullptr, "Where the other side could play if it were to move.", nullptr},
        {"must_pass", must_pass, nullptr, "Whether only the other side has a move.", nullptr},
        {"is_over", is_over, nullptr, "Whether neither side can move any more.", nullptr},
        {nullptr, nullptr, nullptr, nullptr, nullptr},
    };

    static inline PyMethodDef methods[] = {
        {"flips", flips, METH_O, "The discs that a move turns; none where the move is illegal."},
        {"play", play, METH_O, "The position after a move, the other side to move."},
        {"pass_turn", pass_turn, METH_NOARGS, "The position after a forced pass."},
        {nullptr, nullptr, 0, nullptr},
    };

    static inline PyType_Slot slots[] = {
        {Py_tp_new, reinterpret_cast<void*>(create)},
        {Py_tp_dealloc, reinterpret_cast<void*>(free_object)},
        {Py_tp_traverse, reinterpret_cast<void*>(traverse_nothing)},
        {Py_tp_free, reinterpret_cast<void*>(PyObject_Free)},
        {Py_tp_hash, reinterpret_cast<void*>(hash)},
        {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
        {Py_tp_getset, attributes},
        {Py_tp_methods, methods},
        {0, nullptr},
    };

    static nb::object derive(const char* name, nb::type_object base) {
        type = make_type(name, sizeof(Object), slots, base);
        return nb::borrow<nb::object>(reinterpret_cast<PyObject*>(type));
    }
};

}  // namespace

wide::Position wide_position(nb::handle board) {
    const int size = nb::cast<int>(board.attr("size"));
    const auto side = [&](const char* name) {
        return Wide::Squares::from_python(nb::object(board.attr(name)).ptr(), size).squares();
    };
    return {side("mover_bits"), side("opponent_bits")};
}

void bind_board_types(nb::module_& module) {
    using namespace nb::literals;
    module.def(
        "make_square_set_types",
        [](nb::type_object base) {
            return nb::make_tuple(SquareSetType<Eight>::derive("outflank._native.SquareSet", base),
                                  SquareSetType<Wide>::derive("outflank._native.WideSquareSet", base));
        },
        "base"_a, nb::sig("def make_square_set_types(base: type) -> tuple[typing.Any, typing.Any]"),
        "The types of sets of squares, of 8×8 and of all other sizes, derived from the Python class that says what sets "
        "can do.");
    module.def(
        "make_board_types",
        [](nb::type_object base, nb::object black, nb::object white) {
            if (!SquareSetType<Eight>::type) throw nb::type_error("make_board_types: call make_square_set_types first");
            colors[0] = black.release().ptr();
            colors[1] = white.release().ptr();
            return nb::make_tuple(BoardType<Eight>::derive("outflank._native.Board", base),
                                  BoardType<Wide>::derive("outflank._native.WideBoard", base));
        },
        "base"_a, "black"_a, "white"_a,
        nb::sig("def make_board_types(base: type, black: object, white: object) -> tuple[typing.Any, typing.Any]"),
        "The types of boards, of 8×8 and of all other sizes, derived from the Python class that says what boards can do.");
}
