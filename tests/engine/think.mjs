// Asks the page's engine in Node: a question a line on standard input, an answer a line on standard output.
// Arguments: module.js, outflank.wasm, the weights, the book, megabytes for positions to remember.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, wasm, weights, book, megabytes] = process.argv.slice(2);
const { Thinking } = await import(pathToFileURL(module).href);
const { valuesOf } = await import(new URL("judging.js", pathToFileURL(module)).href);
const thinking = new Thinking(new WebAssembly.Module(readFileSync(wasm)));
await thinking.loadWeights(readFileSync(weights));
await thinking.loadBook(readFileSync(book));
thinking.open(Number(megabytes));

const answers = {
  analyse: ({ position, limit, lines }) => {
    const reports = [];
    const results = thinking.analyse(position, limit, lines, (found) => reports.push(found[0].depth));
    return { results, reports };
  },
  values_of: ({ results }) => ({ values: valuesOf(results) }),
  look_up: ({ position }) => ({ results: thinking.lookUp(position) }),
  choose: ({ position, recipe }) => {
    thinking.forget();
    return { square: thinking.choose(position, recipe) };
  },
  self_check: ({ seed }) => ({ compared: thinking.selfCheck(seed, 20000, 30) }),
};
for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const question = JSON.parse(line);
  let answer;
  try {
    answer = answers[question.ask](question);
  } catch (problem) {
    answer = { problem: problem.message };
  }
  console.log(JSON.stringify(answer));
}
