// What the pages of the site refuse, for the tests in every browser.

export const PAGES = ["index.html", "embed.html", "frame.html"];
/** What every page's policy has. */
export const POLICY = {
  "default-src": "'none'",
  "style-src": "'self'",
  "object-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'none'",
};
/** What the frame's page says of an address that it does not take. */
export const REFUSED =
  "The address after embed= is not a page of another host. It has to begin with https:// or http://.";
/** A script that leaves its mark wherever it runs. */
export const RAN = "(top.ran=1,parent.document.title='ran')";

/** Addresses that a link may give to the frame's page at `url`, and that run as its own or are its own. */
export function foreignAddresses(url) {
  const { origin, port } = new URL(url);
  return [
    ...[
      `javascript:${RAN}//`,
      `JAVASCRIPT:${RAN}`,
      ` javascript:${RAN}`,
      `java\nscript:${RAN}`,
      `javascript://a.example/%0a${RAN}`,
    ],
    ...[
      `data:text/html,<script>${RAN}</script>`,
      "about:srcdoc",
      "filesystem:http://a.example/",
      "view-source:http://a.example/",
    ],
    ...[
      origin,
      `${origin}/embed.html`,
      `http://127.0.0.1:${port}/embed.html`,
      `http://[::1]:${port}/`,
      `https://localhost:${port}/`,
    ],
    ...["embed.html", "//a.example/", ""],
  ];
}

/** What a page lets happen of all that a script from elsewhere would want. */
export const tried = (page) =>
  page.evaluate(async () => {
    const add = (name, fields) => document.body.append(Object.assign(document.createElement(name), fields));
    window.ran = [];
    const inside = (what) => `(window.ran ?? parent.ran).push(${JSON.stringify(what)})`;
    add("script", { textContent: inside("inline") });
    add("script", { src: `data:text/javascript,${inside("data")}` });
    add("script", { src: URL.createObjectURL(new Blob([inside("blob")], { type: "text/javascript" })) });
    add("script", { type: "module", textContent: inside("module") });
    const image = document.createElement("div");
    document.body.append(image);
    image.innerHTML = `<img src="/none" onerror='${inside("attribute")}'><svg onload='${inside("svg")}'></svg>`;
    add("iframe", { src: `javascript:${inside("frame")}` });
    add("iframe", { srcdoc: `<script>${inside("srcdoc")}<${"/"}script>` });
    add("iframe", { src: `data:text/html,<script>parent.${inside("data frame")}<${"/"}script>` });
    add("object", { data: `data:text/html,<script>${inside("object")}<${"/"}script>` });
    const link = document.createElement("a");
    link.href = `javascript:${inside("link")}`;
    document.body.append(link);
    link.click();
    try {
      setTimeout(inside("timeout"), 0);
    } catch {
      // refused at once
    }
    const refused = (work) =>
      Promise.resolve()
        .then(work)
        .then(
          () => "allowed",
          () => "refused",
        );
    const worker = (url) =>
      new Promise((resolve, reject) => {
        const made = new Worker(url);
        made.onerror = reject;
        made.onmessage = resolve;
      });
    const also = {
      elsewhere: await refused(() => fetch("http://127.0.0.1:9/")),
      worker: await refused(() => worker(URL.createObjectURL(new Blob(["postMessage(1)"])))),
      base:
        (add("base", { href: "https://elsewhere.example/" }),
        new URL(document.baseURI).origin === location.origin ? "refused" : "allowed"),
    };
    await new Promise((done) => setTimeout(done, 500));
    return { ran: window.ran, also };
  });

/** Notes on every page from now on what its policy blocks; `page.evaluate(() => blocked)` gives it. */
export const noteBlocked = () => {
  window.blocked = [];
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    window.blocked.push(`${effectiveDirective}: ${blockedURI}`),
  );
};
