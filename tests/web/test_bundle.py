"""The page put together: what the server makes of modules and style sheets, and what it refuses."""

from pathlib import Path

import pytest

from outflank.web.page.bundle import CannotBundle, scripts, sheet


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def test_modules_become_functions_that_return_what_they_export(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        {
            "main.js": "// Starts.\n"
            'import { draw as paint, CLEAR } from "./desk/draw.js";\n'
            'import * as all from "./desk/draw.js";\n\n'
            'const later = import("./desk/later.js");\n'
            "/** @returns {void} */\n"
            "export async function start() {\n  paint(CLEAR, all, later); // at last\n}\n",
            "desk/draw.js": "export const CLEAR = 1;\nexport function draw() {}\n",
            "desk/later.js": 'import { CLEAR } from "./draw.js";\nexport class Later {}\n',
            "desk/unused.js": "export const never = 1;\n",
        },
    )
    assert scripts(folder, "main.js")["main.js"] == (
        "const $made = {}, $modules = {\n"
        '"desk/draw.js"() {\nconst CLEAR = 1;\nfunction draw() {}\n'
        "return { CLEAR, draw };\n},\n"
        '"desk/later.js"() {\nconst { CLEAR } = $use("desk/draw.js");\nclass Later {}\n'
        "return { Later };\n},\n"
        '"main.js"() {\nconst { draw: paint, CLEAR } = $use("desk/draw.js");\n'
        'const all = $use("desk/draw.js");\n\n'
        'const later = Promise.resolve($use("desk/later.js"));\n'
        "async function start() {\n  paint(CLEAR, all, later); // at last\n}\n"
        "return { start };\n},\n"
        "};\n"
        "const $use = (name) => ($made[name] ??= $modules[name]());\n"
        'export const { start } = $use("main.js");\n'
    )


def test_what_is_for_later_is_a_script_of_its_own_that_uses_what_is_there(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        {
            "main.js": 'import { el } from "./dom.js";\n'
            'export const open = async () => (await import("./lazy/far.js")).far(el);\n',
            "dom.js": "export const el = 1;\n",
            "lazy/far.js": 'import { el } from "../dom.js";\nimport { help } from "./help.js";\n'
            'export const far = () => help(el, import("./farther.js"));\n',
            "lazy/help.js": "export const help = (...all) => all;\n",
            "lazy/farther.js": "export const end = 1;\n",
        },
    )
    made = scripts(folder, "main.js")
    assert sorted(made) == ["lazy/far.js", "lazy/farther.js", "main.js"]
    assert '(await $later("lazy/far.js")).far(el)' in made["main.js"]
    assert "help" not in made["main.js"]
    assert made["lazy/far.js"] == (
        "export const more = ($use, $later) => ({\n"
        '"lazy/far.js"() {\nconst { el } = $use("dom.js");\n'
        'const { help } = $use("lazy/help.js");\n'
        'const far = () => help(el, $later("lazy/farther.js"));\nreturn { far };\n},\n'
        '"lazy/help.js"() {\nconst help = (...all) => all;\nreturn { help };\n},\n'
        "});\n"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("export default 1;\n", "“export default 1;” is not an import or export"),
        ("export let count = 0;\n", "“export let count = 0;” is not an import"),
        ('import name from "./b.js";\n', "“import name from"),
        ('const it = await import(`./${"b"}.js`);\n', "is not an import"),
        ("const a = `one\n// two`;\n", "a multi-line template"),
        ('import { a } from "./missing.js";\n', "missing.js is imported and cannot be read"),
        ('import { b } from "./b.js";\nexport const a = 1;\n', "b.js ← a.js"),
    ],
)
def test_what_it_does_not_understand_is_refused_with_a_sentence(
    tmp_path: Path, text: str, said: str
) -> None:
    write(tmp_path, {"a.js": text, "b.js": 'import { a } from "./a.js";\nexport const b = a;\n'})
    with pytest.raises(CannotBundle) as refused:
        scripts(tmp_path, "a.js")
    assert said in str(refused.value)


def test_pictures_of_a_style_sheet_are_found_from_its_new_place(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "css/base/a.css": '/* The\n   hill. */\n.a { background: url("../../hill.svg"); }\n',
            "css/b.css": '.b { background: url("./b.svg") }\n',
        },
    )
    assert sheet(tmp_path, ["css/base/a.css", "css/b.css"], "css/page.css") == (
        '.a { background: url("../hill.svg"); }\n.b { background: url("../css/b.svg") }\n'
    )
