// A value as people read it: +12, −3; a proven one says won (+), drawn (=) or lost (−).

const MARK = { won: "+", drawn: "=", lost: "−" };
export const valueText = ({ score, fate }) => (fate ? `${MARK[fate]}${Math.abs(score) || ""}` : score > 0 ? `+${score}` : String(score).replace("-", "−"));
