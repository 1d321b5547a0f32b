// The one polite live region: what happened, for those who listen to the page.

const region = () => document.getElementById("live");
let queue = Promise.resolve();

export function announce(text) {
  // A fresh node each time, so that the same sentence twice is read twice.
  queue = queue.then(
    () =>
      new Promise((done) => {
        const line = document.createElement("p");
        line.textContent = text;
        region().append(line);
        while (region().children.length > 3) region().firstChild.remove();
        setTimeout(done, 60);
      }),
  );
}
