// The error of a shallow search as a prediction of a deep one.
#pragma once

namespace outflank {

inline constexpr int PROBED_DEPTH = 2;  // plies; the shallowest middle-game node worth a probe

// Depth of the probe for a search of this depth.
constexpr int probe_depth(int depth) { return 2 * (depth / 5) + (depth & 1); }

// Standard deviation, in discs, of the difference between searches of `depth` and `probe` plies; a depth of all empties
// is a search to the end. Fitted by `outflank teach probes`.
double probe_error(int empties, int depth, int probe);

}  // namespace outflank
