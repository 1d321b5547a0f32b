// The native 8×8 board and square set, as Python types.
#pragma once

#include <nanobind/nanobind.h>

void bind_board_types(nanobind::module_& module);
