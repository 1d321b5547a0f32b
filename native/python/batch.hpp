// Batches of positions as numpy arrays.
#pragma once

#include <nanobind/nanobind.h>

void bind_batch(nanobind::module_& module);
