// The page that was asked for, on the screen before the app's code is here: as index.html holds it, for whoever was here last.
// The app draws over it as soon as it can answer; until then nothing in it can be pressed or typed into.
(() => {
  const { app } = document.currentScript.dataset;

  function storedUser() {
    try {
      return JSON.parse(localStorage.getItem("userdata"));
    } catch {
      // Storage is forbidden or damaged: a visitor.
      return null;
    }
  }

  /** Tells whether the texts of index.html, which are English, are the reader's. */
  function readsEnglish() {
    return document.documentElement.lang === "en";
  }

  function templateFor(user) {
    const { pathname, search } = window.location;
    const isBare = pathname.startsWith("/auth/");
    const otherwise = user !== null ? "member *" : isBare ? "" : "visitor *";
    return (
      document.getElementById(`${user?.role ?? "visitor"} ${pathname}${search}`) ??
      document.getElementById(otherwise)
    );
  }

  function show(template, user) {
    const screen = document.createElement("div");
    screen.inert = true;
    screen.role = "group";
    screen.ariaDisabled = "true";
    screen.append(template.content.cloneNode(true));
    const heading = screen.querySelector("h1");
    const [name] = String(user?.name ?? "").split(" ");
    if (heading !== null) heading.textContent = heading.textContent.replace("%name%", () => name);
    document.getElementById("root").append(screen);
    return screen;
  }

  /** What stands below a page's first part comes a frame later: two short pieces of work rather than a long one. */
  function holdBack(screen) {
    const later = [...screen.querySelectorAll("main > section ~ section, main ~ footer")];
    // A long page stays a long page: its scrollbar does not come and move what is there.
    if (later.length > 0) screen.style.minHeight = "200vh";
    for (const part of later) part.hidden = true;
    return () => {
      for (const part of later) part.hidden = false;
      screen.style.minHeight = "";
    };
  }

  function fetchAhead(file) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.crossOrigin = "";
    link.href = file;
    document.head.append(link);
  }

  /** The files of the page's own code, and of the bars that members have. */
  function pageFiles(user) {
    const { files, bars, pages } = JSON.parse(document.getElementById("page-code").textContent);
    const { pathname } = window.location;
    const parts = pathname.split("/");
    function isAt(path) {
      const pattern = path.split("/");
      const fits = (part, at) => part === parts[at] || part.startsWith(":");
      return pattern.length === parts.length && pattern.every(fits);
    }
    const own = pages[pathname] ?? Object.entries(pages).find(([path]) => isAt(path))?.[1] ?? [];
    const isBare = pathname.startsWith("/auth/");
    return [...new Set([...(user === null || isBare ? [] : bars), ...own])].map((n) => files[n]);
  }

  const pause = () => new Promise((resolve) => setTimeout(resolve));

  /**
   * All files are asked for at once. The libraries start first, then the app that needs them: short pieces of work, between which
   * the screen still answers.
   */
  async function start(files, user) {
    await pause();
    [...files, ...pageFiles(user)].forEach(fetchAhead);
    for (const file of files) {
      await pause();
      // The file of languages is ready when the reader's is there: modules of the app write texts as they are loaded.
      await (
        await import(file)
      ).ready;
    }
  }

  // While Vite serves the app, there are no first screens, and index.html starts it by itself.
  if (app === undefined) return;
  const user = storedUser();
  const template = readsEnglish() ? templateFor(user) : null;
  const showRest = template === null ? () => undefined : holdBack(show(template, user));
  function goOn() {
    showRest();
    void start(app.split(" "), user);
  }
  // Line and processor belong to the first screen until it is drawn: when the next frame but one begins. A page in the background
  // has no frames.
  if (template === null || document.hidden) goOn();
  else requestAnimationFrame(() => requestAnimationFrame(goOn));
})();
