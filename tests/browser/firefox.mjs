// The page in Firefox, driven over WebDriver BiDi: a visitor plays, opens menus and settings, and makes the window low.
// Usage: node firefox.mjs FIREFOX URL FOLDER. Prints what was seen as JSON; pictures go into the folder.

import puppeteer from "puppeteer-core";

const [firefox, url, folder] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true, timeout: 120_000 });
const page = await browser.newPage();
page.setDefaultTimeout(120_000);
const errors = [];
page.on("pageerror", (error) => errors.push(String(error)));
page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
await page.setViewport({ width: 1024, height: 700 });
await page.evaluateOnNewDocument(() => {
  if (location.protocol === "http:") localStorage["outflank.settings"] = JSON.stringify({ met: true, motion: "reduced" });
});

const click = async (selector) => {
  await page.waitForSelector(selector, { visible: true });
  await page.click(selector);
};
const discs = (number) =>
  page.waitForFunction(
    (wanted) => document.querySelectorAll(".disc").length === wanted && document.querySelector(".square.legal") !== null,
    {},
    number,
  );

await page.goto(url);
await discs(4);
await click(".square[data-square='f5']");
await discs(6);
const seen = { discs: 6 };

await click(".menubar button[data-label='View']");
seen.chosen = await page.$$eval(".menu [role^=menuitem]:focus", (all) => all.length);
await click(".menu [data-label='Display Properties…']");
await page.waitForSelector("[data-window='display']");
await page.select("[data-setting='theme']", "silver");
await page.screenshot({ path: `${folder}/firefox-display.png` });
await page.keyboard.press("Escape");
seen.cancelled = await page.evaluate(() => document.documentElement.dataset.theme);

// A low window makes the task pane scroll; its scroll bar must not stand out as a white strip.
await page.setViewport({ width: 1024, height: 480 });
await page.waitForFunction(() => {
  const pane = document.querySelector(".game-pane");
  return pane.scrollHeight > pane.clientHeight;
});
seen.scrollBar = await page.$eval(".game-pane", (pane) => getComputedStyle(pane).scrollbarColor);
await page.screenshot({ path: `${folder}/firefox-low.png` });

// The engine arrives, and then values come from this machine.
await page.keyboard.press("F8");
await page.waitForSelector(".tray .engine[title*='runs on this computer']");
await page.keyboard.press("F8");
await page.waitForFunction(() => document.querySelector(".square .value") === null);
const asked = [];
page.on("request", (request) => asked.push(request.url().split("/").at(-1)));
await page.keyboard.press("F8");
await page.waitForSelector(".square .value");
seen.askedForValues = asked.filter((word) => word === "values").length;

await page.reload();
await discs(6);
console.log(JSON.stringify({ ...seen, errors }));
await browser.close();
