// Names of squares: a letter for the column and a number for the row; a1 is the first square.

export const LETTERS = "abcdefghijklmnop";

/**
 * @param {number} index
 * @param {number} size
 */
export const squareName = (index, size) => LETTERS[index % size] + (Math.floor(index / size) + 1);

/**
 * -1 if the board has no such square.
 * @param {string} name
 * @param {number} size
 */
export function squareIndex(name, size) {
  const [x, y] = [LETTERS.indexOf(name[0]), Number(name.slice(1)) - 1];
  return x >= 0 && x < size && y >= 0 && y < size ? x + y * size : -1;
}
