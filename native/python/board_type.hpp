// The native 8×8 board and square set, as Python types.
#pragma once

#include <nanobind/nanobind.h>

#include "wide/rules.hpp"

void bind_board_types(nanobind::module_& module);

// The position of a board of any size, for Python.
outflank::wide::Position wide_position(nanobind::handle board);
