#pragma once

#include <nanobind/nanobind.h>

namespace outflank {

void bind_training(nanobind::module_& module);

}  // namespace outflank
