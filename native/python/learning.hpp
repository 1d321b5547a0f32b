#pragma once

#include <nanobind/nanobind.h>

namespace outflank {

void bind_learning(nanobind::module_& module);

}  // namespace outflank
